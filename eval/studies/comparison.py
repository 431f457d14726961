"""Several searches over the same question sets → their measures side by side, each with its own learned weights.

The weights are learned from `dev`. `dev` itself is cross-validated: each fold is ranked by weights learned from the
other four. All other sets are only measured.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from eval.examples import SearchedRules, TrainingExample
from eval.fitting.ranking import fit_ranking, folds
from eval.questions.read import read_questions
from eval.questions.shipped import SHIPPED, load_questions
from eval.records import Array, Question
from eval.scores.measures import NAMES, score
from eval.scores.significance import bootstrap_intervals

DEPTH = 20
SHOWN = ("hit@1", "hit@5", "all@5", "hit@10", "mrr@10")
WITH_INTERVAL = "hit@5"

QuestionSets = Mapping[str, Sequence[Question]]


def answerable_sets(paths: Sequence[str]) -> dict[str, list[Question]]:
    """The answerable questions of both halves of the shipped set and of the files."""
    sets = {split: load_questions(SHIPPED, split) for split in ("dev", "test")}
    sets |= {Path(path).stem: read_questions(path) for path in paths}
    return {name: [each for each in questions if each.deciding] for name, questions in sets.items()}


def learned_scores(
    examples: Mapping[str, Sequence[TrainingExample]], sets: QuestionSets, rules: SearchedRules
) -> dict[str, Array]:
    """The scores of each set's questions, shape (questions, measures), by weights learned from `dev`."""
    weights = fit_ranking([each for each in examples["dev"] if each.items])
    totals = {name: [each.features @ weights for each in some] for name, some in examples.items()}
    totals["dev"] = _cross_validated(examples["dev"])
    return {name: _scores(sets[name], some, rules) for name, some in totals.items()}


def _cross_validated(examples: Sequence[TrainingExample]) -> list[Array]:
    """The total score of every rule for each example, by weights learned without the example's own fold."""
    totals: list[Array] = [np.zeros(0)] * len(examples)
    for learned, held_out in folds(len(examples)):
        weights = fit_ranking([examples[at] for at in learned if examples[at].items])
        for at in held_out:
            totals[at] = examples[at].features @ weights
    return totals


def _scores(questions: Sequence[Question], totals: Sequence[Array], rules: SearchedRules) -> Array:
    scored = []
    for question, total in zip(questions, totals, strict=True):
        best = np.argsort(-np.round(total, 6), kind="stable")[: 2 * DEPTH]
        ranked = list(dict.fromkeys(rules.numbers[at] for at in best))[:DEPTH]
        scored.append(score(question, ranked, rules.headings) or (0.0,) * len(NAMES))
    return np.array(scored)


def table(sets: QuestionSets, rows: Mapping[str, Mapping[str, Array]]) -> str:
    """The searches as Markdown, one table per set; `rows` holds the scores of each search by its title."""
    lines = []
    for name, questions in sets.items():
        lines += ["", f"{name}: {len(questions)} questions", ""]
        lines += [f"| search | {' | '.join(SHOWN)} |", f"| --- |{' --- |' * len(SHOWN)}"]
        lines += [f"| {title} | {' | '.join(_cells(scores[name]))} |" for title, scores in rows.items()]
    return "\n".join(lines[1:])


def _cells(scores: Array) -> list[str]:
    means, (low, high) = scores.mean(axis=0), bootstrap_intervals(scores)
    columns = {measure: NAMES.index(measure) for measure in SHOWN}
    interval = f" ({low[columns[WITH_INTERVAL]]:.3f}–{high[columns[WITH_INTERVAL]]:.3f})"
    return [f"{means[at]:.3f}{interval if measure == WITH_INTERVAL else ''}" for measure, at in columns.items()]
