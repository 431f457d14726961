"""Several rankings of rows → one ranking."""

from collections import defaultdict
from collections.abc import Sequence

FUSION_CONSTANT = 60


def reciprocal_rank(rankings: Sequence[Sequence[int]], constant: int = FUSION_CONSTANT) -> list[tuple[int, float]]:
    """Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): (row, score), best first, ties broken by row.

    >>> reciprocal_rank([[7, 3], [3]], constant=0)
    [(3, 1.5), (7, 1.0)]
    """
    scores: dict[int, float] = defaultdict(float)
    for ranking in rankings:
        for rank, row in enumerate(ranking, 1):
            scores[row] += 1 / (constant + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
