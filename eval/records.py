"""The records of an evaluation: questions, rankings, runs and the summary of them."""

from dataclasses import dataclass
from typing import Literal, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

Item = tuple[str, ...]
Need = Literal["any", "all"]
Array = NDArray[np.float64]

DEFAULT_EDITION = "2026-08-07"


@dataclass(frozen=True)
class Question:
    """One question of a set; an item of `deciding` is a tuple of numbers that say the same.

    Where `deciding` is empty, the question must be declined. `edition` says whose numbers these are, `split` is "dev"
    (to tune on) or "test" (to report on) where the set is split, and `why` says how the rules decide.
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
    split: str = ""
    why: str = ""


@dataclass(frozen=True)
class Ranking:
    """The rule numbers that one system found for one question, best first, and the milliseconds it took.

    `confidence` and `answered` are None for a system that never declines.
    """

    numbers: tuple[str, ...]
    ms: float
    confidence: float | None = None
    answered: bool | None = None


@dataclass(frozen=True, eq=False)
class Run:
    """One system over a question set: rankings[i] and row i of `scores` belong to questions[i].

    A column of `scores` is a measure, in the order of `measures.NAMES`; a row is NaN where the question must be
    declined.
    """

    system: str
    questions: tuple[Question, ...]
    rankings: tuple[Ranking, ...]
    scores: Array


class Group(TypedDict):
    """The answerable questions that share a category, difficulty or style: their number, means and intervals."""

    questions: int
    systems: dict[str, dict[str, float]]
    intervals: dict[str, dict[str, list[float]]]


class Paired(TypedDict):
    """One system against another on the same questions: the mean difference, its interval, and how likely by chance."""

    system: str
    other: str
    measure: str
    difference: float
    low: float
    high: float
    p: float


class Declining(TypedDict):
    """How well a system knows what it cannot answer; None where a set has no question of that kind.

    `curve` has points (coverage, risk): the share of all questions answered, surest first, and the share of wrong ones
    among those.
    """

    answerable: int
    to_decline: int
    auroc: float | None
    answered_right: float | None
    declined_right: float | None
    risk: float
    curve: list[list[float]]


class Change(TypedDict):
    """One question that a system ranks better or worse than before, by nDCG@10; a rank is None where none is."""

    id: str
    question: str
    before: float
    after: float
    rank_before: int | None
    rank_after: int | None


class Compared(TypedDict):
    """One system beside its earlier run, over the questions that both have."""

    questions: int
    measures: dict[str, Paired]
    better: list[Change]
    worse: list[Change]


class Summary(TypedDict):
    """What `judge eval --json` prints: the means of every measure (`hit@1`, …, `ms_p95`) for every system, and more."""

    questions: int
    edition: str
    systems: dict[str, dict[str, float]]
    answerable: int
    intervals: dict[str, dict[str, list[float]]]
    paired: list[Paired]
    groups: dict[str, dict[str, Group]]
    declining: dict[str, Declining]
    baseline: NotRequired[dict[str, Compared]]
