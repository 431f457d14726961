"""The records of an answer."""

from dataclasses import dataclass
from typing import Literal

from index.records import Edition, PassageKind, Rule

Role = Literal["decides", "supports"]


@dataclass(frozen=True)
class Matched:
    """What brought a rule into the answer: the kind of passage, and its text as it stands there.

    `answer` is the answer to a typical question, "" where there is none.
    """

    kind: PassageKind | Literal["number"]
    text: str
    answer: str = ""


@dataclass(frozen=True)
class Citation:
    """One cited rule; `plain` is our wording of it, "" where the plain rulebook has none."""

    rule: Rule
    role: Role
    matched: Matched
    score: float
    plain: str = ""


@dataclass(frozen=True)
class Answer:
    """The answer to one question.

    Where `answered` is false, `message` says why and what to ask instead, and `citations` may list the nearest rules.
    `confidence` is between 0 and 1.
    """

    question: str
    edition: Edition
    answered: bool
    confidence: float
    citations: tuple[Citation, ...]
    message: str = ""


@dataclass(frozen=True)
class Ranked:
    """The numbers of the best rules for a question, as measuring wants them.

    `confidence` and `answered` are None for a system that never declines.
    """

    numbers: tuple[str, ...]
    confidence: float | None = None
    answered: bool | None = None
