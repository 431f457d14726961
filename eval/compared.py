"""Searches that rank the same question sets → their measures side by side, each with weights learnt for it alone.

On `dev` itself each fifth is ranked by weights learnt from the other four; the other sets are only measured.
"""

from collections.abc import Mapping, Sequence, Set
from pathlib import Path

import numpy as np

from eval.fit import FOLDS, Example, Numbers, fit_ranking
from eval.intervals import bootstrap
from eval.measures import NAMES, score
from eval.questions import read_questions
from eval.records import Question
from eval.shipped import SHIPPED, load_questions

DEPTH = 20
SHOWN = ("hit@1", "hit@5", "all@5", "hit@10", "mrr@10")
WITH_INTERVAL = "hit@5"

Sets = Mapping[str, Sequence[Question]]


def answerable_sets(paths: Sequence[str]) -> dict[str, list[Question]]:
    """The questions that rules decide: the halves of the shipped set, and those of files."""
    sets = {split: load_questions(SHIPPED, split) for split in ("dev", "test")}
    sets |= {Path(path).stem: read_questions(path) for path in paths}
    return {name: [each for each in questions if each.deciding] for name, questions in sets.items()}


def learnt_scores(
    made: Mapping[str, Sequence[Example]], sets: Sets, numbers: Sequence[str], known: Set[str]
) -> dict[str, Numbers]:
    """The scores of every set's questions, shape (questions, measures), by weights learnt from `dev`."""
    weights = fit_ranking([each for each in made["dev"] if each.items])
    totals = {name: [each.features @ weights for each in some] for name, some in made.items()}
    totals["dev"] = _by_the_others(made["dev"])
    return {name: _scores(sets[name], some, numbers, known) for name, some in totals.items()}


def _by_the_others(made: Sequence[Example]) -> list[Numbers]:
    """The totals of every example by weights that were learnt without its own fifth."""
    totals: list[Numbers] = [np.zeros(0)] * len(made)
    for fold in range(FOLDS):
        weights = fit_ranking([each for at, each in enumerate(made) if at % FOLDS != fold and each.items])
        for at in range(fold, len(made), FOLDS):
            totals[at] = made[at].features @ weights
    return totals


def _scores(
    questions: Sequence[Question], totals: Sequence[Numbers], numbers: Sequence[str], known: Set[str]
) -> Numbers:
    scored = []
    for question, total in zip(questions, totals, strict=True):
        best = np.argsort(-np.round(total, 6), kind="stable")[: 2 * DEPTH]
        ranked = list(dict.fromkeys(numbers[at] for at in best))[:DEPTH]
        scored.append(score(question, ranked, known) or (0.0,) * len(NAMES))
    return np.array(scored)


def table(sets: Sets, rows: Mapping[str, Mapping[str, Numbers]]) -> str:
    """The searches as Markdown, one part for each set; `rows` has each one's scores by its title."""
    lines = []
    for name, questions in sets.items():
        lines += ["", f"{name}: {len(questions)} questions", ""]
        lines += [f"| search | {' | '.join(SHOWN)} |", f"| --- |{' --- |' * len(SHOWN)}"]
        lines += [f"| {title} | {' | '.join(_cells(scores[name]))} |" for title, scores in rows.items()]
    return "\n".join(lines[1:])


def _cells(scores: Numbers) -> list[str]:
    means, (low, high) = scores.mean(axis=0), bootstrap(scores)
    places = {measure: NAMES.index(measure) for measure in SHOWN}
    interval = f" ({low[places[WITH_INTERVAL]]:.3f}–{high[places[WITH_INTERVAL]]:.3f})"
    return [f"{means[at]:.3f}{interval if measure == WITH_INTERVAL else ''}" for measure, at in places.items()]
