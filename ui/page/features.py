"""What the page can do besides answering; each feature is optional."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.judge import Answerer
    from judge.past import Past
    from judge.writer.writer import Writer
    from ui.page.evaluate import Evaluate
    from ui.state.counts import Counts
    from ui.state.feedback import Feedback
    from ui.state.links import SharedLinks

# The stage (a key of `strings.STAGES`), how much is done, and the total, 0 where it is unknown.
Report = Callable[[str, int, int], None]


@dataclass(frozen=True)
class PageFeatures:
    """The features of a page.

    `install` takes the bytes and the name of a rules file and returns the judge that reads it, `fetch` downloads the
    text; both report their progress. `evaluate` measures over an edition, `editions` gives the ids of all
    installed editions, `past` knows those beside the one in use. `writer` writes answers in sentences.
    `watched` gives the judge that answers in place of another, such as one that counts.
    """

    install: "Callable[[bytes, str, Report], Answerer] | None" = None
    fetch: "Callable[[Report], Answerer] | None" = None
    evaluate: "Evaluate | None" = None
    editions: Callable[[], list[str]] | None = None
    feedback: "Feedback | None" = None
    links: "SharedLinks | None" = None
    counts: "Counts | None" = None
    past: "Past | None" = None
    writer: "Writer | None" = None
    watched: "Callable[[Answerer], Answerer]" = lambda judge: judge
