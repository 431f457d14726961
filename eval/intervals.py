"""Scores → bootstrap confidence intervals of their means, and how likely a difference of two systems is by chance.

Both draw with a fixed seed, so that the same run gives the same figures, and in blocks, so that memory stays small.
"""

from collections.abc import Iterator

import numpy as np

from eval.records import Array

SAMPLES = 2_000
ROUNDS = 10_000
SEED = 20260807
LEVEL = 0.95
BLOCK = 4_000_000
ROUNDING = 1e-12


def bootstrap(scores: Array, samples: int = SAMPLES, seed: int = SEED) -> Array:
    """The 95% interval of the mean of every column of scores (questions, measures): shape (2, measures), low and high.

    The percentile bootstrap: the questions are drawn anew, with replacement, `samples` times.
    """
    count = len(scores)
    rng = np.random.default_rng(seed)
    means = [_drawn(rng, size, count) @ scores / count for size in _blocks(samples, count)]
    tail = (1 - LEVEL) / 2
    interval: Array = np.quantile(np.concatenate(means), [tail, 1 - tail], axis=0)
    return interval


def randomisation(differences: Array, rounds: int = ROUNDS, seed: int = SEED) -> Array:
    """How likely a mean difference at least as large is by chance, two-sided, for every column: shape (measures,).

    The paired randomisation test: in every round each question's two systems change places, or not, by a coin; the
    ranking that was seen counts as one round.
    """
    count = len(differences)
    seen = np.abs(differences.sum(axis=0)) - ROUNDING
    rng = np.random.default_rng(seed)
    as_large = np.ones(differences.shape[1])
    for size in _blocks(rounds, count):
        coins = np.frombuffer(rng.bytes(size * count), dtype=np.uint8).reshape(size, count) & 1
        totals = (coins * 2.0 - 1.0) @ differences
        as_large += (np.abs(totals) >= seen).sum(axis=0)
    chances: Array = as_large / (rounds + 1)
    return chances


def _drawn(rng: np.random.Generator, size: int, count: int) -> Array:
    """How often each of `count` questions is in each of `size` samples, shape (size, count)."""
    picked = rng.integers(0, count, (size, count)) + np.arange(size)[:, None] * count
    return np.bincount(picked.ravel(), minlength=size * count).reshape(size, count).astype(np.float64)


def _blocks(total: int, width: int) -> Iterator[int]:
    """Sizes that add up to `total`, each so small that a block of that many rows of `width` fits."""
    most = max(1, BLOCK // width)
    for start in range(0, total, most):
        yield min(most, total - start)
