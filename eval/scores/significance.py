"""Scores → bootstrap confidence intervals of their means, and permutation p-values of differences.

Both are SciPy's, with a fixed seed so that the same run always yields the same figures, and in batches to save memory.
"""

import numpy as np

from eval.records import Array

RESAMPLES = 2_000
PERMUTATIONS = 10_000
SEED = 20260807
CONFIDENCE_LEVEL = 0.95
BATCH_SIZE = 1_000_000


def bootstrap_intervals(scores: Array, resamples: int = RESAMPLES, seed: int = SEED) -> Array:
    """The 95% percentile-bootstrap interval of each column mean of scores (questions, measures).

    The shape is (2, measures), the lower bounds first. One question alone has no spread: both bounds are its score.
    """
    from scipy import stats

    if len(scores) < 2:
        return np.repeat(scores, 2, axis=0)
    result = stats.bootstrap(
        (scores,),
        np.mean,
        axis=0,
        n_resamples=resamples,
        batch=_batch(scores),
        confidence_level=CONFIDENCE_LEVEL,
        method="percentile",
        rng=np.random.default_rng(seed),
    )
    return np.stack(result.confidence_interval)


def permutation_p_values(differences: Array, permutations: int = PERMUTATIONS, seed: int = SEED) -> Array:
    """The two-sided p-value of each column mean of paired differences (questions, measures): shape (measures,).

    Each permutation swaps the two systems on some of the questions, at random; if there are at most `permutations`
    ways to swap them, all are tried. The observed order counts as one permutation, so p is never 0. Figures published
    before SciPy drew the swaps used other random numbers, so their p-values differ by up to 0.005; intervals are equal.
    """
    from scipy import stats

    if len(differences) < 2:
        return np.ones(differences.shape[1])
    result = stats.permutation_test(
        (differences,),
        _absolute_mean,
        permutation_type="samples",
        vectorized=True,
        n_resamples=permutations,
        batch=_batch(differences),
        alternative="greater",
        axis=0,
        rng=np.random.default_rng(seed),
    )
    p_values: Array = result.pvalue
    return p_values


def _absolute_mean(differences: Array, axis: int) -> Array:
    means: Array = np.abs(differences.mean(axis=axis))
    return means


def _batch(rows: Array) -> int:
    """How many resamples of these rows fit into memory at once."""
    return max(1, BATCH_SIZE // rows.size)
