"""A run with confidences → how well the system tells the questions that rules decide from those to decline."""

import numpy as np

from eval.measures import NAMES
from eval.records import Array, Declining, Run

RIGHT = "hit@5"
POINTS = 100


def declining(run: Run) -> Declining | None:
    """The figures of one run; None for a system that gives no confidence.

    `answered_right` and `declined_right` are shares at the threshold that the system ships with: of the answerable
    questions those answered, and of those to decline those declined. `risk` is the mean of the curve's risk.
    """
    sure = [ranking.confidence for ranking in run.rankings if ranking.confidence is not None]
    if len(sure) < len(run.rankings):
        return None
    confidence = np.array(sure)
    answered = np.array([bool(ranking.answered) for ranking in run.rankings])
    answerable = np.array([bool(question.deciding) for question in run.questions])
    wrong = ~(run.scores[:, NAMES.index(RIGHT)] == 1)
    curve, risk = risk_coverage(confidence, wrong)
    return Declining(
        answerable=int(answerable.sum()),
        to_decline=int((~answerable).sum()),
        auroc=auroc(confidence[answerable], confidence[~answerable]),
        answered_right=_share(answered[answerable]),
        declined_right=_share(~answered[~answerable]),
        risk=risk,
        curve=curve,
    )


def auroc(answerable: Array, to_decline: Array) -> float | None:
    """How often an answerable question is surer than one to decline, a tie counting half; None where a kind is missing.

    >>> auroc(np.array([0.9, 0.5]), np.array([0.5, 0.1]))
    0.875
    """
    if not len(answerable) or not len(to_decline):
        return None
    below = np.sort(to_decline)
    lower, upper = np.searchsorted(below, answerable, "left"), np.searchsorted(below, answerable, "right")
    return float((lower + upper).mean() / 2 / len(below))


def risk_coverage(confidence: Array, wrong: np.ndarray) -> tuple[list[list[float]], float]:
    """The curve of (coverage, risk) over all thresholds, at most 100 points of it, and its mean risk.

    A question is wrong when it is answered and should be declined, or when no deciding rule is in the first five.
    Questions of one confidence are answered together.
    """
    order = np.argsort(-confidence, kind="stable")
    sure = confidence[order]
    counts = np.arange(1, len(sure) + 1)
    ends = np.flatnonzero(np.append(sure[1:] != sure[:-1], True))
    risks = (np.cumsum(wrong[order]) / counts)[ends]
    coverages = counts[ends] / len(sure)
    mean = float(risks @ np.diff(coverages, prepend=0.0))
    kept = np.unique(np.linspace(0, len(ends) - 1, POINTS).astype(int))
    return [[float(coverages[at]), float(risks[at])] for at in kept], mean


def _share(flags: np.ndarray) -> float | None:
    return float(flags.mean()) if len(flags) else None
