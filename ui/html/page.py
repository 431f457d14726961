"""The parts of the page around the chat → their HTML."""

from collections.abc import Iterable

from index.records import Edition
from ui import strings
from ui.html.templating import render
from ui.html.view import edition_line

BYTES_IN_KB = 1000


def header_html(edition: Edition) -> str:
    """The page's title and the edition in use."""
    return render("page", "header", edition=edition_line(edition))


def footer_html() -> str:
    """The note that the page is unofficial."""
    return render("page", "footer")


def style_html(*sheets: str) -> str:
    """Our own style sheets, as they are."""
    return render("page", "style", sheets=sheets)


def status_line_html() -> str:
    """An empty live region; the page's script shows one of the sentences in its attributes there."""
    return render("page", "status_line")


def paragraph_html(text: str) -> str:
    """A paragraph."""
    return render("page", "paragraph", text=text)


def problems_html(lines: Iterable[str]) -> str:
    """A paragraph for each problem."""
    return render("page", "problems", lines=lines)


def notice_html(problem: str = "", web: bool = True) -> str:
    """The banner of the plain rulebook; `web` is false where the network must not be used."""
    return render("page", "notice", problem=problem, web=web)


def progress_html(stage: str, done: int = 0, total: int = 0) -> str:
    """A stage of an installation (a key of `strings.STAGES`), with a bar where the total is known."""
    amount = strings.AMOUNTS.get(stage, "") if total else ""
    scale = BYTES_IN_KB if stage == "download" else 1
    counted = amount.format(done=done // scale, total=total // scale)
    return render("page", "progress", stage=strings.STAGES[stage], amount=counted, done=done, total=total)
