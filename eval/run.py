"""Questions and systems → rankings, their scores and the summary that `judge eval` prints."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import fields
from time import perf_counter

import numpy as np

from eval.measures import score
from eval.records import Question, Ranking, Result, Scores, Summary
from index.errors import QuestionSetError

System = Callable[[str, int], Sequence[str]]
Progress = Callable[[int, int], None]

DEPTH = 10


def run(
    questions: Sequence[Question],
    systems: Mapping[str, System],
    headings: Set[str],
    k: int = DEPTH,
    on_progress: Progress | None = None,
    clock: Callable[[], float] = perf_counter,
) -> list[Result]:
    """Ask every system every question: the results, system by system, in the order of the questions.

    A system is asked for at least 10 rules, because the measures look that far. Raises QuestionSetError when no
    question has a deciding rule.
    """
    if not any(question.deciding for question in questions):
        raise QuestionSetError(
            f"found {len(questions)} questions and none with a deciding rule, expected at least one; add one."
        )
    results: list[Result] = []
    for name, system in systems.items():
        for question in questions:
            ranking = _rank(name, system, question, max(k, DEPTH), clock)
            results.append(Result(question, ranking, score(question, ranking.numbers, headings)))
            if on_progress is not None:
                on_progress(len(results), len(systems) * len(questions))
    return results


def _rank(name: str, system: System, question: Question, k: int, clock: Callable[[], float]) -> Ranking:
    start = clock()
    ids = system(question.question, k)
    ms = (clock() - start) * 1000
    numbers = dict.fromkeys(rule_id.split("#")[0] for rule_id in ids)
    return Ranking(name, question.id, tuple(numbers)[:k], ms)


def summarise(results: Sequence[Result], edition: str) -> Summary:
    """The means of every measure for every system; `questions` counts those to decline too."""
    names = dict.fromkeys(result.ranking.system for result in results)
    return {
        "questions": len({result.question.id for result in results}),
        "edition": edition,
        "systems": {name: _means([r for r in results if r.ranking.system == name]) for name in names},
    }


def measures(scores: Scores) -> dict[str, float]:
    """Scores under the names of the field: `hit_1` is `hit@1`."""
    return {field.name.replace("_", "@"): getattr(scores, field.name) for field in fields(scores)}


def _means(results: Sequence[Result]) -> dict[str, float]:
    rows = [measures(result.scores) for result in results if result.scores is not None]
    times = [result.ranking.ms for result in results]
    means = {name: sum(row[name] for row in rows) / len(rows) for name in rows[0]}
    return means | {f"ms_p{percent}": float(np.percentile(times, percent)) for percent in (50, 95)}
