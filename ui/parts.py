"""What the page can do beside answering: each part may be left out, and what it would show is left out then."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.cards import NamedCards
    from judge.judge import Judge
    from ui.evaluate import Evaluate
    from ui.feedback import Feedback

# What is being done (a key of `words.STAGES`), how much of it is done, and how much there is, 0 where nobody knows.
Report = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Parts:
    """The parts of a page.

    `install` takes the bytes and the name of a rules file and returns the judge that reads it, `fetch` takes the text
    from the web; both say how far they are. `evaluate` measures over an edition, `named` gives the cards that a
    question names, `editions` the ids of all editions there are.
    """

    install: "Callable[[bytes, str, Report], Judge] | None" = None
    fetch: "Callable[[Report], Judge] | None" = None
    evaluate: "Evaluate | None" = None
    named: "Callable[[Judge, str], list[NamedCards]] | None" = None
    editions: Callable[[], list[str]] | None = None
    feedback: "Feedback | None" = None
