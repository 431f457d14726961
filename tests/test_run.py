"""A run over systems that are plain functions, and the baselines over a tiny rulebook."""

from collections.abc import Sequence

import numpy as np
import pytest

from eval.records import Question, Ranking
from eval.run import run, summarise
from eval.systems import baselines
from index.errors import QuestionSetError
from index.records import Edition, Rule, Rulebook
from index.vectors import Vectors

QUESTIONS = [
    Question("q1", "apples", (("100.1",),)),
    Question("q2", "pears", (("100.2",), ("100.3",)), need="all"),
    Question("q3", "weather", ()),
]
MEASURES = ["hit@1", "hit@5", "hit@10", "all@5", "all@10", "recall@5", "recall@10", "mrr@10", "ndcg@10"]
RULES = (
    Rule("900", "900", "Fruit", ""),
    Rule("900.1", "900.1", "Fruit", "A pear falls."),
    Rule("900.2", "900.2", "Apple", ""),
    Rule("900.2a", "900.2a", "Apple", "It keeps well.", examples=("Ann stores quinces beside it.",)),
    Rule("900.2a#2", "900.2a", "Apple", "An apple shines."),
    Rule("900.3", "900.3", "Fruit", "A cherry stains."),
)


class Letters:
    """A fake encoder: a text is how often it has the letters a, e and p."""

    name = "letters"
    weights = "none"

    def encode(self, texts: Sequence[str]) -> Vectors:
        counts = np.array([[text.lower().count(letter) for letter in "aep"] for text in texts], dtype=np.float32) + 0.01
        unit: Vectors = counts / np.linalg.norm(counts, axis=1, keepdims=True)
        return unit


class Clock:
    """A clock on which every look takes half a second more than the last."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks * (self.looks + 1) / 4


def _fixed(question: str, k: int) -> list[str]:
    return {"apples": ["100.1#2", "100.1", "100.5"], "pears": ["100.5", "100.3"]}.get(question, [])


def _wide(question: str, k: int) -> list[str]:
    return [f"100.{place}" for place in range(1, k + 5)]


def test_results_stand_system_by_system_with_their_time() -> None:
    seen: list[tuple[int, int]] = []
    results = run(
        QUESTIONS[:2],
        {"fixed": _fixed, "wide": _wide},
        frozenset(),
        k=3,
        on_progress=lambda done, total: seen.append((done, total)),
        clock=Clock(),
    )
    assert [result.ranking for result in results[:2]] == [
        Ranking("fixed", "q1", ("100.1", "100.5"), 1000.0),
        Ranking("fixed", "q2", ("100.5", "100.3"), 2000.0),
    ]
    assert [len(result.ranking.numbers) for result in results] == [2, 2, 10, 10]
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_more_than_ten_when_asked() -> None:
    [result] = run(QUESTIONS[:1], {"wide": _wide}, frozenset(), k=12)
    assert len(result.ranking.numbers) == 12


def test_summary_means_leave_out_what_must_be_declined() -> None:
    summary = summarise(run(QUESTIONS, {"fixed": _fixed}, frozenset(), clock=Clock()), "2026-08-07")
    fixed = summary["systems"]["fixed"]
    assert (summary["questions"], summary["edition"], list(summary["systems"])) == (3, "2026-08-07", ["fixed"])
    assert list(fixed) == [*MEASURES, "ms_p50", "ms_p95"]
    assert [fixed[name] for name in MEASURES[:8]] == [0.5, 1, 1, 0.5, 0.5, 0.75, 0.75, 0.75]
    assert (fixed["ms_p50"], fixed["ms_p95"]) == pytest.approx((2000, 2900))


@pytest.mark.parametrize("questions", [[], QUESTIONS[2:]], ids=["empty", "only-to-decline"])
def test_nothing_to_measure(questions: list[Question]) -> None:
    with pytest.raises(QuestionSetError, match="none with a deciding rule"):
        run(questions, {"fixed": _fixed}, frozenset())


def test_baselines_find_rules_by_words_vectors_and_both() -> None:
    systems = baselines(Rulebook(Edition("x", "x", "", True), RULES), Letters())
    assert list(systems) == ["bm25", "dense", "rrf"]
    assert systems["bm25"]("quinces", 5) == ["900.2a"]
    assert systems["bm25"]("apples", 5) == ["900.2a", "900.2"]
    assert systems["bm25"]("fruit", 5)[0] == "900.1"
    assert systems["dense"]("apple", 1) == ["900.2"]
    assert sorted(systems["dense"]("apple", 9)) == ["900.1", "900.2", "900.2a", "900.3"]
    assert systems["rrf"]("apples", 2) == ["900.2", "900.2a"]
    assert len(systems["rrf"]("nothing alike", 9)) == 4
