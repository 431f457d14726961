"""A ranking of rule numbers and a question → its scores; every measure is defined where it stands."""

import math
import re
from collections.abc import Sequence, Set

from eval.records import Item, Question
from index.records import Rule, Rulebook

CUTOFFS = (1, 5, 10, 20)
NAMES = tuple(f"{measure}@{k}" for measure in ("hit", "all", "recall", "mrr", "ndcg") for k in CUTOFFS)
DECIDING_GAIN = 2
SUPPORTING_GAIN = 1
SUBRULE = re.compile("[a-z]+")


def headings(rulebook: Rulebook) -> frozenset[str]:
    """The numbers that are headings with subrules: a title of their own and rules under it (`702.19`).

    A rule with subrules but without a title (`704.5`) is not one: it has a text, which can be found or missed.
    """
    return frozenset(rule.number for rule in rulebook.numbered if rule.children and _is_titled(rule, rulebook))


def _is_titled(rule: Rule, rulebook: Rulebook) -> bool:
    parent = rulebook.by_id.get(rule.parent or "")
    return not rule.text or (parent is not None and rule.heading != parent.heading)


def found(number: str, wanted: str, headings: Set[str]) -> bool:
    """Whether a ranked number is the wanted one, or a subrule of the wanted heading.

    >>> [found(number, "702.19", {"702.19"}) for number in ("702.19", "702.19a", "702.190")]
    [True, True, False]
    """
    if number == wanted:
        return True
    return number.startswith(wanted) and wanted in headings and SUBRULE.fullmatch(number, len(wanted)) is not None


def first_rank(numbers: Sequence[str], item: Item, headings: Set[str]) -> int | None:
    """The rank, from 1, of the first number that finds any alternative of an item; None when none does."""
    for rank, number in enumerate(numbers, 1):
        if any(found(number, wanted, headings) for wanted in item):
            return rank
    return None


def hit_at(k: int, ranks: Sequence[int | None]) -> float:
    """hit@k (success): 1 when any deciding item is in the first k. It does not count how many are; recall does."""
    return float(any(_within(k, rank) for rank in ranks))


def all_at(k: int, ranks: Sequence[int | None], need: str) -> float:
    """all@k: 1 when what the question needs is in the first k: all items, or any where `need` is `any` (then hit@k)."""
    if need == "any":
        return hit_at(k, ranks)
    return float(all(_within(k, rank) for rank in ranks))


def recall_at(k: int, ranks: Sequence[int | None]) -> float:
    """recall@k: the share of the deciding items in the first k, whatever `need` says; alternatives are one item."""
    return sum(_within(k, rank) for rank in ranks) / len(ranks)


def mrr_at(k: int, ranks: Sequence[int | None]) -> float:
    """mrr@k: 1 / the rank of the first deciding item in the first k, else 0."""
    return max((1 / rank for rank in ranks if rank is not None and rank <= k), default=0.0)


def ndcg_at(k: int, ranks: Sequence[int | None], supporting: Sequence[int | None]) -> float:
    """ndcg@k: the gains (deciding 2, supporting 1) over log2(rank + 1), as a share of the best order of the same items.

    An item counts once, at the first rank that finds it. A rule that finds two items (a rule and its heading) earns
    both, which can beat one item a rank: the share is at most 1.
    """
    gains = [(DECIDING_GAIN, rank) for rank in ranks] + [(SUPPORTING_GAIN, rank) for rank in supporting]
    gained = sum(gain / math.log2(rank + 1) for gain, rank in gains if rank is not None and rank <= k)
    best = sum(gain / math.log2(rank + 1) for rank, (gain, _) in enumerate(gains[:k], 1))
    return min(1.0, gained / best)


def score(question: Question, numbers: Sequence[str], headings: Set[str]) -> tuple[float, ...] | None:
    """The measures of one ranking in the order of NAMES; None for a question that must be declined: it has none."""
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
    """The supporting numbers that do not decide too: nothing is counted twice."""
    deciding = {number for item in question.deciding for number in item}
    return [number for number in question.supporting if number not in deciding]


def _within(k: int, rank: int | None) -> bool:
    return rank is not None and rank <= k
