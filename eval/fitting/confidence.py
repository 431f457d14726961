"""Answerable and unanswerable questions → the weights of the confidence, and its two thresholds.

A kind of question that is four times as frequent counts twice as much. The model is judged by leaving one kind out:
trained without beginners' questions, for example, and measured on them.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass

import numpy as np

from eval.records import Array, Flags, Question
from eval.scores.abstention import auroc
from index.search.evidence import NAMES
from index.search.search import Search

MAY_NOT_ANSWER, MAY_DECLINE = 0.03, 0.005
STRENGTH, TOTAL = 0.3, 1000.0  # the regularization of this many questions
DIGITS = 4


@dataclass(frozen=True)
class ConfidenceExamples:
    """The evidence of questions, shape (questions, names), whether each is answerable, and its kind."""

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


def examples(
    search: Search, questions: Sequence[Question], corrected: Callable[[str], str] = lambda text: ""
) -> ConfidenceExamples:
    """The evidence of questions as the judge corrects them; a kind is a style, answerable and unanswerable apart.

    `corrected` gives a text with its misspelled keywords corrected, "" where nothing is misspelled.
    """
    texts = [corrected(question.question) or question.question for question in questions]
    values = [astuple(search.search(text, 1).evidence) for text in texts]
    answerable = np.array([bool(question.deciding) for question in questions])
    kinds = tuple(f"{question.style} {bool(question.deciding)}" for question in questions)
    return ConfidenceExamples(np.array(values, np.float64), answerable, kinds)


def fit_confidence(made: ConfidenceExamples) -> Confidence:
    """The weights learned from all examples, and thresholds chosen where each kind is predicted without itself."""
    log_odds = leave_one_kind_out(made)
    threshold, unsure = _quantile(made, log_odds, MAY_NOT_ANSWER), _quantile(made, log_odds, MAY_DECLINE)
    weights, constant = _fit(made)
    return Confidence(weights, constant - threshold, unsure - threshold)


def leave_one_kind_out(made: ConfidenceExamples) -> Array:
    """The log-odds of each question being answerable, by weights learned without its kind."""
    kinds = np.array(made.kinds)
    log_odds = np.zeros(len(kinds))
    for kind in sorted(set(made.kinds)):
        rest = kinds != kind
        weights, constant = _fit(ConfidenceExamples(made.values[rest], made.answerable[rest], tuple(kinds[rest])))
        log_odds[~rest] = made.values[~rest] @ weights + constant
    return log_odds


def report(made: ConfidenceExamples) -> str:
    """How well kinds of questions are told apart by weights learned without them, in one line."""
    log_odds = leave_one_kind_out(made)
    refused = log_odds < _quantile(made, log_odds, MAY_NOT_ANSWER)
    kinds, others = (
        np.array(made.kinds),
        sorted({kind for kind, yes in zip(made.kinds, made.answerable, strict=True) if not yes}),
    )
    mean = np.mean([np.mean(refused[kinds == kind]) for kind in others])
    area = auroc(log_odds, made.answerable)
    return f"kinds left out: AUROC {area:.3f}; {1 - MAY_NOT_ANSWER:.2f} answered, {mean:.3f} of the others not"


def _fit(made: ConfidenceExamples) -> tuple[Array, float]:
    """The weights and the constant of a logistic regression over standardized values, for the values as they are."""
    from sklearn.linear_model import LogisticRegression

    counts = question_weights(made)
    mean = np.average(made.values, axis=0, weights=counts)
    scale = np.sqrt(np.average((made.values - mean) ** 2, axis=0, weights=counts)) + 1e-9
    model = LogisticRegression(C=STRENGTH, max_iter=2000)
    model.fit((made.values - mean) / scale, made.answerable, counts)
    weights = model.coef_[0] / scale
    return weights, float(model.intercept_[0] - mean @ weights)


def question_weights(made: ConfidenceExamples) -> Array:
    """How much every question counts: a kind by the square root of its size, both sides the same, together TOTAL."""
    sizes, counts = Counter(made.kinds), np.zeros(len(made.kinds))
    counts += [1 / math.sqrt(sizes[kind]) for kind in made.kinds]
    for side in (made.answerable, ~made.answerable):
        counts[side] *= TOTAL / (2 * counts[side].sum())
    return counts


def _quantile(made: ConfidenceExamples, log_odds: Array, share: float) -> float:
    """The log-odds below which a share of the answerable questions lies, weighted as the questions are."""
    some, counts = log_odds[made.answerable], question_weights(made)[made.answerable]
    return float(np.quantile(some, share, weights=counts, method="inverted_cdf"))
