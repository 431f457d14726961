"""Scores → the places of the best, and how far up some places stand among all."""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]
Rows = NDArray[np.intp]
Places = NDArray[np.int32]

PARTS = 32  # of an array, laid over each other


def best_rows(scores: FloatArray, k: int) -> Rows:
    """The rows of the best k scores, best first, ties by row.

    >>> best_rows(np.array([0.1, 0.9, 0.4, 0.9], np.float32), 3).tolist()
    [1, 3, 2]
    """
    rows = np.arange(len(scores))
    if k < len(scores):
        # At least k scores reach the k-th best of the maxima of so many parts; most need not be compared any further.
        width = len(scores) // PARTS if k * PARTS < len(scores) else len(scores)
        maxima = scores[: len(scores) // width * width].reshape(-1, width).max(axis=0)
        rows = np.flatnonzero(scores >= np.partition(maxima, -k)[-k])
    return rows[np.argsort(-scores[rows], kind="stable")][:k]


def reciprocal_ranks(scores: FloatArray, rows: Rows) -> FloatArray:
    """One over the rank of some rows among all, the best having 1; equal scores share the better rank.

    >>> reciprocal_ranks(np.array([0.1, 0.9, 0.4, 0.9], np.float32), np.array([0, 1, 3])).tolist()
    [0.25, 1.0, 1.0]
    """
    better = len(scores) - np.searchsorted(np.sort(scores), scores[rows], side="right")
    ranks: FloatArray = (1 / (1 + better)).astype(np.float32)
    return ranks
