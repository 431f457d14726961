"""A stream → where text is written: with styles and links in a terminal, plain and 80 columns wide elsewhere."""

import io
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, TextIO, cast
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
THEME = Theme(
    {"deciding": "bold magenta", "strong": "bold", "quiet": "dim", "key": "underline"}
    | {"added": "green underline", "removed": "red strike"}
)
WITHOUT_LINKS = "linux"  # the console of Linux, which may print their addresses

# "none" for a pipe; "off" for a terminal whose user wants no colors, which still shows bold and dim text.
Color = Literal["none", "off", "standard", "256", "truecolor"]


def printable(text: str) -> str:
    """A line without control characters, which could steer a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


@dataclass(frozen=True)
class Display:
    """What a stream can show: its width in columns, its colors, and whether it shows links."""

    width: int = WIDTH
    color: Color = "none"
    links: bool = False

    @classmethod
    def of(cls, stream: TextIO) -> "Display | None":
        """What a stream can show; None for an old console of Windows, which only a program on it can write to."""
        console = console_on(stream)
        if console.legacy_windows:
            return None
        color = console.color_system or "none"
        chosen = "off" if console.color_system and console.no_color else color
        return cls(console.width, cast(Color, chosen), _shows_links(console))


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
        return cls(console, _highlighter(rulebook), page() if _shows_links(console) else "")

    @classmethod
    def for_display(cls, display: Display, rulebook: Rulebook, page: str = "") -> "Output":
        """Writes to a string what a stream elsewhere can show; `printed` returns it."""
        return cls(_console_for(display), _highlighter(rulebook), page if display.links else "")

    def for_question(self, question: str) -> "Output":
        """The same, where the words of a question stand out."""
        return replace(self, highlighter=self.highlighter.for_question(question))

    def for_sentences(self, sentences: tuple[str, ...]) -> "Output":
        """The same, where these sentences stand out."""
        return replace(self, highlighter=self.highlighter.for_sentences(sentences))

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
        shown.stylize("key", *self.highlighter.key_sentence(shown.plain))
        for start, end in self.highlighter.question_words(shown.plain):
            shown.stylize("strong", start, end)
        for start, end, address in self.highlighter.links.find(shown.plain, rule) if self.page else ():
            shown.stylize(self._link(address.removeprefix("#rule-")), start, end)
        return shown

    def number(self, rule: Rule, shown: str, style: str = "") -> Text:
        """The number of a rule, linked to the rule in its place."""
        return self.link(rule.id, shown, style)

    def link(self, rule: str, shown: str, style: str = "") -> Text:
        """Text that is linked to a rule, by its id."""
        text = self.text(shown, style)
        if self.page:
            text.stylize(self._link(quote(rule, safe="")))
        return text

    def _link(self, rule: str) -> Style:
        return Style(link=f"{self.page}/?rule={rule}")


class PipeConsole(Console):
    """A console that lets the command decide what happens on a broken pipe."""

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


def printed(output: Output) -> str:
    """All that was written to an output for a display."""
    file = output.console.file
    return file.getvalue() if isinstance(file, io.StringIO) else ""


def _console_for(display: Display) -> Console:
    """A console that writes to a string, whatever the environment of this process is."""
    system = {"none": None, "off": "standard"}.get(display.color, display.color)
    return PipeConsole(
        file=io.StringIO(),
        theme=THEME,
        width=display.width,
        color_system=cast(Literal["standard", "256", "truecolor"] | None, system),
        force_terminal=system is not None,
        no_color=display.color == "off",
        legacy_windows=False,
        force_jupyter=False,
        _environ={},
    )


def _shows_links(console: Console) -> bool:
    return console.color_system is not None and os.environ.get("TERM") != WITHOUT_LINKS


def _highlighter(rulebook: Rulebook) -> Highlighter:
    return Highlighter(Links(frozenset(rulebook.by_id)))
