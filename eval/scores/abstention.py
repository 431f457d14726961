"""A run with confidences → how well the system tells answerable questions from unanswerable ones."""

import numpy as np

from eval.records import Abstention, Array, Flags, Run
from eval.scores.measures import NAMES

CORRECT_BY = "hit@5"
POINTS = 100


def abstention(run: Run) -> Abstention | None:
    """The abstention figures of one run; None for a system without confidences.

    `answered_right` and `declined_right` use the shipped threshold: the share of answerable questions that are
    answered, and the share of unanswerable ones that are declined. `risk` is the mean risk over the curve.
    """
    known = [ranking.confidence for ranking in run.rankings if ranking.confidence is not None]
    if len(known) < len(run.rankings):
        return None
    confidence = np.array(known)
    answered = np.array([ranking.state == "answered" for ranking in run.rankings])
    answerable = np.array([bool(question.deciding) for question in run.questions])
    wrong = run.scores[:, NAMES.index(CORRECT_BY)] != 1
    curve, risk = risk_coverage(confidence, wrong)
    return Abstention(
        answerable=int(answerable.sum()),
        to_decline=int((~answerable).sum()),
        auroc=auroc(confidence, answerable),
        answered_right=_share(answered[answerable]),
        declined_right=_share(~answered[~answerable]),
        risk=risk,
        curve=curve,
    )


def auroc(confidence: Array, answerable: Flags) -> float | None:
    """How often an answerable question has the higher confidence of two; a tie counts half.

    None if either kind of question is missing.

    >>> auroc(np.array([0.9, 0.5, 0.5, 0.1]), np.array([True, True, False, False]))
    0.875
    """
    from sklearn.metrics import roc_auc_score

    if answerable.all() or not answerable.any():
        return None
    return float(roc_auc_score(answerable, confidence))


def risk_coverage(confidence: Array, wrong: Flags) -> tuple[list[list[float]], float]:
    """The curve of (coverage, risk) over all thresholds, thinned to 100 points, and the mean risk of the full curve.

    An answer is wrong if the question is unanswerable or no deciding rule is among the first five. Questions with the
    same confidence are answered together.
    """
    order = np.argsort(-confidence, kind="stable")
    ordered = confidence[order]
    counts = np.arange(1, len(ordered) + 1)
    ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True))
    risks = (np.cumsum(wrong[order]) / counts)[ends]
    coverages = counts[ends] / len(ordered)
    mean = float(risks @ np.diff(coverages, prepend=0.0))
    kept = np.unique(np.linspace(0, len(ends) - 1, POINTS).astype(int))
    return [[float(coverages[at]), float(risks[at])] for at in kept], mean


def _share(flags: Flags) -> float | None:
    return float(flags.mean()) if len(flags) else None
