"""Several rankings or scores of rows → one ranking."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

CONSTANT = 60


def reciprocal_rank(rankings: Sequence[Sequence[int]], constant: int = CONSTANT) -> list[tuple[int, float]]:
    """Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): (row, score), best first, ties by row.

    >>> reciprocal_rank([[7, 3], [3]], constant=0)
    [(3, 1.5), (7, 1.0)]
    """
    scores: dict[int, float] = defaultdict(float)
    for ranking in rankings:
        for rank, row in enumerate(ranking, 1):
            scores[row] += 1 / (constant + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


def weighted_sum(scores: Sequence[NDArray[np.float32]], weights: Sequence[float]) -> list[tuple[int, float]]:
    """Weighted sum of scores (CombSUM, Fox and Shaw 1994): (row, score), best first, ties by row.

    Every array has one score a row.
    """
    total = np.average(np.stack(scores).astype(np.float64), axis=0, weights=list(weights)) * sum(weights)
    order = np.argsort(-np.round(total, 6), kind="stable")
    return [(int(row), float(total[row])) for row in order]
