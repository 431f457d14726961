"""judge/preparation.py: judges that are made while others answer."""

from threading import Event

import pytest
from own_rules import OFFICIAL, ToyJudge

from index.errors import EditionError
from index.progress import Progress
from judge.judge import Answerer
from judge.messages import PREPARED_SO_FAR, PREPARING
from judge.preparation import PreparedJudges, PreparingError

LONG = 30.0


def toy(progress: Progress) -> Answerer:
    """A judge that is made at once."""
    return ToyJudge(OFFICIAL)


def test_whoever_asks_too_early_is_told_how_far_it_is() -> None:
    judges, begun, go = PreparedJudges(1), Event(), Event()

    def slow(progress: Progress) -> Answerer:
        progress(1200, 3000)
        begun.set()
        go.wait(LONG)
        return ToyJudge(OFFICIAL)

    with pytest.raises(PreparingError):
        judges.get("a", "2031-05-01", slow, 0)
    assert begun.wait(LONG)
    with pytest.raises(PreparingError) as told:
        judges.get("a", "2031-05-01", slow, 0)
    so_far = PREPARED_SO_FAR.format(done=1200, total=3000)
    assert str(told.value) == PREPARING.format(edition="2031-05-01", so_far=so_far)
    go.set()
    ready = judges.get("a", "2031-05-01", slow, LONG)
    assert judges.get("a", "2031-05-01", slow, 0) is ready


def test_only_the_last_are_kept() -> None:
    judges = PreparedJudges(1)
    first = judges.get("a", "a", toy, LONG)
    judges.get("b", "b", toy, LONG)
    assert judges.get("a", "a", toy, LONG) is not first


def test_what_failed_is_tried_again() -> None:
    judges = PreparedJudges(1)

    def missing(progress: Progress) -> Answerer:
        raise EditionError("found no edition")

    with pytest.raises(EditionError, match="found no edition"):
        judges.get("a", "a", missing, LONG)
    assert judges.get("a", "a", toy, LONG).reader.edition == OFFICIAL
