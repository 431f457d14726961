"""A question → rules, best first: every passage scored by its vector and by its words, and from that every rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from index.lexical import WordIndex
from index.passages import searched_text
from index.ranking import Rows, Views, places_of, shipped_weights
from index.records import Hit, Passage
from index.vectors import Encoder, VectorIndex, Vectors

UNDECIDED = "undecided"
WORD_WEIGHT = 0.3
DIGITS = 6


@dataclass(frozen=True)
class Found:
    """A ranking of rules, and the signs of whether they decide the question.

    `nearest` is the cosine of the nearest passage of a rule, `words` the best word score of one, as a share of the best
    of all; `undecided` and `undecided_words` are the same of the questions that no rule decides, and `kind` is the
    title of the nearest one's kind. `covered` says whether the plain rulebook covers the edition.
    """

    hits: tuple[Hit, ...]
    nearest: float = 0.0
    words: float = 0.0
    undecided: float = 0.0
    undecided_words: float = 0.0
    kind: str = ""
    covered: bool = True


@dataclass(frozen=True)
class Search:
    """The passages of one edition with their word index and their vectors, row by row."""

    passages: tuple[Passage, ...]
    words: WordIndex
    vectors: VectorIndex
    encoder: Encoder
    weights: Vectors | None = None

    @classmethod
    def from_passages(cls, passages: Sequence[Passage], vectors: Vectors, encoder: Encoder) -> "Search":
        """Index passages; row i of `vectors` is the vector of passages[i]."""
        words = WordIndex.from_texts([searched_text(passage) for passage in passages])
        return cls(tuple(passages), words, VectorIndex.from_vectors(vectors), encoder)

    @cached_property
    def rules(self) -> list[str]:
        """The ids of the rules that have passages, in the edition's order."""
        return list(dict.fromkeys(passage.rule for passage in self.passages if passage.kind != UNDECIDED))

    def search(self, question: str, k: int = 10) -> Found:
        """The best k rules for a question, ties in the edition's order; a hit's score is its share of the evidence."""
        cosines = self.vectors.scores(self.encoder.encode([question])[0])
        words = self.words.scores(question)
        weights = shipped_weights(self.covered) if self.weights is None else self.weights
        scores = np.round(self.features(cosines, words) @ weights, DIGITS)
        shares = _shares(scores)
        said = words / max(float(words.max(initial=0.0)), 1.0)
        best = np.argsort(-scores, kind="stable")[:k]
        per_row = cosines + WORD_WEIGHT * said
        hits = [Hit(self.rules[place], float(shares[place]), self._best_passage(place, per_row)) for place in best]
        aside = self._aside
        nearest_aside = aside[np.argmax(cosines[aside])] if len(aside) else -1
        return Found(
            tuple(hits),
            nearest=float(cosines[self._of_rules].max(initial=0.0)),
            words=float(said[self._of_rules].max(initial=0.0)),
            undecided=float(cosines[aside].max(initial=0.0)),
            undecided_words=float(said[aside].max(initial=0.0)),
            kind=self.passages[nearest_aside].rule if len(aside) else "",
            covered=self.covered,
        )

    @property
    def covered(self) -> bool:
        """Whether the plain rulebook covers at least half of the rules."""
        return self._views.covered

    def features(self, cosines: Vectors, words: Vectors) -> Vectors:
        """The features of every rule, shape (rules, features), from the scores of every passage."""
        return self._views.features(cosines, words)

    @cached_property
    def _views(self) -> Views:
        return Views.of_passages(self.passages, self.rules)

    @cached_property
    def _places(self) -> Rows:
        return places_of(self.passages, self.rules)

    @cached_property
    def _of_rules(self) -> Rows:
        """The rows of the passages of rules."""
        return np.flatnonzero(self._places >= 0)

    @cached_property
    def _aside(self) -> Rows:
        """The rows of the questions that no rule decides."""
        return np.flatnonzero(self._places < 0)

    def _best_passage(self, place: int, scores: Vectors) -> Passage:
        rows = np.flatnonzero(self._places == place)
        return self.passages[int(rows[np.argmax(scores[rows])])]


def _shares(scores: Vectors) -> Vectors:
    """The softmax of scores: what their learning made them, the chance that a rule decides the question."""
    grown = np.exp(scores - scores.max(initial=0.0))
    shares: Vectors = grown / grown.sum() if len(grown) else grown
    return shares
