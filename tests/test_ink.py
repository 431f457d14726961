"""ui/ink.py: what each kind of output gets."""

import io

import pytest

from ui.ink import Ink, ink_for

PAGE = "http://127.0.0.1:7860"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True


def test_a_pipe_gets_plain_text_whatever_the_terminal_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert ink_for(io.StringIO(), {"TERM": "xterm-256color"}, lambda: PAGE) == Ink(80, False, False, "")


@pytest.mark.parametrize(("columns", "width"), [("48", 48), ("100", 100), ("211", 100)])
def test_a_terminal_gets_its_width(monkeypatch: pytest.MonkeyPatch, columns: str, width: int) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert ink_for(Terminal(), {"TERM": "xterm"}, lambda: PAGE) == Ink(width, True, True, PAGE)


@pytest.mark.parametrize("term", ["dumb", "linux"])
def test_a_terminal_that_cannot_gets_plain_text(term: str) -> None:
    assert ink_for(Terminal(), {"TERM": term}, lambda: PAGE) == Ink()


def test_no_color_leaves_out_the_colours_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert ink_for(Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}) == Ink(80, True, False, "")
    assert ink_for(Terminal(), {"TERM": "xterm", "NO_COLOR": ""}) == Ink(80, True, True, "")


def test_text_of_several_lines_is_styled_line_by_line() -> None:
    assert Ink(styles=True).quiet("a\n\nb") == "\x1b[2ma\x1b[0m\n\n\x1b[2mb\x1b[0m"
    assert Ink().quiet("a\nb") == "a\nb"


def test_numbers_of_rules_alone_are_links() -> None:
    text = "702.19b and 12.5, 100.1000.1, x702.19, 702.19bcd"
    linked = Ink(page=PAGE).marked(text)
    assert linked == f"\x1b]8;;{PAGE}/?rule=702.19b\x1b\\702.19b\x1b]8;;\x1b\\" + text[7:]
    assert Ink().marked(text) == text
