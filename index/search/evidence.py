"""A question scored against everything → the evidence of whether the rules decide it; the confidence is made of it."""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from index.encoder.encoder import Vectors
from index.search.query_likelihood import QueryLikelihood
from index.search.ranks import Rows, best_rows

FEW, SOME = 5, 10
DIGITS = 6


@dataclass(frozen=True)
class Evidence:
    """What a search knows of a question, apart from the ranking itself.

    `nearest`, `centroid` and `likelihood` say how similar the question is to what is said about rules: the cosine of
    the nearest passage, that of the nearest rule's mean vector, and how much likelier the best rule makes its words
    than all texts do (natural logarithm). `unanswerable_…` say the same of the unanswerable questions. `five_nearest`
    is the mean cosine of the five nearest passages of rules, `unanswerable_share` the share of unanswerable questions
    among the ten nearest passages. `best_score`, `first_share`, `margin` and `five_shares` describe the ranking: the
    best rule's score, its chance, its lead over the second, and the chance of the first five. `word_score` is the best
    BM25 score. `word_ratio` says how much likelier the rules' texts make the question's words than the unanswerable
    questions do, `unknown_share` which share of them no text has; `known_words` and `words` count them.
    """

    nearest: float = 0.0
    centroid: float = 0.0
    likelihood: float = 0.0
    unanswerable_nearest: float = 0.0
    unanswerable_centroid: float = 0.0
    unanswerable_likelihood: float = 0.0
    five_nearest: float = 0.0
    unanswerable_share: float = 0.0
    best_score: float = 0.0
    first_share: float = 0.0
    margin: float = 0.0
    five_shares: float = 0.0
    word_score: float = 0.0
    word_ratio: float = 0.0
    unknown_share: float = 0.0
    known_words: float = 0.0
    words: float = 0.0


NAMES = tuple(field.name for field in fields(Evidence))


@dataclass(frozen=True)
class Scores:
    """The scores of one question: each passage's cosine; each subject's cosine, BM25 score and likelihood."""

    cosines: Vectors
    centroids: Vectors
    words: Vectors
    likelihoods: Vectors

    def of(self, rows: slice, subjects: slice) -> tuple[float, float, float]:
        """The nearest passage, the nearest centroid and the best likelihood among some passages and subjects."""
        likelihoods = self.likelihoods[subjects]
        return (
            float(self.cosines[rows].max(initial=0.0)),
            float(self.centroids[subjects].max(initial=0.0)),
            float(likelihoods.max()) if len(likelihoods) else 0.0,
        )


def gather_evidence(
    question: str, scores: Scores, linear: Vectors, passages_of_rules: int, likelihood: QueryLikelihood
) -> Evidence:
    """The evidence of a question; `linear` are the first-stage scores of the rules, shape (rules,).

    The passages of rules, `passages_of_rules` of them, come before the unanswerable questions.
    """
    rules, cosines = len(linear), scores.cosines
    chances = np.sort(softmax(linear))[::-1]
    near = best_rows(cosines, SOME)
    own = cosines[_own(near, cosines, passages_of_rules)]
    words = likelihood.word_evidence(question)
    values = (
        *scores.of(slice(passages_of_rules), slice(rules)),
        *scores.of(slice(passages_of_rules, None), slice(rules, None)),
        float(own.mean()) if len(own) else 0.0,
        float(np.mean(near >= passages_of_rules)) if len(near) else 0.0,
        float(linear.max(initial=0.0)),
        float(chances[0]) if len(chances) else 0.0,
        float(chances[0] - chances[1]) if len(chances) > 1 else 0.0,
        float(chances[:FEW].sum()),
        float(scores.words[:rules].max(initial=0.0)),
        words.ratio,
        words.unknown_share,
        float(words.known),
        float(len(question.split())),
    )
    return Evidence(*(round(value, DIGITS) for value in values))


def _own(near: Rows, cosines: Vectors, passages_of_rules: int) -> Rows:
    """The rows of the nearest passages of rules; where enough are among the nearest of all, these are they."""
    own = near[near < passages_of_rules][:FEW]
    return own if len(own) == FEW else best_rows(cosines[:passages_of_rules], FEW)


def softmax(scores: NDArray[np.floating]) -> Vectors:
    """The chances that scores stand for, summing to 1, shape (scores,)."""
    grown = np.exp(scores - scores.max(initial=0.0))
    chances: Vectors = (grown / grown.sum()).astype(np.float32) if len(grown) else grown.astype(np.float32)
    return chances
