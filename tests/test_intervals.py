"""Bootstrap and randomisation: what is known by hand, and what scipy says."""

import numpy as np
import pytest
from scipy import stats

from eval import intervals
from eval.intervals import bootstrap, randomisation

RNG = np.random.default_rng(3)
SCORES = RNG.random((120, 3)) * [1.0, 0.5, 0.1]
DIFFERENCES = RNG.normal([0.0, 0.03, 0.2], 0.2, (120, 3))


def test_scores_that_are_all_alike_have_no_width() -> None:
    np.testing.assert_allclose(bootstrap(np.full((10, 2), 0.25)), np.full((2, 2), 0.25))


def test_the_same_seed_gives_the_same_figures() -> None:
    np.testing.assert_array_equal(bootstrap(SCORES), bootstrap(SCORES))
    np.testing.assert_array_equal(randomisation(DIFFERENCES), randomisation(DIFFERENCES))
    assert (bootstrap(SCORES, seed=1) != bootstrap(SCORES, seed=2)).all()


def test_intervals_are_those_of_scipy() -> None:
    found = bootstrap(SCORES, samples=20_000)
    theirs = stats.bootstrap((SCORES,), np.mean, axis=0, n_resamples=20_000, method="percentile", rng=1)
    expected = np.stack([theirs.confidence_interval.low, theirs.confidence_interval.high])
    np.testing.assert_allclose(found, expected, atol=0.003)


def test_chances_are_those_of_scipy() -> None:
    zero = np.zeros_like(DIFFERENCES)
    theirs = stats.permutation_test(
        (DIFFERENCES, zero),
        lambda a, b, axis: (a - b).mean(axis),
        permutation_type="samples",
        n_resamples=10_000,
        rng=1,
    )
    np.testing.assert_allclose(randomisation(DIFFERENCES), theirs.pvalue, atol=0.02)
    assert theirs.pvalue[2] < 0.001


def test_every_way_to_change_places_by_hand() -> None:
    [found] = randomisation(np.array([[1.0], [1.0], [1.0]]), rounds=40_000)
    assert found == pytest.approx(2 / 8, abs=0.01)
    assert randomisation(np.zeros((4, 2))).tolist() == [1, 1]


def test_blocks_make_no_difference_to_how_much_is_drawn() -> None:
    assert list(intervals._blocks(10, intervals.BLOCK // 4)) == [4, 4, 2]
    assert list(intervals._blocks(2, intervals.BLOCK * 9)) == [1, 1]
