"""Bootstrap intervals and permutation p-values that are known by hand, or from the figures published before."""

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from eval.scores.significance import bootstrap_intervals, permutation_p_values

RNG = np.random.default_rng(3)
SCORES = RNG.random((120, 3)) * [1.0, 0.5, 0.1]
DIFFERENCES = RNG.normal([0.0, 0.03, 0.2], 0.2, (120, 3))


def test_equal_scores_have_an_interval_without_width() -> None:
    np.testing.assert_allclose(bootstrap_intervals(np.full((10, 2), 0.25)), np.full((2, 2), 0.25))


def test_one_question_alone_has_no_spread() -> None:
    assert bootstrap_intervals(np.array([[0.25, 1.0]])).tolist() == [[0.25, 1.0], [0.25, 1.0]]
    assert permutation_p_values(np.array([[0.25, 0.0]])).tolist() == [1, 1]


def test_same_seed_gives_same_figures() -> None:
    np.testing.assert_array_equal(bootstrap_intervals(SCORES), bootstrap_intervals(SCORES))
    np.testing.assert_array_equal(permutation_p_values(DIFFERENCES), permutation_p_values(DIFFERENCES))
    assert (bootstrap_intervals(SCORES, seed=1) != bootstrap_intervals(SCORES, seed=2)).all()


def test_intervals_equal_those_published_before_scipy() -> None:
    scores = np.hstack([SCORES] * 3)  # so many that the resamples are drawn in several batches
    rng = np.random.default_rng(20260807)
    means = scores[rng.integers(0, 120, (2_000, 120))].mean(axis=1)
    np.testing.assert_allclose(bootstrap_intervals(scores), np.quantile(means, [0.025, 0.975], axis=0))


def test_p_values_are_near_those_of_a_t_test() -> None:
    p_values = permutation_p_values(DIFFERENCES)
    np.testing.assert_allclose(p_values, ttest_1samp(DIFFERENCES, 0).pvalue, atol=0.02)
    assert p_values[2] == pytest.approx(1 / 10_001)


def test_few_questions_are_permuted_in_every_way() -> None:
    assert permutation_p_values(np.array([[1.0], [1.0], [1.0]])).tolist() == [2 / 8]
    assert permutation_p_values(np.array([[3.0], [1.0], [-1.0]])).tolist() == [6 / 8]
    assert permutation_p_values(np.zeros((4, 2))).tolist() == [1, 1]
