"""Runs → their summary: means, intervals, paired tests, groups of questions, declining."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from eval.declining import declining
from eval.intervals import bootstrap, randomisation
from eval.measures import NAMES
from eval.records import Array, Group, Paired, Run, Summary

OURS = "judge"
HEADLINE = ("hit@1", "hit@5", "all@5", "recall@10", "mrr@10", "ndcg@10")
FIELDS = ("category", "difficulty", "style")
PERCENTS = (50, 95)

COLUMNS = [NAMES.index(name) for name in HEADLINE]


def summarise(runs: Sequence[Run], edition: str) -> Summary:
    """All that the report says; means are over the answerable questions, `questions` counts those to decline too."""
    answerable = np.array([bool(question.deciding) for question in runs[0].questions])
    scores = {run.system: run.scores[answerable] for run in runs}
    first = ours(scores)
    return {
        "questions": len(answerable),
        "edition": edition,
        "systems": {run.system: _named(NAMES, scores[run.system].mean(axis=0)) | _times(run) for run in runs},
        "answerable": int(answerable.sum()),
        "intervals": _intervals(NAMES, scores),
        "paired": [
            each for name in scores if name != first for each in paired(first, name, scores[first], scores[name])
        ],
        "groups": {field: groups for field in FIELDS if (groups := _groups(runs, field))},
        "declining": {run.system: figures for run in runs if (figures := declining(run))},
    }


def ours(systems: Iterable[str]) -> str:
    """The system that the others are held against: `judge`, or the first where it was not measured."""
    names = list(systems)
    return OURS if OURS in names else names[0]


def paired(system: str, other: str, scores: Array, others: Array) -> list[Paired]:
    """One system against another, row by row the same questions, for the measures of the headline."""
    differences = (scores - others)[:, COLUMNS]
    low, high = bootstrap(differences)
    figures = zip(HEADLINE, differences.mean(axis=0), low, high, randomisation(differences), strict=True)
    return [
        Paired(
            system=system,
            other=other,
            measure=name,
            difference=float(difference),
            low=float(lowest),
            high=float(highest),
            p=float(p),
        )
        for name, difference, lowest, highest, p in figures
    ]


def _groups(runs: Sequence[Run], field: str) -> dict[str, Group]:
    """The answerable questions by one of their labels, in the labels' order; those without it stand in no group."""
    labels = np.array([getattr(q, field) if q.deciding else "" for q in runs[0].questions])
    return {str(label): _group(runs, labels == label) for label in np.unique(labels) if label}


def _group(runs: Sequence[Run], chosen: np.ndarray) -> Group:
    rows = {run.system: run.scores[chosen][:, COLUMNS] for run in runs}
    return {
        "questions": int(chosen.sum()),
        "systems": {name: _named(HEADLINE, scores.mean(axis=0)) for name, scores in rows.items()},
        "intervals": _intervals(HEADLINE, rows),
    }


def _named(names: Sequence[str], values: Array) -> dict[str, float]:
    return {name: float(value) for name, value in zip(names, values, strict=True)}


def _intervals(names: Sequence[str], rows: Mapping[str, Array]) -> dict[str, dict[str, list[float]]]:
    """The interval of every measure of every system, all from the same samples."""
    bounds = bootstrap(np.hstack(list(rows.values()))).T.reshape(len(rows), len(names), 2)
    return {
        system: {name: [float(low), float(high)] for name, (low, high) in zip(names, each, strict=True)}
        for system, each in zip(rows, bounds, strict=True)
    }


def _times(run: Run) -> dict[str, float]:
    times = [ranking.ms for ranking in run.rankings]
    return {f"ms_p{percent}": float(np.percentile(times, percent)) for percent in PERCENTS}
