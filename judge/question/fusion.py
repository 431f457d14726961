"""What is found for a question, and for the same question in other words → one ranking.

Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009). The evidence stays that of the question itself, so an
expansion reorders the rules and never makes the judge surer.
"""

from collections import defaultdict
from dataclasses import replace

from index.records import Hit
from index.search.search import SearchResult

FUSION_CONSTANT = 60


def fused(own: SearchResult, other: SearchResult) -> SearchResult:
    """The rules of both, best first, as many as the question itself found; ties in the question's own order.

    The chances are the means of both, handed out in the new order from the highest to the lowest.
    """
    ranks: dict[str, float] = defaultdict(float)
    chances: dict[str, float] = defaultdict(float)
    hits: dict[str, Hit] = {}
    for found in (own, other):
        for rank, hit in enumerate(found.hits, 1):
            ranks[hit.rule] += 1 / (FUSION_CONSTANT + rank)
            chances[hit.rule] += hit.score / 2
            hits.setdefault(hit.rule, hit)
    ordered = sorted(hits.values(), key=lambda hit: -ranks[hit.rule])[: len(own.hits)]
    best = sorted((chances[hit.rule] for hit in ordered), reverse=True)
    return replace(own, hits=tuple(replace(hit, score=chance) for hit, chance in zip(ordered, best, strict=True)))
