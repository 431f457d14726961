"""A question → rules, best first: every passage scored by its vector, every rule by its words, and all weighed."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from index.lexical import WordIndex
from index.likelihood import QueryLikelihood
from index.passages import searched_text
from index.ranking import Rows, Views, places_of, shipped_weights
from index.records import Hit, Passage
from index.vectors import Encoder, VectorIndex, Vectors

UNDECIDED = "undecided"
DIGITS = 6


@dataclass(frozen=True)
class Likeness:
    """How much a question is like what is said about some subjects.

    `nearest` is the cosine of the nearest passage, `middle` that of the nearest subject's mean vector, and `likelihood`
    says how much likelier the best subject makes the question's words than all do, 0 where nobody has any of them.
    """

    nearest: float = 0.0
    middle: float = 0.0
    likelihood: float = 0.0


@dataclass(frozen=True)
class Found:
    """A ranking of rules, and the signs of whether they decide the question.

    `rules` and `undecided` say how like the question is to the rules and to the questions that no rule decides; `kind`
    is the title of the nearest one's kind. `covered` says whether the plain rulebook covers the edition.
    """

    hits: tuple[Hit, ...]
    rules: Likeness = Likeness()
    undecided: Likeness = Likeness()
    kind: str = ""
    covered: bool = True


@dataclass(frozen=True)
class Evidence:
    """One question against everything: each passage's cosine; each subject's mean, words and likelihood."""

    cosines: Vectors
    middles: Vectors
    words: Vectors
    likelihoods: Vectors


@dataclass(frozen=True)
class Search:
    """The passages of one edition with their vectors, row by row, and the words of their subjects.

    A subject is a rule, or a kind of questions that no rule decides; the rules come first.
    """

    passages: tuple[Passage, ...]
    words: WordIndex
    likelihood: QueryLikelihood
    vectors: VectorIndex
    encoder: Encoder
    weights: Vectors | None = None

    @classmethod
    def from_passages(cls, passages: Sequence[Passage], vectors: Vectors, encoder: Encoder) -> "Search":
        """Index passages, those of rules before the others; row i of `vectors` is the vector of passages[i]."""
        parts: dict[str, list[str]] = {}
        for passage in passages:
            parts.setdefault(passage.rule, []).append(searched_text(passage))
        texts = ["\n".join(some) for some in parts.values()]
        chapters = {passage.rule: _chapter(passage) for passage in passages}
        return cls(
            tuple(passages),
            WordIndex.from_texts(texts, pairs=True),
            QueryLikelihood.from_texts(texts, list(chapters.values())),
            VectorIndex.from_vectors(vectors),
            encoder,
        )

    def only(self, kinds: Set[str]) -> "Search":
        """The search over the passages of some kinds alone, with the same weights."""
        rows = [row for row, passage in enumerate(self.passages) if passage.kind in kinds]
        some = Search.from_passages([self.passages[row] for row in rows], self.vectors.rows[rows], self.encoder)
        return replace(some, weights=self.weights)

    @cached_property
    def rules(self) -> list[str]:
        """The ids of the rules that have passages, in the edition's order."""
        return list(dict.fromkeys(passage.rule for passage in self.passages if passage.kind != UNDECIDED))

    def search(self, question: str, k: int = 10) -> Found:
        """The best k rules for a question, ties in the edition's order; a hit's score is its share of the evidence."""
        evidence = self.evidence(question)
        weights = shipped_weights(self.covered) if self.weights is None else self.weights
        scores = np.round(self.features(evidence) @ weights, DIGITS)
        shares = _shares(scores)
        best = np.argsort(-scores, kind="stable")[:k]
        hits = [Hit(self.rules[at], float(shares[at]), self._nearest_passage(at, evidence.cosines)) for at in best]
        size, of_rules = len(self.rules), self._of_rules
        aside = evidence.cosines[of_rules:]
        return Found(
            tuple(hits),
            _likeness(evidence, slice(of_rules), slice(size)),
            _likeness(evidence, slice(of_rules, None), slice(size, None)),
            self.passages[of_rules + int(np.argmax(aside))].rule if len(aside) else "",
            self.covered,
        )

    @property
    def covered(self) -> bool:
        """Whether the plain rulebook covers at least half of the rules."""
        return self._views.covered

    def evidence(self, question: str) -> Evidence:
        """The question against every passage and every subject."""
        vector = self.encoder.encode([question])[0]
        return Evidence(
            self.vectors.scores(vector),
            self._middles.scores(vector),
            self.words.scores(question),
            self.likelihood.scores(question),
        )

    def features(self, evidence: Evidence) -> Vectors:
        """The features of every rule, shape (rules, features)."""
        size = len(self.rules)
        return self._views.features(
            evidence.cosines, evidence.middles[:size], evidence.words[:size], evidence.likelihoods[:size]
        )

    @cached_property
    def _subjects(self) -> list[str]:
        return list(dict.fromkeys(passage.rule for passage in self.passages))

    @cached_property
    def _places(self) -> Rows:
        """The place of each passage's subject."""
        return places_of(self.passages, self._subjects)

    @cached_property
    def _views(self) -> Views:
        return Views.of_passages(self.passages, self.rules)

    @cached_property
    def _middles(self) -> VectorIndex:
        """The mean of every subject's vectors, as a unit vector."""
        vectors = self.vectors.rows
        middles = np.zeros((len(self._subjects), vectors.shape[1]), np.float32)
        np.add.at(middles, self._places, vectors)
        lengths = np.linalg.norm(middles, axis=1, keepdims=True)
        return VectorIndex.from_vectors(middles / np.maximum(lengths, np.float32(1e-9)))

    @cached_property
    def _of_rules(self) -> int:
        """The number of passages of rules, which come before the questions that no rule decides."""
        return int(np.count_nonzero(self._places < len(self.rules)))

    @cached_property
    def _rows(self) -> list[Rows]:
        """The rows of each subject's passages."""
        ordered = np.argsort(self._places, kind="stable")
        return np.split(ordered, np.flatnonzero(np.diff(self._places[ordered])) + 1)

    def _nearest_passage(self, place: int, cosines: Vectors) -> Passage:
        rows = self._rows[place]
        return self.passages[int(rows[np.argmax(cosines[rows])])]


def _chapter(passage: Passage) -> str:
    """The number of its rule's chapter (`702` for `702.19b`); the questions that no rule decides are one chapter."""
    return UNDECIDED if passage.kind == UNDECIDED else passage.rule.partition(".")[0]


def _likeness(evidence: Evidence, rows: slice, subjects: slice) -> Likeness:
    """Of the passages in some rows and of their subjects."""
    likelihoods = evidence.likelihoods[subjects]
    return Likeness(
        nearest=float(evidence.cosines[rows].max(initial=0.0)),
        middle=float(evidence.middles[subjects].max(initial=0.0)),
        likelihood=float(likelihoods.max()) if len(likelihoods) else 0.0,
    )


def _shares(scores: Vectors) -> Vectors:
    """The softmax of scores: what their learning made them, the chance that a rule decides the question."""
    grown = np.exp(scores - scores.max(initial=0.0))
    shares: Vectors = grown / grown.sum() if len(grown) else grown
    return shares
