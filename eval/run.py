"""Questions and systems → one run for each system: its rankings and their scores."""

import math
import sys
from collections.abc import Callable, Mapping, Sequence, Set
from time import perf_counter

import numpy as np

from eval.measures import CUTOFFS, NAMES, score
from eval.records import Question, Ranking, Run
from index.errors import QuestionSetError
from judge.records import Ranked

System = Callable[[str, int], Ranked]
Progress = Callable[[int, int], None]

DEPTH = max(CUTOFFS)
NOT_SCORED = (math.nan,) * len(NAMES)


def run(
    questions: Sequence[Question],
    systems: Mapping[str, System],
    headings: Set[str],
    k: int = DEPTH,
    on_progress: Progress | None = None,
    clock: Callable[[], float] = perf_counter,
) -> list[Run]:
    """Ask every system every question, question by question; a run for each system.

    A system is asked for at least 20 rules, because the measures look that far. Raises QuestionSetError when no
    question has a deciding rule.
    """
    if not any(question.deciding for question in questions):
        raise QuestionSetError(
            f"found {len(questions)} questions and none with a deciding rule, expected at least one; add one."
        )
    rankings: dict[str, list[Ranking]] = {name: [] for name in systems}
    for done, question in enumerate(questions, 1):
        for name, system in systems.items():
            rankings[name].append(_rank(system, question, max(k, DEPTH), clock))
        if on_progress is not None:
            on_progress(done, len(questions))
    return [scored(name, questions, ranked, headings) for name, ranked in rankings.items()]


def scored(system: str, questions: Sequence[Question], rankings: Sequence[Ranking], headings: Set[str]) -> Run:
    """The run of a system whose rankings are known."""
    scores = np.empty((len(questions), len(NAMES)))
    for row, (question, ranking) in enumerate(zip(questions, rankings, strict=True)):
        scores[row] = score(question, ranking.numbers, headings) or NOT_SCORED
    return Run(system, tuple(questions), tuple(rankings), scores)


def _rank(system: System, question: Question, k: int, clock: Callable[[], float]) -> Ranking:
    start = clock()
    found = system(question.question, k)
    ms = (clock() - start) * 1000
    # A number is kept once, however many rankings it stands in.
    numbers = dict.fromkeys(sys.intern(rule_id.split("#")[0]) for rule_id in found.numbers)
    return Ranking(tuple(numbers)[:k], ms, found.confidence, found.answered)
