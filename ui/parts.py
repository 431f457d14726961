"""What the page can do beside answering: each part may be left out, and what it would show is left out then."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.judge import Judge
    from ui.evaluate import Evaluate
    from ui.feedback import Feedback


@dataclass(frozen=True)
class Parts:
    """The parts of a page.

    `install` takes the bytes and the name of a rules file and returns the judge that reads it, `evaluate` measures over
    an edition, `named` gives the HTML of the cards that a question names, `editions` the ids of all editions there are.
    """

    install: "Callable[[bytes, str], Judge] | None" = None
    evaluate: "Evaluate | None" = None
    named: "Callable[[Judge, str], str] | None" = None
    editions: Callable[[], list[str]] | None = None
    feedback: "Feedback | None" = None
