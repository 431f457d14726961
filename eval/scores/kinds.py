"""A run with states → how it treats each kind of question: answered, unsure, or declined.

A kind is a style, its answerable and its unanswerable questions apart, such as beginners' questions or other games.
"""

from typing import get_args

import numpy as np
from numpy.typing import NDArray

from eval.records import Flags, Kind, Run
from eval.scores.abstention import auroc
from eval.scores.measures import NAMES
from judge.records import State

HITS = ("hit@1", "hit@5")
FIRST = "mrr@5"  # further down no rule is unfolded
DIGITS, TOLERANCE = 6, 1e-9


def by_kind(run: Run) -> list[Kind]:
    """The kinds of a run's questions, answerable ones first; none where a system has no states."""
    if any(ranking.state is None for ranking in run.rankings):
        return []
    styles = np.array([question.style for question in run.questions])
    answerable = np.array([bool(question.deciding) for question in run.questions])
    kinds = sorted({(not yes, style) for style, yes in zip(styles.tolist(), answerable.tolist(), strict=True) if style})
    return [_kind(run, style, not no, (styles == style) & (answerable != no), answerable) for no, style in kinds]


def share_interval(count: int, total: int) -> list[float]:
    """The 95% interval of a share by Wilson's method."""
    from scipy.stats import binomtest

    found = binomtest(count, total).proportion_ci(0.95, method="wilson")
    return [round(float(found.low), DIGITS), round(float(found.high), DIGITS)]


def _kind(run: Run, style: str, yes: bool, members: Flags, answerable: Flags) -> Kind:
    states = np.array([str(ranking.state) for ranking in run.rankings])
    counts = {state: int(np.sum(states[members] == state)) for state in get_args(State)}
    total = int(members.sum())
    scores = run.scores[members]
    confidence = np.array([ranking.confidence or 0.0 for ranking in run.rankings])
    compared = members | (answerable != yes)
    return Kind(
        style=style,
        answerable=yes,
        questions=total,
        answered=counts["answered"] / total,
        unsure=counts["unsure"] / total,
        declined=counts["declined"] / total,
        shown=float(_shown(run, states)[members].mean()) if yes else None,
        hits={hit: float(scores[:, NAMES.index(hit)].mean()) for hit in HITS} if yes else None,
        auroc=auroc(confidence[compared], answerable[compared]),
        intervals={state: share_interval(count, total) for state, count in counts.items()},
    )


def _shown(run: Run, states: NDArray[np.str_]) -> Flags:
    """Whether each question is answered, or unsure with a deciding rule among those unfolded."""
    opened = np.array([ranking.opened for ranking in run.rankings])
    first = run.scores[:, NAMES.index(FIRST)]  # 1 / the rank of the first deciding rule
    shown: Flags = (states == "answered") | ((states == "unsure") & (first * opened > 1 - TOLERANCE))
    return shown
