"""A stream → where text is written: with styles and links in a terminal, plain and 80 columns wide elsewhere."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TextIO
from urllib.parse import quote

from rich.console import Console
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

from index.records import Rule, Rulebook
from ui.html.highlight import Highlighter
from ui.html.links import Links

WIDTH, WIDEST = 80, 100
INDENT = 4
THEME = Theme({"deciding": "bold magenta", "strong": "bold", "quiet": "dim"})
WITHOUT_LINKS = "linux"  # the console of Linux, which may print their addresses


def printable(text: str) -> str:
    """A line without control characters, which could steer a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


@dataclass(frozen=True)
class Output:
    """Where text is written.

    The numbers and words that `highlighter` finds stand out; the numbers link to `page`, the address of a page that is
    being served, unless it is "".
    """

    console: Console
    highlighter: Highlighter = field(default_factory=Highlighter)
    page: str = ""

    @classmethod
    def on(cls, stream: TextIO, rulebook: Rulebook, page: Callable[[], str] = str) -> "Output":
        """Writes to a stream about the rules of an edition; `page` finds the page that is being served, for links."""
        console = console_on(stream)
        links = console.color_system is not None and os.environ.get("TERM") != WITHOUT_LINKS
        return cls(console, Highlighter(Links(frozenset(rulebook.by_id))), page() if links else "")

    def for_question(self, question: str) -> "Output":
        """The same, where the words of a question stand out."""
        return replace(self, highlighter=self.highlighter.for_question(question))

    def write(self, text: Text | str = "", style: str = "", indent: int = 0) -> None:
        """Write a paragraph, wrapped between words."""
        shown = self.text(text, style) if isinstance(text, str) else text
        for line in shown.wrap(self.console, self.console.width - indent):
            line.rstrip()
            self.console.print(Text(" " * indent) + line if line else "", overflow="ignore", crop=False)

    def text(self, text: str, style: str = "") -> Text:
        """Text in one style, without anything that could steer a terminal."""
        return Text("\n".join(printable(line) for line in text.splitlines()), style)

    def highlighted(self, text: str, rule: Rule | None = None) -> Text:
        """Text in which rule numbers are links and the question's words stand out."""
        shown = self.text(text)
        for start, end in self.highlighter.question_words(shown.plain):
            shown.stylize("strong", start, end)
        for start, end, address in self.highlighter.links.find(shown.plain, rule) if self.page else ():
            shown.stylize(self._link(address.removeprefix("#rule-")), start, end)
        return shown

    def number(self, rule: Rule, shown: str, style: str = "") -> Text:
        """The number of a rule, linked to the rule in its place."""
        number = self.text(shown, style)
        if self.page:
            number.stylize(self._link(quote(rule.id, safe="")))
        return number

    def _link(self, rule: str) -> Style:
        return Style(link=f"{self.page}/?rule={rule}")


class PipeConsole(Console):
    """A console that leaves it to the command what happens when nobody reads on."""

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError; rich would exit with 1."""
        raise BrokenPipeError


def console_on(stream: TextIO) -> Console:
    """A stream as rich sees it: a terminal with its own width, 100 columns at most, or something else with 80."""
    console = PipeConsole(file=stream, theme=THEME, highlight=False, markup=False, emoji=False, force_jupyter=False)
    if console.color_system is None:
        return PipeConsole(file=stream, theme=THEME, width=WIDTH, color_system=None, force_terminal=False)
    console.width = min(console.width, WIDEST)
    return console
