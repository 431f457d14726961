"""ui/terminal/output.py: what each kind of stream gets."""

import io

import pytest
from own_rules import read
from terminals import PAGE, Terminal, pipe, terminal, written

from ui.terminal.output import Output, printable

BOOK = read().rulebook


def on(stream: io.StringIO) -> tuple[int, str | None, str]:
    """The width, the colors and the page of an output on a stream while a page is served."""
    output = Output.on(stream, BOOK, lambda: PAGE)
    return output.console.width, output.console.color_system, output.page


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal like most; nothing of the machine that runs the tests."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TTY_COMPATIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def test_a_pipe_gets_plain_text_whatever_the_terminal_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert on(io.StringIO()) == (80, None, "")


@pytest.mark.parametrize(("columns", "width"), [("48", 48), ("100", 100), ("211", 100)])
def test_a_terminal_gets_its_width(monkeypatch: pytest.MonkeyPatch, columns: str, width: int) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert on(Terminal()) == (width, "256", PAGE)


def test_a_dumb_terminal_gets_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert on(Terminal()) == (80, None, "")


def test_the_console_of_linux_gets_no_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    assert on(Terminal()) == (80, "standard", "")


@pytest.mark.parametrize(("no_color", "code"), [("1", "1"), ("", "1;35")])
def test_no_color_leaves_out_the_colors_alone(monkeypatch: pytest.MonkeyPatch, no_color: str, code: str) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    stream = Terminal()
    Output.on(stream, BOOK).write("a", "deciding")
    assert stream.getvalue() == f"\x1b[{code}ma\x1b[0m\n"


def test_text_of_several_lines_is_styled_line_by_line() -> None:
    assert written(terminal(), lambda output: output.write("a\n\nb", "quiet")) == "\x1b[2ma\x1b[0m\n\n\x1b[2mb\x1b[0m"
    assert written(pipe(), lambda output: output.write("a\nb", "quiet")) == "a\nb"


def test_markup_of_rich_is_text() -> None:
    text = "[bold]a[/bold] :smile: [link=http://x]b[/link]"
    assert written(terminal(), lambda output: output.write(text)) == text
    assert written(pipe(), lambda output: output.write(text)) == text


def test_control_characters_are_left_out() -> None:
    assert printable("a\x1b[31m\x9b\u202e\tb") == "a [31m   b"
