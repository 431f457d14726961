"""A question → rules, best first: word and vector rankings of passages, folded to rules and fused.

Each kind of view (the rule's own texts, the plain wording, the typical questions) is ranked apart by vectors and all
passages together by words; a rule's place in each ranking is that of its best passage.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from index.fuse import reciprocal_rank
from index.lexical import WordIndex
from index.passages import searched_text
from index.records import Hit, Passage
from index.vectors import Encoder, VectorIndex, Vectors

DEPTH = 400
VIEWS = {"rule": "text", "example": "text", "glossary": "text", "plain": "plain", "question": "question"}


@dataclass(frozen=True)
class Found:
    """A ranking of rules, and how near its best passage is to the question (cosine; 0 when no vectors were used)."""

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

    @cached_property
    def _place(self) -> dict[str, int]:
        return {rule: place for place, rule in enumerate(self.rules)}

    def search(self, question: str, k: int = 10) -> Found:
        """The best k rules for a question; score is the fused score, ties go to the rule that stands first."""
        scored = self.vectors.search(self.encoder.encode([question])[0], DEPTH)
        by_vector = [row for row, _ in scored]
        by_word = [row for row, _ in self.words.search(question, DEPTH)]
        rankings = [self._fold(by_word)]
        for view in ("text", "plain", "question"):
            rankings.append(self._fold(row for row in by_vector if VIEWS[self.passages[row].kind] == view))
        best_row = self._fold([*by_vector, *by_word])
        fused = reciprocal_rank([list(ranking) for ranking in rankings])
        hits = [Hit(self.rules[place], score, self.passages[best_row[place]]) for place, score in fused[:k]]
        return Found(tuple(hits), scored[0][1] if scored else 0.0)

    def _fold(self, rows: Iterable[int]) -> dict[int, int]:
        """Rows of passages, best first → places of their rules in that order, each with its best row."""
        folded: dict[int, int] = {}
        for row in rows:
            folded.setdefault(self._place[self.passages[row].rule], row)
        return folded
