"""Answerable and unanswerable questions → the weights of the confidence, and its two thresholds.

The model is judged by leaving one kind of question out: trained without beginners' questions, for example, and
measured on them.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np

from eval.records import Array, Flags, Question
from eval.scores.abstention import auroc
from index.search.evidence import NAMES
from index.search.search import Search

MAY_NOT_ANSWER, MAY_DECLINE = 0.04, 0.01
STRENGTH = 0.3
DIGITS = 4


@dataclass(frozen=True)
class Examples:
    """The evidence of questions, shape (questions, names), whether they are answerable, and of which kind they are."""

    values: Array
    answerable: Flags
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Confidence:
    """A logistic regression whose answer threshold is 0, and the log-odds from which to show the closest rules."""

    weights: Array
    constant: float
    unsure_from: float

    def as_json(self) -> dict[str, float]:
        """The weights by the names of the evidence, the constant and the second threshold."""
        weights = {name: round(float(weight), DIGITS) for name, weight in zip(NAMES, self.weights, strict=True)}
        return weights | {"constant": round(self.constant, DIGITS), "unsure from": round(self.unsure_from, DIGITS)}


def examples(search: Search, questions: Sequence[Question]) -> Examples:
    """The evidence of questions; a kind is a style, with answerable and unanswerable questions apart."""
    values = [astuple(search.search(question.question, 1).evidence) for question in questions]
    answerable = np.array([bool(question.deciding) for question in questions])
    kinds = tuple(f"{question.style} {bool(question.deciding)}" for question in questions)
    return Examples(np.array(values, np.float64), answerable, kinds)


def fit_confidence(made: Examples) -> Confidence:
    """The weights learned from all examples, and thresholds chosen where each kind is predicted without itself."""
    log_odds = leave_one_kind_out(made)
    threshold = float(np.quantile(log_odds[made.answerable], MAY_NOT_ANSWER))
    unsure = float(np.quantile(log_odds[made.answerable], MAY_DECLINE))
    weights, constant = _fit(made.values, made.answerable)
    return Confidence(weights, constant - threshold, unsure - threshold)


def leave_one_kind_out(made: Examples) -> Array:
    """The log-odds of each question being answerable, by weights learned without its kind."""
    kinds = np.array(made.kinds)
    log_odds = np.zeros(len(kinds))
    for kind in sorted(set(made.kinds)):
        rest = kinds != kind
        weights, constant = _fit(made.values[rest], made.answerable[rest])
        log_odds[~rest] = made.values[~rest] @ weights + constant
    return log_odds


def report(made: Examples) -> str:
    """How well kinds of questions are told apart by weights learned without them, in one line."""
    log_odds = leave_one_kind_out(made)
    threshold = np.quantile(log_odds[made.answerable], MAY_NOT_ANSWER)
    refused, area = float(np.mean(log_odds[~made.answerable] < threshold)), auroc(log_odds, made.answerable)
    return f"kinds left out: AUROC {area:.3f}; {1 - MAY_NOT_ANSWER:.2f} answered, {refused:.3f} of the others not"


def _fit(values: Array, answerable: Flags) -> tuple[Array, float]:
    """The weights and the constant of a logistic regression over standardized values, for the values as they are."""
    from sklearn.linear_model import LogisticRegression

    mean, scale = values.mean(axis=0), values.std(axis=0) + 1e-9
    model = LogisticRegression(C=STRENGTH, class_weight="balanced", max_iter=2000)
    model.fit((values - mean) / scale, answerable)
    weights = model.coef_[0] / scale
    return weights, float(model.intercept_[0] - mean @ weights)
