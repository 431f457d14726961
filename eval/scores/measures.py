"""A ranking of rule numbers and a question → its scores. Each measure is defined in its function."""

import math
from collections.abc import Sequence, Set

from eval.records import Item, Question
from index.records import Rulebook
from index.rules.numbers import is_subrule_of

CUTOFFS = (1, 5, 10, 20)
NAMES = tuple(f"{measure}@{k}" for measure in ("hit", "all", "recall", "mrr", "ndcg") for k in CUTOFFS)
DECIDING_GAIN = 2
SUPPORTING_GAIN = 1


def heading_numbers(rulebook: Rulebook) -> frozenset[str]:
    """The numbers of rules that have a title of their own and subrules (`702.19`).

    A rule with subrules but no title (`704.5`) is not one of them: it has a text that can be found or missed.
    """
    return frozenset(rule.number for rule in rulebook.numbered if rule.children and rulebook.has_title(rule))


def finds(number: str, wanted: str, headings: Set[str]) -> bool:
    """Whether a ranked number is the wanted one, or a subrule of the wanted heading.

    >>> [finds(number, "702.19", {"702.19"}) for number in ("702.19", "702.19a", "702.190")]
    [True, True, False]
    """
    return number == wanted or (wanted in headings and is_subrule_of(number, wanted))


def first_rank(numbers: Sequence[str], item: Item, headings: Set[str]) -> int | None:
    """The rank, counted from 1, of the first number that finds any alternative of an item; None if no number does."""
    for rank, number in enumerate(numbers, 1):
        if any(finds(number, wanted, headings) for wanted in item):
            return rank
    return None


def hit_at(k: int, ranks: Sequence[int | None]) -> float:
    """hit@k (success): 1 if any deciding item is among the first k. How many are found is up to recall@k."""
    return float(any(_within(k, rank) for rank in ranks))


def all_at(k: int, ranks: Sequence[int | None], need: str) -> float:
    """all@k: 1 if the first k hold what the question needs: every item, or any item (hit@k) where `need` is "any"."""
    if need == "any":
        return hit_at(k, ranks)
    return float(all(_within(k, rank) for rank in ranks))


def recall_at(k: int, ranks: Sequence[int | None]) -> float:
    """recall@k: the share of the deciding items among the first k, regardless of `need`. Alternatives are one item."""
    return sum(_within(k, rank) for rank in ranks) / len(ranks)


def mrr_at(k: int, ranks: Sequence[int | None]) -> float:
    """mrr@k: 1 / the rank of the first deciding item if it is among the first k, else 0."""
    return max((1 / rank for rank in ranks if rank is not None and rank <= k), default=0.0)


def ndcg_at(k: int, ranks: Sequence[int | None], supporting: Sequence[int | None]) -> float:
    """ndcg@k: gains (2 deciding, 1 supporting) discounted by log2(rank + 1), divided by those of the ideal order.

    An item counts once, at the first rank that finds it. A rule that finds two items (a rule and its heading) earns
    both gains, which can exceed the ideal of one item per rank, so the quotient is capped at 1.
    """
    gains = [(DECIDING_GAIN, rank) for rank in ranks] + [(SUPPORTING_GAIN, rank) for rank in supporting]
    gained = sum(gain / math.log2(rank + 1) for gain, rank in gains if rank is not None and rank <= k)
    ideal = sum(gain / math.log2(rank + 1) for rank, (gain, _) in enumerate(gains[:k], 1))
    return min(1.0, gained / ideal)


def score(question: Question, numbers: Sequence[str], headings: Set[str]) -> tuple[float, ...] | None:
    """The measures of one ranking in the order of NAMES; None for an unanswerable question, which has none."""
    if not question.deciding:
        return None
    ranks = [first_rank(numbers, item, headings) for item in question.deciding]
    supporting = [first_rank(numbers, (number,), headings) for number in only_supporting(question)]
    return (
        *(hit_at(k, ranks) for k in CUTOFFS),
        *(all_at(k, ranks, question.need) for k in CUTOFFS),
        *(recall_at(k, ranks) for k in CUTOFFS),
        *(mrr_at(k, ranks) for k in CUTOFFS),
        *(ndcg_at(k, ranks, supporting) for k in CUTOFFS),
    )


def only_supporting(question: Question) -> list[str]:
    """The supporting numbers that are not deciding as well, so that none counts twice."""
    deciding = {number for item in question.deciding for number in item}
    return [number for number in question.supporting if number not in deciding]


def _within(k: int, rank: int | None) -> bool:
    return rank is not None and rank <= k
