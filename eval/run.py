"""Questions and systems → one run per system: its rankings and their scores."""

import math
import sys
from collections.abc import Callable, Mapping, Sequence, Set
from time import perf_counter

import numpy as np

from eval.records import Question, Run, TimedRanking
from eval.scores.measures import CUTOFFS, NAMES, score
from index.errors import QuestionSetError
from index.progress import Progress
from index.rules.numbers import number_of_id
from judge.records import Ranking

System = Callable[[str, int], Ranking]

DEPTH = max(CUTOFFS)
UNSCORED = (math.nan,) * len(NAMES)


def run(
    questions: Sequence[Question],
    systems: Mapping[str, System],
    headings: Set[str],
    k: int = DEPTH,
    on_progress: Progress | None = None,
    clock: Callable[[], float] = perf_counter,
) -> list[Run]:
    """Ask every system each question in turn and return one run per system.

    A system is always asked for at least 20 rules because the measures look that far down. Raises QuestionSetError
    when no question has a deciding rule.
    """
    if not any(question.deciding for question in questions):
        raise QuestionSetError(
            f"found {len(questions)} questions and none with a deciding rule, expected at least one; add one."
        )
    rankings: dict[str, list[TimedRanking]] = {name: [] for name in systems}
    for done, question in enumerate(questions, 1):
        for name, system in systems.items():
            rankings[name].append(_timed_ranking(system, question, max(k, DEPTH), clock))
        if on_progress is not None:
            on_progress(done, len(questions))
    return [score_rankings(name, questions, ranked, headings) for name, ranked in rankings.items()]


def score_rankings(
    system: str, questions: Sequence[Question], rankings: Sequence[TimedRanking], headings: Set[str]
) -> Run:
    """Score the rankings of one system."""
    scores = np.empty((len(questions), len(NAMES)))
    for row, (question, ranking) in enumerate(zip(questions, rankings, strict=True)):
        scores[row] = score(question, ranking.numbers, headings) or UNSCORED
    return Run(system, tuple(questions), tuple(rankings), scores)


def _timed_ranking(system: System, question: Question, k: int, clock: Callable[[], float]) -> TimedRanking:
    start = clock()
    ranking = system(question.question, k)
    ms = (clock() - start) * 1000
    # Interning keeps one copy of each number, however many rankings contain it.
    numbers = dict.fromkeys(sys.intern(number_of_id(rule)) for rule in ranking.numbers)
    return TimedRanking(tuple(numbers)[:k], ms, ranking.confidence, ranking.state, ranking.opened)
