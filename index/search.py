"""A question → rules, best first: passages scored by vectors and by words, folded to rules view by view, and added.

A view is a kind of text about a rule: its own text (with examples and glossary), its plain wording, its typical
questions. In each view a rule scores as its best passage does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from index.fuse import weighted_sum
from index.lexical import WordIndex
from index.passages import searched_text
from index.records import Hit, Passage
from index.vectors import Encoder, VectorIndex, Vectors

# The plateau of a coarse grid; docs/evaluation.md has the ways tried and the questions they were tried on.
VIEW_WEIGHTS = {"text": 1.0, "plain": 1.0, "question": 1.5}
WORD_WEIGHT = 0.3
VIEW_OF = {"rule": "text", "example": "text", "glossary": "text", "plain": "plain", "question": "question"}


@dataclass(frozen=True)
class Found:
    """A ranking of rules, and the cosine of the passage nearest to the question."""

    hits: tuple[Hit, ...]
    nearest: float


@dataclass(frozen=True)
class Search:
    """The passages of one edition with their word index and their vectors, row by row."""

    passages: tuple[Passage, ...]
    words: WordIndex
    vectors: VectorIndex
    encoder: Encoder

    @classmethod
    def from_passages(cls, passages: Sequence[Passage], vectors: Vectors, encoder: Encoder) -> "Search":
        """Index passages; row i of `vectors` is the vector of passages[i]."""
        words = WordIndex.from_texts([searched_text(passage) for passage in passages])
        return cls(tuple(passages), words, VectorIndex.from_vectors(vectors), encoder)

    @cached_property
    def rules(self) -> list[str]:
        """The ids of the rules that have passages, in the edition's order."""
        return list(dict.fromkeys(passage.rule for passage in self.passages))

    def search(self, question: str, k: int = 10) -> Found:
        """The best k rules for a question, ties in the edition's order."""
        cosines = self.vectors.scores(self.encoder.encode([question])[0])
        words = self.words.scores(question)
        views, weights = [], []
        for view, weight in VIEW_WEIGHTS.items():
            views += [self._fold(cosines, view), _share_of_best(self._fold(words, view))]
            weights += [weight, weight * WORD_WEIGHT]
        ranking = weighted_sum(views, weights)[:k]
        per_row = cosines + WORD_WEIGHT * _share_of_best(words)
        hits = [Hit(self.rules[place], score, self._best_passage(place, per_row)) for place, score in ranking]
        return Found(tuple(hits), float(cosines.max(initial=0.0)))

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        """The place in `rules` of each passage's rule."""
        place = {rule: at for at, rule in enumerate(self.rules)}
        return np.array([place[passage.rule] for passage in self.passages], dtype=np.intp)

    @cached_property
    def _views(self) -> dict[str, NDArray[np.intp]]:
        """The rows of each view."""
        kinds = np.array([VIEW_OF[passage.kind] for passage in self.passages])
        return {view: np.flatnonzero(kinds == view) for view in VIEW_WEIGHTS}

    def _fold(self, scores: Vectors, view: str) -> Vectors:
        """Scores of all rows → the best score of each rule in a view, at least 0."""
        rows, folded = self._views[view], np.zeros(len(self.rules), np.float32)
        np.maximum.at(folded, self._places[rows], scores[rows])
        return folded

    def _best_passage(self, place: int, scores: Vectors) -> Passage:
        rows = np.flatnonzero(self._places == place)
        return self.passages[int(rows[np.argmax(scores[rows])])]


def _share_of_best(scores: Vectors) -> Vectors:
    best = scores.max(initial=0.0)
    return scores / best if best > 0 else scores
