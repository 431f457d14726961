"""Measures, worked out by hand on rankings of four or five."""

import math
from collections.abc import Sequence

import pytest

from eval.records import Item, Need, Question
from eval.scores.measures import NAMES, finds, heading_numbers, score
from index.records import Edition, Rule, Rulebook

HEADINGS = frozenset({"702.19"})
RANKING = ("702.190", "100.1", "702.19a", "100.2", "100.3")


def _score(
    deciding: Sequence[Item], numbers: Sequence[str], supporting: Sequence[str] = (), need: Need = "any"
) -> dict[str, float]:
    scores = score(Question("q", "?", tuple(deciding), tuple(supporting), need), numbers, HEADINGS)
    assert scores is not None
    return dict(zip(NAMES, scores, strict=True))


@pytest.mark.parametrize(
    ("number", "wanted", "expected"),
    [
        ("702.19", "702.19", True),
        ("702.19a", "702.19", True),
        ("702.19aa", "702.19", True),
        ("702.190", "702.19", False),
        ("702.190a", "702.19", False),
        ("702x19a", "702.19", False),
        ("702.19", "702.19a", False),
        ("704.5a", "704.5", False),
        ("704.5", "704.5", True),
    ],
)
def test_finds(number: str, wanted: str, expected: bool) -> None:
    assert finds(number, wanted, HEADINGS) is expected


def test_headings_have_a_title_and_subrules() -> None:
    rules = (
        Rule("704", "704", "Tidying", "", children=("704.5",)),
        Rule("704.5", "704.5", "Tidying", "Some things happen.", parent="704", children=("704.5a",)),
        Rule("704.5a", "704.5a", "Tidying", "One of them.", parent="704.5"),
        Rule("702", "702", "Words", "", children=("702.19", "702.20", "702.21")),
        Rule("702.19", "702.19", "Stomp", "", parent="702", children=("702.19a",)),
        Rule("702.19a", "702.19a", "Stomp", "It stomps.", parent="702.19"),
        Rule("702.20", "702.20", "Glare", "In our words: it glares.", parent="702", children=("702.20a",)),
        Rule("702.20a", "702.20a", "Glare", "It glares.", parent="702.20"),
        Rule("702.21", "702.21", "Hum", "", parent="702"),
    )
    assert heading_numbers(Rulebook(Edition("x", "x", "", True), rules)) == {"702.19", "702.20"}


def test_a_heading_is_found_by_its_subrule_at_rank_three() -> None:
    scores = _score([("702.19",)], RANKING)
    assert scores == {
        **{"hit@1": 0, "hit@5": 1, "hit@10": 1, "hit@20": 1, "all@1": 0, "all@5": 1, "all@10": 1, "all@20": 1},
        **{"recall@1": 0, "recall@5": 1, "recall@10": 1, "recall@20": 1},
        **{"mrr@1": 0, "mrr@5": 1 / 3, "mrr@10": 1 / 3, "mrr@20": 1 / 3},
        **{"ndcg@1": 0, "ndcg@5": 0.5, "ndcg@10": 0.5, "ndcg@20": 0.5},
    }


def test_the_cutoffs_look_so_far_and_no_further() -> None:
    numbers = [f"200.{place}" for place in range(1, 25)]
    for rank, found_at in [(1, 4), (5, 3), (6, 2), (10, 2), (11, 1), (20, 1), (21, 0)]:
        scores = _score([(f"200.{rank}",)], numbers)
        for measure in ("hit", "all", "recall", "mrr", "ndcg"):
            assert sum(scores[f"{measure}@{k}"] > 0 for k in (1, 5, 10, 20)) == found_at


def test_need_all_against_any() -> None:
    some = [("100.1",), ("100.9",)]
    assert (_score(some, RANKING)["all@5"], _score(some, RANKING)["recall@5"]) == (1, 0.5)
    assert (_score(some, RANKING, need="all")["all@5"], _score(some, RANKING, need="all")["hit@5"]) == (0, 1)
    assert _score([("100.1",), ("100.3",)], RANKING, need="all")["all@5"] == 1


def test_alternatives_are_one_item_found_by_either() -> None:
    scores = _score([("100.9", "100.2"), ("100.8", "100.7")], RANKING, need="all")
    assert (scores["recall@5"], scores["all@5"], scores["mrr@10"]) == (0.5, 0, 0.25)
    both = _score([("100.1", "100.2")], RANKING)
    assert both["recall@5"] == 1
    assert both["ndcg@10"] == pytest.approx(1 / math.log2(3))


def test_the_cutoff_is_inside() -> None:
    numbers = [f"200.{place}" for place in range(1, 12)]
    assert (_score([("200.5",)], numbers)["hit@5"], _score([("200.6",)], numbers)["hit@5"]) == (1, 0)
    assert (_score([("200.10",)], numbers)["mrr@10"], _score([("200.11",)], numbers)["mrr@10"]) == (0.1, 0)
    assert _score([("200.11",)], numbers)["ndcg@10"] == 0


def test_ndcg_by_hand() -> None:
    scores = _score([("100.1",), ("100.9",)], RANKING, ["702.190", "100.3"])
    gained = 1 / math.log2(2) + 2 / math.log2(3) + 1 / math.log2(6)
    ideal = 2 / math.log2(2) + 2 / math.log2(3) + 1 / math.log2(4) + 1 / math.log2(5)
    assert scores["ndcg@10"] == pytest.approx(gained / ideal)
    assert _score([("702.190",), ("100.1",)], RANKING, ["702.19"])["ndcg@10"] == 1


def test_ndcg_counts_nothing_twice() -> None:
    twins = ["702.19a", "702.19b", "702.19"]
    assert _score([("702.19",)], twins)["ndcg@10"] == 1
    assert _score([("100.1",)], ["100.1"], ["100.1"])["ndcg@10"] == 1
    assert _score([("702.19a",)], ["702.19a"], ["702.19"])["ndcg@10"] == 1


def test_nothing_found_and_nothing_wanted() -> None:
    assert set(_score([("100.9",)], []).values()) == {0}
    assert score(Question("q", "?", ()), RANKING, HEADINGS) is None
