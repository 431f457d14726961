"""A question → rules, best first: every passage scored by its vector, every rule by its words, and all weighed."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from index.encoder.encoder import Encoder, Vectors
from index.records import Hit, Passage
from index.rules.numbers import chapter_number
from index.search.bm25 import WordIndex
from index.search.evidence import Evidence, Scores, gather_evidence, softmax
from index.search.features import FeatureExtractor, places_of, shipped_weights
from index.search.passages import searched_text
from index.search.procedures import NearProcedure, ProcedureIndex
from index.search.query_likelihood import QueryLikelihood
from index.search.ranks import Rows, best_rows
from index.search.reranker import NEAR, RuleFamily, Trees, candidate_features
from index.search.vector_index import VectorEngine, VectorIndex, index_vectors

UNANSWERABLE = "unanswerable"
DIGITS = 6
NO_EVIDENCE = Evidence()


@dataclass(frozen=True)
class SearchResult:
    """A ranking of rules, and the evidence of whether they decide the question.

    `kind` is the title of the kind of the nearest unanswerable question, "" where there is none. `covered` says whether
    the plain rulebook covers the edition. `near` are the nearest typical questions, whatever the rank of their rules;
    their score is the cosine. `procedure` is the one that it resembles most.
    """

    hits: tuple[Hit, ...]
    evidence: Evidence = NO_EVIDENCE
    kind: str = ""
    covered: bool = True
    near: tuple[Hit, ...] = ()
    procedure: NearProcedure | None = None


@dataclass(frozen=True)
class Search:
    """The passages of one edition with their vectors, row by row; the words and the centroids of their subjects.

    A subject is a rule or a kind of unanswerable questions; the rules come first. Its centroid is the mean of
    its vectors, as a unit vector.
    """

    passages: tuple[Passage, ...]
    words: WordIndex
    likelihood: QueryLikelihood
    vectors: VectorEngine
    centroids: VectorEngine
    encoder: Encoder
    weights: Vectors | None = None
    trees: Trees | None = None
    procedures: ProcedureIndex = field(default_factory=ProcedureIndex.empty)

    @classmethod
    def from_passages(
        cls, passages: Sequence[Passage], vectors: Vectors, encoder: Encoder, only_words: Sequence[Passage] = ()
    ) -> "Search":
        """Index passages, those of rules before the others; row i of `vectors` is the vector of passages[i].

        The words of those in `only_words` count too; their rules have to have other passages.
        """
        parts: dict[str, list[str]] = {passage.rule: [] for passage in passages}
        for passage in (*only_words, *passages):
            parts[passage.rule].append(searched_text(passage))
        texts = ["\n".join(some) for some in parts.values()]
        chapters = {passage.rule: _chapter(passage) for passage in passages}
        return cls(
            tuple(passages),
            WordIndex.from_texts(texts, pairs=True),
            QueryLikelihood.from_texts(texts, list(chapters.values())),
            index_vectors(vectors),
            VectorIndex.from_vectors(_centroids(vectors, places_of(passages, list(parts)), len(parts))),
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
        return list(dict.fromkeys(passage.rule for passage in self.passages if passage.kind != UNANSWERABLE))

    def search(self, question: str, k: int = 10) -> SearchResult:
        """The best k rules for a question, ties in the edition's order; a hit's score is the chance that it decides."""
        vector = self.encoder.encode([question])[0]
        scores = self._scores(question, vector)
        features = self.features(scores)
        linear = self.linear_scores(features)
        near = self.nearest_questions(scores.cosines)
        best, chances = self._order(question, features, linear, near, k)
        aside = scores.cosines[self._of_rules :]
        found = {self.rules[at]: float(chance) for at, chance in zip(best, chances, strict=True)}
        return SearchResult(
            tuple(
                self._hit(at, float(chance), scores.cosines) for at, chance in zip(best[:k], chances[:k], strict=True)
            ),
            gather_evidence(question, scores, linear, self._of_rules, self.likelihood),
            self.passages[self._of_rules + int(np.argmax(aside))].rule if len(aside) else "",
            self.covered,
            tuple(Hit(self.passages[row].rule, float(scores.cosines[row]), self.passages[row]) for row in near),
            self.procedures.nearest(vector, found),
        )

    def linear_scores(self, features: Vectors) -> Vectors:
        """The first-stage scores of the rules, shape (rules,)."""
        weights = shipped_weights(self.covered) if self.weights is None else self.weights
        scores: Vectors = np.round(features @ weights, DIGITS)
        return scores

    def candidates(self, question: str, features: Vectors, linear: Vectors, near: Rows) -> tuple[Rows, Vectors]:
        """The places of the rules that the reranker reorders, and what it looks at; `near` are `nearest_questions`."""
        return candidate_features(question, features, linear, self._places[near], self._family)

    def _order(self, question: str, features: Vectors, linear: Vectors, near: Rows, k: int) -> tuple[Rows, Vectors]:
        """The places of the best k rules with their chances: the candidates reordered, the others behind them."""
        ordered = best_rows(linear, k)
        if self.trees is None:
            return ordered, softmax(linear)[ordered]
        best, looked_at = self.candidates(question, features, linear, near)
        scores = np.round(self.trees.scores(looked_at), DIGITS)
        order = np.argsort(-scores, kind="stable")
        reranked = softmax(scores[order] * self.trees.sharpness)
        rest = ordered[len(best) :]
        return np.concatenate([best[order], rest]), np.concatenate([reranked, np.zeros(len(rest), np.float32)])

    @property
    def covered(self) -> bool:
        """Whether the plain rulebook covers at least half of the rules."""
        return self._extractor.covered

    def scores_of(self, question: str) -> Scores:
        """The scores of every passage and every subject for a question."""
        return self._scores(question, self.encoder.encode([question])[0])

    def _scores(self, question: str, vector: Vectors) -> Scores:
        return Scores(
            self.vectors.scores(vector),
            self.centroids.scores(vector),
            self.words.scores(question),
            self.likelihood.scores(question),
        )

    def features(self, scores_of: Scores) -> Vectors:
        """The features of every rule, shape (rules, features)."""
        size = len(self.rules)
        return self._extractor.features(
            scores_of.cosines, scores_of.centroids[:size], scores_of.words[:size], scores_of.likelihoods[:size]
        )

    def centroids_of(self, rules: Sequence[str]) -> Vectors:
        """The centroids of the rules with these ids, shape (rules, dimensions); those without passages have none."""
        places = [self._place_of[rule] for rule in rules if rule in self._place_of]
        return np.asarray(self.centroids.rows[places])

    @cached_property
    def _place_of(self) -> dict[str, int]:
        return {rule: place for place, rule in enumerate(self.rules)}

    @cached_property
    def _family(self) -> RuleFamily:
        return RuleFamily.from_passages(self.passages, self.rules)

    @cached_property
    def _subjects(self) -> list[str]:
        return list(dict.fromkeys(passage.rule for passage in self.passages))

    @cached_property
    def _places(self) -> Rows:
        """The place of each passage's subject."""
        return places_of(self.passages, self._subjects)

    @cached_property
    def _extractor(self) -> FeatureExtractor:
        return FeatureExtractor.of_passages(self.passages, self.rules)

    @cached_property
    def _of_rules(self) -> int:
        """The number of passages of rules, which come before the unanswerable questions."""
        return int(np.count_nonzero(self._places < len(self.rules)))

    @cached_property
    def _rows(self) -> list[Rows]:
        """The rows of each subject's passages."""
        ordered = np.argsort(self._places, kind="stable")
        return np.split(ordered, np.flatnonzero(np.diff(self._places[ordered])) + 1)

    def nearest_questions(self, cosines: Vectors) -> Rows:
        """The rows of the typical questions that are nearest, nearest first."""
        rows = self._family.questions
        return rows[best_rows(cosines[rows], NEAR)]

    def _hit(self, place: int, score: float, cosines: Vectors) -> Hit:
        """A rule with the passage that is nearest."""
        rows = self._rows[place]
        nearest = int(rows[np.argmax(cosines[rows])])
        return Hit(self.rules[place], score, self.passages[nearest], float(cosines[nearest]))


def _centroids(vectors: Vectors, places: Rows, subjects: int) -> Vectors:
    """The mean of every subject's vectors, as a unit vector; `places` has the subject of each."""
    sums = np.zeros((subjects, vectors.shape[1]), np.float32)
    np.add.at(sums, places, vectors)
    centroids: Vectors = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), np.float32(1e-9))
    return centroids


def _chapter(passage: Passage) -> str:
    """The number of its rule's chapter (`702` for `702.19b`); unanswerable questions are one chapter."""
    return UNANSWERABLE if passage.kind == UNANSWERABLE else chapter_number(passage.rule)
