"""A run over systems that are plain functions, and the baselines over a tiny rulebook."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from eval.records import Question, TimedRanking
from eval.run import run, score_rankings
from eval.scores.measures import NAMES
from eval.systems.baselines import baselines
from index.encoder.encoder import Vectors
from index.errors import QuestionSetError
from index.records import Edition, Rule, Rulebook
from judge.records import Ranking

QUESTIONS = [
    Question("q1", "apples", (("100.1",),)),
    Question("q2", "pears", (("100.2",), ("100.3",)), need="all"),
    Question("q3", "weather", ()),
]
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


def _fixed(question: str, k: int) -> Ranking:
    found = {"apples": ("100.1#2", "100.1", "100.5"), "pears": ("100.5", "100.3")}.get(question, ())
    return Ranking(found, 0.75 if found else 0.25, "answered" if found else "declined", 1)


def _wide(question: str, k: int) -> Ranking:
    return Ranking(tuple(f"100.{place}" for place in range(1, k + 5)))


def test_every_question_is_asked_of_every_system() -> None:
    seen: list[tuple[int, int]] = []
    fixed, wide = run(
        QUESTIONS[:2],
        {"fixed": _fixed, "wide": _wide},
        frozenset(),
        k=3,
        on_progress=lambda done, total: seen.append((done, total)),
        clock=Clock(),
    )
    assert (fixed.system, wide.system) == ("fixed", "wide")
    assert fixed.rankings == (
        TimedRanking(("100.1", "100.5"), 1000.0, 0.75, "answered", 1),
        TimedRanking(("100.5", "100.3"), 3000.0, 0.75, "answered", 1),
    )
    assert [(len(ranking.numbers), ranking.ms, ranking.confidence) for ranking in wide.rankings] == [
        (20, 2000.0, None),
        (20, 4000.0, None),
    ]
    assert seen == [(1, 2), (2, 2)]


def test_more_than_twenty_when_asked() -> None:
    [only] = run(QUESTIONS[:1], {"wide": _wide}, frozenset(), k=22)
    assert len(only.rankings[0].numbers) == 22


def test_a_question_to_decline_has_no_scores() -> None:
    [only] = run(QUESTIONS, {"fixed": _fixed}, frozenset())
    rows = [dict(zip(NAMES, row, strict=True)) for row in only.scores.tolist()]
    assert [(row["hit@1"], row["all@5"], row["recall@5"]) for row in rows[:2]] == [(1, 1, 1), (0, 0, 0.5)]
    assert all(math.isnan(value) for value in rows[2].values())


def test_rankings_known_before_are_scored_alike() -> None:
    [only] = run(QUESTIONS, {"fixed": _fixed}, frozenset())
    again = score_rankings("fixed", QUESTIONS, only.rankings, frozenset())
    np.testing.assert_array_equal(again.scores, only.scores)


@pytest.mark.parametrize("questions", [[], QUESTIONS[2:]], ids=["empty", "only-to-decline"])
def test_nothing_to_measure(questions: list[Question]) -> None:
    with pytest.raises(QuestionSetError, match="none with a deciding rule"):
        run(questions, {"fixed": _fixed}, frozenset())


def test_baselines_find_rules_by_words_vectors_and_both() -> None:
    systems = baselines(Rulebook(Edition("x", "x", "", True), RULES), Letters().encode)
    assert list(systems) == ["bm25", "dense", "rrf"]

    def found(name: str, question: str, k: int) -> tuple[str, ...]:
        ranked = systems[name](question, k)
        assert (ranked.confidence, ranked.state) == (None, None)
        return ranked.numbers

    assert found("bm25", "quinces", 5) == ("900.2a",)
    assert found("bm25", "apples", 5) == ("900.2a", "900.2")
    assert found("bm25", "fruit", 5)[0] == "900.1"
    assert found("dense", "apple", 1) == ("900.2",)
    assert sorted(found("dense", "apple", 9)) == ["900.1", "900.2", "900.2a", "900.3"]
    assert found("rrf", "apples", 2) == ("900.2", "900.2a")
    assert len(found("rrf", "nothing alike", 9)) == 4


def test_baselines_take_the_rules_vectors_from_elsewhere() -> None:
    asked: list[str] = []

    def kept(texts: Sequence[str]) -> Vectors:
        asked.extend(texts)
        return Letters().encode(texts)

    def of_question(texts: Sequence[str]) -> Vectors:
        assert len(texts) == 1
        return Letters().encode(texts)

    systems = baselines(Rulebook(Edition("x", "x", "", True), RULES), of_question, kept)
    assert systems["dense"]("apple", 1).numbers == ("900.2",)
    assert len(asked) == 5
