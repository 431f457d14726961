"""Where a text is printed → how it is shown there: how wide, with colours or plain, with links or without."""

import re
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TextIO
from urllib.parse import quote

WIDTH = 80
WIDEST = 100
UNABLE = ("dumb", "linux")
NUMBER = re.compile(r"(?<![\w.])(\d{3}\.\d+[a-z]{0,2})(?![\w]|\.\d)")
BOLD, DIM, ACCENT = "1", "2", "35"


def printable(text: str) -> str:
    """A line without control characters, which could steer a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


@dataclass(frozen=True)
class Ink:
    """How a terminal shows text; as it stands here, plain text 80 wide, which is what a file or a pipe gets.

    `page` is the address of a served page, which the numbers of rules link to.
    """

    width: int = WIDTH
    styles: bool = False
    colours: bool = False
    page: str = ""

    def bold(self, text: str) -> str:
        """What matters: `ESC[1m…ESC[0m`."""
        return self._styled(text, BOLD)

    def quiet(self, text: str) -> str:
        """What stands beside it."""
        return self._styled(text, DIM)

    def accent(self, text: str) -> str:
        """What decides."""
        return self._styled(text, f"{BOLD};{ACCENT}" if self.colours else BOLD)

    def link(self, text: str, rule: str) -> str:
        """A link to a rule in its place, where a page is served."""
        if not self.page:
            return text
        return f"\x1b]8;;{self.page}/?rule={quote(rule, safe='')}\x1b\\{text}\x1b]8;;\x1b\\"

    def marked(self, text: str, spans: Callable[[str], list[tuple[int, int]]] = lambda text: []) -> str:
        """Text whose spans stand out and whose rule numbers are links."""
        parts = NUMBER.split(text) if self.page else [text]
        parts[::2] = [self._marked(part, spans(part)) for part in parts[::2]]
        parts[1::2] = [self.link(number, number) for number in parts[1::2]]
        return "".join(parts)

    def _marked(self, text: str, spans: list[tuple[int, int]]) -> str:
        if not self.styles:
            return text
        for start, end in reversed(spans):
            text = text[:start] + self.bold(text[start:end]) + text[end:]
        return text

    def _styled(self, text: str, codes: str) -> str:
        """Each line by itself: a pager shows single lines."""
        if not self.styles:
            return text
        return "\n".join(f"\x1b[{codes}m{line}\x1b[0m" if line.strip() else line for line in text.split("\n"))


def ink_for(stream: TextIO, environment: Mapping[str, str], page: Callable[[], str] = str) -> Ink:
    """The ink of a stream: styled and as wide as the terminal, plain where there is none.

    `NO_COLOR` leaves out the colours. `page` gives the address of a served page, or "".
    """
    able = stream.isatty() and environment.get("TERM", "" if sys.platform == "win32" else "dumb") not in UNABLE
    if not able:
        return Ink()
    width = min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDEST)
    return Ink(width, styles=True, colours=not environment.get("NO_COLOR"), page=page())
