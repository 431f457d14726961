"""Labeled pairs of questions → the model that tells whether two questions ask about the same case.

A pair was either written for a typical question, often to look alike and differ in one fact, or found by searching for
a question of the sets. No typical question is in both halves, `dev` and `test`. Written pairs that are the same case
are not learned from: they avoid the typical question's words on purpose.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

import numpy as np

from eval.records import Array, Flags
from index.encoder.encoder import Encoder
from judge.answer.case_features import NAMES, CaseFeatures
from judge.answer.linear_model import LinearModel
from judge.answer.same_case import CaseMatcher

FILE = "sets/same_case.jsonl"
SAME = "same"
PRECISION = 0.97
PENALTY = 1e-3
FOLDS = 8
DIGITS = 4
SIMILARITIES = 4  # so many features speak for the same case, the others against it


@dataclass(frozen=True)
class LabeledPair:
    """A question and a typical question; `label` is `same`, `similar`, `opposite` (the answer would be) or `different`.

    `second` is the label of a second reader, who did not see the first one's; `source` is `written` or `found`.
    """

    asked: str
    typical: str
    label: str
    second: str
    source: Literal["written", "found"]
    split: str

    @property
    def same(self) -> bool:
        """Whether the typical question's answer settles the question, by both readers."""
        return self.label == self.second == SAME


def shipped_pairs(split: str) -> list[LabeledPair]:
    """The pairs of one half."""
    rows = map(json.loads, (files("eval.questions") / FILE).read_text("utf-8").splitlines())
    return [
        LabeledPair(row["asked"], row["typical"], row["label"], row["second"], row["source"], split)
        for row in rows
        if row["split"] == split
    ]


def cosines(pairs: Sequence[LabeledPair], encoder: Encoder) -> Array:
    """The cosine of every pair's vectors, shape (pairs,)."""
    asked, typical = (encoder.encode(list(texts)) for texts in zip(*((p.asked, p.typical) for p in pairs), strict=True))
    return np.asarray((asked * typical).sum(axis=1), np.float64)


def log_odds(matcher: CaseMatcher, pairs: Sequence[LabeledPair], near: Array) -> Array:
    """The log-odds of every pair being the same case; `near` are the cosines."""
    return np.array(
        [matcher.log_odds(p.asked, p.typical, cosine) for p, cosine in zip(pairs, near.tolist(), strict=True)]
    )


def fit_same_case(pairs: Sequence[LabeledPair], near: Array, features: CaseFeatures) -> LinearModel:
    """The weights learned from all pairs; the threshold is chosen where each pair is predicted without its question."""
    from sklearn.model_selection import GroupKFold

    held_out = np.zeros(len(pairs))
    folds = GroupKFold(FOLDS, shuffle=True, random_state=0)
    for learned, rest in folds.split(near, groups=[pair.typical for pair in pairs]):
        model = _fit([pairs[at] for at in learned], near[learned], features)
        held_out[rest] = log_odds(CaseMatcher(features, model), [pairs[at] for at in rest], near[rest])
    threshold = _threshold(held_out, np.array([pair.same for pair in pairs]))
    model = _fit(pairs, near, features)
    weights = {name: round(weight, DIGITS) for name, weight in model.weights.items()}
    return LinearModel(weights, round(model.constant - threshold, DIGITS))


def _threshold(scores: Array, same: Flags) -> float:
    """The lowest score from which at least PRECISION of the pairs are the same case; infinite where there is none."""
    order = np.argsort(-scores, kind="stable")
    precise = np.flatnonzero(np.cumsum(same[order]) / np.arange(1, len(order) + 1) >= PRECISION)
    return float(scores[order][precise[-1]]) if len(precise) else np.inf


def _fit(pairs: Sequence[LabeledPair], near: Array, features: CaseFeatures) -> LinearModel:
    """A logistic regression in which similarity never counts against the same case, nor a differing fact for it."""
    from scipy.optimize import minimize
    from scipy.special import expit

    rows = [at for at, pair in enumerate(pairs) if pair.source == "found" or not pair.same]
    values = np.array([features.features(pairs[at].asked, pairs[at].typical, float(near[at])) for at in rows])
    same = np.array([pairs[at].same for at in rows], np.float64)
    mean, scale = values.mean(axis=0), values.std(axis=0) + 1e-9
    inputs = np.c_[(values - mean) / scale, np.ones(len(rows))]

    def objective(weights: Array) -> tuple[float, Array]:
        odds, penalized = inputs @ weights, np.append(weights[:-1], 0.0)
        loss = np.mean(np.logaddexp(0, odds) - same * odds) + PENALTY * penalized @ penalized
        return float(loss), inputs.T @ (expit(odds) - same) / len(rows) + 2 * PENALTY * penalized

    signs = [*[(0.0, None)] * SIMILARITIES, *[(None, 0.0)] * (len(NAMES) - SIMILARITIES), (None, None)]
    found = minimize(objective, np.zeros(len(NAMES) + 1), jac=True, method="L-BFGS-B", bounds=signs).x
    weights = found[:-1] / scale
    return LinearModel(dict(zip(NAMES, weights.tolist(), strict=True)), float(found[-1] - weights @ mean))
