"""Runs → their summary: means, intervals, paired tests, groups of questions, abstention."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from eval.names import OURS
from eval.records import Array, Flags, Group, PairedTest, Run, Summary
from eval.scores.abstention import abstention
from eval.scores.kinds import by_kind
from eval.scores.measures import NAMES
from eval.scores.significance import bootstrap_intervals, permutation_p_values

HEADLINE = ("hit@1", "hit@5", "all@5", "recall@10", "mrr@10", "ndcg@10")
FIELDS = ("category", "difficulty", "style")
PERCENTILES = (50, 95)

COLUMNS = [NAMES.index(name) for name in HEADLINE]


def summarize(runs: Sequence[Run], edition: str) -> Summary:
    """Summarize the runs. Means cover the answerable questions; `questions` counts the unanswerable ones too."""
    answerable = np.array([bool(question.deciding) for question in runs[0].questions])
    scores = {run.system: run.scores[answerable] for run in runs}
    main = main_system(scores)
    others = [name for name in scores if name != main]
    return {
        "questions": len(answerable),
        "edition": edition,
        "systems": {run.system: _by_name(NAMES, scores[run.system].mean(axis=0)) | _times(run) for run in runs},
        "answerable": int(answerable.sum()),
        "intervals": _intervals(NAMES, scores),
        "paired": [test for name in others for test in paired_tests(main, name, scores[main], scores[name])],
        "groups": {field: groups for field in FIELDS if (groups := _groups(runs, field))},
        "declining": {run.system: figures for run in runs if (figures := abstention(run))},
        "kinds": {run.system: kinds for run in runs if (kinds := by_kind(run))},
    }


def main_system(systems: Iterable[str]) -> str:
    """The system that the others are compared with: `judge`, or the first system if `judge` was not measured."""
    names = list(systems)
    return OURS if OURS in names else names[0]


def paired_tests(system: str, other: str, scores: Array, other_scores: Array) -> list[PairedTest]:
    """One test per headline measure; the rows of both systems are the same questions."""
    differences = (scores - other_scores)[:, COLUMNS]
    lows, highs = bootstrap_intervals(differences)
    figures = zip(HEADLINE, differences.mean(axis=0), lows, highs, permutation_p_values(differences), strict=True)
    return [
        PairedTest(
            system=system,
            other=other,
            measure=measure,
            difference=float(difference),
            low=float(low),
            high=float(high),
            p=float(p),
        )
        for measure, difference, low, high, p in figures
    ]


def _groups(runs: Sequence[Run], field: str) -> dict[str, Group]:
    """The answerable questions grouped by one of their labels, in label order; those without it are in no group."""
    labels = np.array([getattr(q, field) if q.deciding else "" for q in runs[0].questions])
    return {str(label): _group(runs, labels == label) for label in np.unique(labels) if label}


def _group(runs: Sequence[Run], members: Flags) -> Group:
    rows = {run.system: run.scores[members][:, COLUMNS] for run in runs}
    return {
        "questions": int(members.sum()),
        "systems": {name: _by_name(HEADLINE, scores.mean(axis=0)) for name, scores in rows.items()},
        "intervals": _intervals(HEADLINE, rows),
    }


def _by_name(names: Sequence[str], values: Array) -> dict[str, float]:
    return {name: float(value) for name, value in zip(names, values, strict=True)}


def _intervals(names: Sequence[str], rows: Mapping[str, Array]) -> dict[str, dict[str, list[float]]]:
    """The interval of every measure of every system, all from the same resamples."""
    bounds = bootstrap_intervals(np.hstack(list(rows.values()))).T.reshape(len(rows), len(names), 2)
    return {
        system: {name: [float(low), float(high)] for name, (low, high) in zip(names, each, strict=True)}
        for system, each in zip(rows, bounds, strict=True)
    }


def _times(run: Run) -> dict[str, float]:
    times = [ranking.ms for ranking in run.rankings]
    return {f"ms_p{percent}": float(np.percentile(times, percent)) for percent in PERCENTILES}
