"""index/search/evidence.py: what a search knows of a question, by hand."""

from dataclasses import replace

import numpy as np
import pytest

from index.search.evidence import Evidence, Scores, gather_evidence, softmax
from index.search.query_likelihood import QueryLikelihood

WORDS = QueryLikelihood.from_texts(
    ["trample damage blocker", "first strike damage", "bread oven", "baker"], ["702", "702", "aside", "aside"]
)
SCORES = Scores(
    cosines=np.array([0.9, 0.5, 0.4, 0.8, 0.1], np.float32),  # three passages of rules, two unanswerable questions
    centroids=np.array([0.7, 0.3, 0.6, 0.2], np.float32),
    words=np.array([3.0, 5.0, 9.0, 9.0], np.float32),
    likelihoods=np.array([1.5, -2.0, 0.5, 0.25], np.float32),
)
LINEAR = np.array([2.0, 1.0], np.float32)


def _gathered(question: str) -> Evidence:
    return gather_evidence(question, SCORES, LINEAR, 3, WORDS)


def test_every_value_by_hand() -> None:
    found = _gathered("trample over the zorp")
    first = float(np.exp(2) / (np.exp(2) + np.exp(1)))
    assert [found.nearest, found.centroid, found.likelihood] == pytest.approx([0.9, 0.7, 1.5])
    assert found.unanswerable_nearest == pytest.approx(0.8)
    assert [found.unanswerable_centroid, found.unanswerable_likelihood] == pytest.approx([0.6, 0.5])
    assert found.five_nearest == pytest.approx(0.6)
    assert found.unanswerable_share == pytest.approx(0.4)
    assert [found.best_score, found.first_share] == pytest.approx([2.0, first], abs=1e-5)
    assert found.margin == pytest.approx(2 * first - 1, abs=1e-5)
    assert found.five_shares == pytest.approx(1)
    assert found.word_score == 5.0
    assert (found.known_words, found.words) == (1, 4)
    assert found.unknown_share > 0


@pytest.mark.parametrize("aside", [0.0, 2.0], ids=["five among the ten nearest", "fewer"])
def test_the_mean_of_the_five_nearest_passages_of_rules(aside: float) -> None:
    cosines = np.random.default_rng(7).random(40).astype(np.float32)
    cosines[25:] += np.float32(aside)
    found = gather_evidence("bread", replace(SCORES, cosines=cosines), LINEAR, 25, WORDS)
    assert found.five_nearest == pytest.approx(np.sort(cosines[:25])[-5:].mean(), abs=1e-6)


def test_words_of_the_rules_speak_for_them() -> None:
    assert _gathered("damage").word_ratio > 0 > _gathered("bread").word_ratio
    assert _gathered("zorp").unknown_share == 1
    assert _gathered("").unknown_share == 0


def test_nothing_indexed() -> None:
    empty = np.zeros(0, np.float32)
    found = gather_evidence("bread", Scores(empty, empty, empty, empty), empty, 0, QueryLikelihood.from_texts([], []))
    assert (found.nearest, found.first_share, found.words) == (0, 0, 1)


def test_chances_sum_to_one() -> None:
    chances = softmax(np.array([1000.0, 999.0, 0.0]))
    assert chances.sum() == pytest.approx(1)
    assert chances[0] == pytest.approx(np.e / (np.e + 1), abs=1e-5)
    assert len(softmax(np.zeros(0))) == 0
