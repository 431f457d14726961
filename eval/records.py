"""The records of an evaluation: questions, rankings, scores and the summary of a run."""

from dataclasses import dataclass
from typing import Literal, TypedDict

Item = tuple[str, ...]
Need = Literal["any", "all"]

DEFAULT_EDITION = "2026-08-07"


@dataclass(frozen=True)
class Question:
    """One question of a set; an item of `deciding` is a tuple of numbers that say the same.

    Where `deciding` is empty, the question must be declined. `edition` says whose numbers these are.
    """

    id: str
    question: str
    deciding: tuple[Item, ...]
    supporting: tuple[str, ...] = ()
    need: Need = "any"
    category: str = ""
    difficulty: str = ""
    style: str = ""
    edition: str = DEFAULT_EDITION


@dataclass(frozen=True)
class Ranking:
    """The rule numbers that one system found for one question, best first, and the milliseconds it took."""

    system: str
    question: str
    numbers: tuple[str, ...]
    ms: float


@dataclass(frozen=True)
class Scores:
    """The measures of one ranking; `hit`, `all` and `recall` stand at their cutoff."""

    hit_1: float
    hit_5: float
    hit_10: float
    all_5: float
    all_10: float
    recall_5: float
    recall_10: float
    mrr_10: float
    ndcg_10: float


@dataclass(frozen=True)
class Result:
    """One ranking beside its question; `scores` is None where the question must be declined."""

    question: Question
    ranking: Ranking
    scores: Scores | None


class Summary(TypedDict):
    """What `judge eval --json` prints: the means of every measure (`hit@1`, …, `ms_p95`) for every system."""

    questions: int
    edition: str
    systems: dict[str, dict[str, float]]
