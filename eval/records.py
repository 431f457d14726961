"""The records of an evaluation: questions, rankings, runs, and their summary."""

from dataclasses import dataclass
from typing import Literal, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from judge.records import State

Item = tuple[str, ...]
Need = Literal["any", "all"]
Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

DEFAULT_EDITION = "2026-08-07"


@dataclass(frozen=True)
class Question:
    """One question of a set. Each item of `deciding` is a tuple of rule numbers that say the same thing.

    A question with an empty `deciding` is unanswerable and must be declined. `edition` is the edition that the numbers
    come from. `split` is "dev" (for tuning), "test" (for reporting) or "" if the set is not split. `why` explains how
    the rules decide the question, `verdict` answers it.
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
    verdict: str = ""

    @property
    def numbers(self) -> list[str]:
        """Every rule number of the question: the deciding ones, then the supporting ones."""
        return [*(number for item in self.deciding for number in item), *self.supporting]


@dataclass(frozen=True)
class TimedRanking:
    """The rule numbers that one system found for one question, best first, and the milliseconds it took.

    `confidence` and `state` are None for a system that never declines; the first `opened` rules are shown unfolded.
    """

    numbers: tuple[str, ...]
    ms: float
    confidence: float | None = None
    state: State | None = None
    opened: int = 0


@dataclass(frozen=True, eq=False)
class Run:
    """One system over a question set: `rankings[i]` and `scores[i]` belong to `questions[i]`.

    The columns of `scores` are the measures in the order of `measures.NAMES`. The rows of unanswerable questions are
    NaN.
    """

    system: str
    questions: tuple[Question, ...]
    rankings: tuple[TimedRanking, ...]
    scores: Array


class Group(TypedDict):
    """The answerable questions of one category, difficulty or style: their number, means and intervals."""

    questions: int
    systems: dict[str, dict[str, float]]
    intervals: dict[str, dict[str, list[float]]]


class PairedTest(TypedDict):
    """Two systems compared on the same questions: the mean difference, its 95% interval and its p-value."""

    system: str
    other: str
    measure: str
    difference: float
    low: float
    high: float
    p: float


class Abstention(TypedDict):
    """How well a system recognizes unanswerable questions; None where the set has no question of that kind.

    `curve` lists points (coverage, risk): the share of all questions answered when the most confident answers come
    first, and the share of those answers that are wrong.
    """

    answerable: int
    to_decline: int
    auroc: float | None
    answered_right: float | None
    declined_right: float | None
    risk: float
    curve: list[list[float]]


class Kind(TypedDict):
    """How a system treats the questions of one kind: a style, its answerable and unanswerable questions apart.

    `answered`, `unsure` and `declined` are shares, and `intervals` has their 95% intervals. `shown` is the share of
    questions that are answered, or unsure with a deciding rule unfolded; it and hits are None for unanswerable ones.
    `auroc` is that of the kind against all questions of the other side.
    """

    style: str
    answerable: bool
    questions: int
    answered: float
    unsure: float
    declined: float
    shown: float | None
    hits: dict[str, float] | None
    auroc: float | None
    intervals: dict[str, list[float]]


class FollowUps(TypedDict):
    """The share of conversations whose last turn is rightly taken as a follow-up or as new, with its 95% interval."""

    style: str
    turns: int
    right: float
    interval: list[float]


class Change(TypedDict):
    """One question whose nDCG@10 changed; a rank is None where no deciding rule was found."""

    id: str
    question: str
    before: float
    after: float
    rank_before: int | None
    rank_after: int | None


class RunComparison(TypedDict):
    """One system compared with its previous run, over the questions that both runs contain."""

    questions: int
    measures: dict[str, PairedTest]
    better: list[Change]
    worse: list[Change]


class Summary(TypedDict):
    """The document that `judge eval --json` prints."""

    questions: int
    edition: str
    systems: dict[str, dict[str, float]]
    answerable: int
    intervals: dict[str, dict[str, list[float]]]
    paired: list[PairedTest]
    groups: dict[str, dict[str, Group]]
    declining: dict[str, Abstention]
    kinds: dict[str, list[Kind]]
    follow_ups: NotRequired[list[FollowUps]]
    baseline: NotRequired[dict[str, RunComparison]]
