"""index/search/ranks.py: the best rows and their ranks, as a full sort gives them."""

import doctest

import numpy as np
import pytest

from index.search import ranks
from index.search.ranks import best_rows, reciprocal_ranks


def test_examples() -> None:
    assert doctest.testmod(ranks) == (0, 2)


@pytest.mark.parametrize("k", [0, 1, 7, 200, 201, 500])
@pytest.mark.parametrize("values", [2, 1000], ids=["many ties", "few ties"])
def test_the_best_rows_are_those_of_a_stable_sort(k: int, values: int) -> None:
    scores = np.random.default_rng(7).integers(0, values, 201).astype(np.float32)
    assert best_rows(scores, k).tolist() == np.argsort(-scores, kind="stable")[:k].tolist()


@pytest.mark.parametrize("k", [1, 30, 312, 313])
@pytest.mark.parametrize("values", [2, 40, 1_000_000], ids=["very many ties", "many ties", "few ties"])
def test_the_best_of_many_rows_are_those_of_a_stable_sort(k: int, values: int) -> None:
    scores = np.random.default_rng(7).integers(0, values, 10_007).astype(np.float32)
    assert best_rows(scores, k).tolist() == np.argsort(-scores, kind="stable")[:k].tolist()
    scores[: len(scores) // 2] = 0
    assert best_rows(scores, k).tolist() == np.argsort(-scores, kind="stable")[:k].tolist()


def test_of_no_scores_none_is_best() -> None:
    none = np.zeros(0, np.float32)
    assert best_rows(none, 3).tolist() == []
    assert reciprocal_ranks(none, np.zeros(0, np.intp)).tolist() == []


def test_equal_scores_share_the_better_rank() -> None:
    scores = np.random.default_rng(7).integers(0, 20, 101).astype(np.float32)
    rows = np.array([3, 50, 100])
    assert reciprocal_ranks(scores, rows).tolist() == [
        np.float32(1 / (1 + int((scores > scores[row]).sum()))) for row in rows
    ]
