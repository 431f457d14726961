"""Terminals and pipes of a known width, and what is written to them."""

import io
import re
from collections.abc import Callable

from own_rules import read
from rich.console import Console

from ui.html.highlight import Highlighter
from ui.html.links import Links
from ui.terminal.output import THEME, Output

PAGE = "http://127.0.0.1:7860"
CODES = re.compile(r"\x1b\[[\d;]*m|\x1b]8;[^;]*;[^\x1b]*\x1b\\")
LINK_IDS = re.compile(r"(?<=\x1b]8;)id=\d+(?=;)")

HIGHLIGHTER = Highlighter(Links(frozenset(read().rulebook.by_id)))


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True


def pipe(width: int = 80) -> Output:
    """What is no terminal."""
    return Output(Console(file=io.StringIO(), width=width, color_system=None), HIGHLIGHTER)


def terminal(width: int = 80, page: str = "", colors: bool = True) -> Output:
    """A terminal about our toy rules."""
    console = Console(
        file=Terminal(),
        width=width,
        force_terminal=True,
        color_system="standard",
        no_color=not colors,
        theme=THEME,
        highlight=False,
    )
    return Output(console, HIGHLIGHTER, page)


def written(output: Output, write: Callable[[Output], None]) -> str:
    """What a function writes, links without the numbers that rich gives them, the last line break left out."""
    with output.console.capture() as captured:
        write(output)
    return LINK_IDS.sub("", captured.get()).removesuffix("\n")
