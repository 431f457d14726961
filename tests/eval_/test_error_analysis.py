"""eval/studies/error_analysis.py: what counts as a miss, and its cause, on our small rules."""

import pytest

from eval.records import Question
from eval.scores.measures import heading_numbers
from eval.studies.error_analysis import CAUSES, Miss, find_misses, table
from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.judge import Judge


def _asked(*deciding: str) -> Question:
    return Question("q", "three words long", tuple((number,) for number in deciding))


@pytest.mark.parametrize(
    ("cause", "wanted", "found", "rank"),
    [
        (0, "702.19b", ("104.2", "702.19", "702.2"), 9),
        (0, "603.2e", ("603.2f",), 700),
        (1, "702.19b", ("104.2", "702.2a"), 9),
        (2, "702.19b", ("104.2", "613.7"), 9),
        (3, "702.19b", ("104.2", "613.7"), 11),
        (3, "702.19b", ("104.2", "613.7", "404.1", "302.6", "100.1", "702.19a"), 700),
    ],
)
def test_the_nearest_of_the_first_five_is_the_cause(cause: int, wanted: str, found: tuple[str, ...], rank: int) -> None:
    assert Miss(_asked(wanted), found, rank).cause == cause


def test_only_misses_are_found(search: Search, rulebook: Rulebook, plain: PlainRulebook) -> None:
    judge = Judge.from_rulebooks(rulebook, plain, search)
    text = "how much tramples over a chump blocker"
    hit, miss = Question("a", text, (("702.19b",),)), Question("b", text, (("104.2",),))
    either = Question("c", text, (("104.2",), ("702.19",)))
    asked = [hit, miss, either, Question("d", "who bakes the best bread", ())]
    found = find_misses(judge.rank, asked, heading_numbers(rulebook))
    assert [each.question.id for each in found] == ["b"]
    assert found[0].numbers[0] == "702.19b"
    assert found[0].rank == found[0].numbers.index("104.2") + 1 > 5


def test_the_table_counts_every_cause() -> None:
    asked = [_asked("702.19b"), _asked("702.19b"), _asked("104.2"), Question("d", "to decline", ())]
    found = [Miss(asked[0], ("702.19",), 8), Miss(asked[2], ("702.2",), 8)]
    assert table(asked, found).split("\n")[2:] == [
        f"| {CAUSES[0]} | 1 | 0.333 | 3 |",
        f"| {CAUSES[1]} | 0 | 0.000 |  |",
        f"| {CAUSES[2]} | 1 | 0.333 | 3 |",
        f"| {CAUSES[3]} | 0 | 0.000 |  |",
    ]
