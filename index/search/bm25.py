"""Texts → a BM25 index over Snowball stems: how well each text matches the words of a query."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from index.words import stems


def _with_pairs(texts: Sequence[str]) -> list[list[str]]:
    both = zip(stems(texts), stems(texts, stop_words=True), strict=True)
    return [[*words, *map(" ".join, pairwise(all_words))] for words, all_words in both]


@dataclass(frozen=True)
class WordIndex:
    """BM25 (Lù 2024, bm25s; k1 = 1.5, b = 0.75) over a list of texts; a row is the position of a text.

    With `pairs`, every pair of adjacent words, stop words included, counts as one more word.
    """

    scorer: Any
    pairs: bool = False

    @classmethod
    def from_texts(cls, texts: Sequence[str], pairs: bool = False) -> "WordIndex":
        """Index texts; row i is texts[i]."""
        import bm25s

        scorer = bm25s.BM25()
        scorer.index(_with_pairs(texts) if pairs else stems(texts), show_progress=False)
        return cls(scorer, pairs)

    def scores(self, query: str) -> NDArray[np.float32]:
        """The score of every row, 0 where it shares no word with the query."""
        words = (_with_pairs if self.pairs else stems)([query])[0]
        known = [word for word in words if word in self.scorer.vocab_dict]
        found: NDArray[np.float32] = (
            self.scorer.get_scores(known) if known else np.zeros(self.scorer.scores["num_docs"], np.float32)
        )
        return found

    def search(self, query: str, k: int) -> list[tuple[int, float]]:
        """The best k (row, score) with a score above 0, best first, ties by row."""
        scores = self.scores(query)
        rows = np.flatnonzero(scores > 0)
        best = rows[np.lexsort((rows, -scores[rows]))][:k]
        return [(int(row), float(scores[row])) for row in best]

    def save(self, folder: Path) -> None:
        """Write the index in bm25s' own files."""
        self.scorer.save(folder, show_progress=False)

    @classmethod
    def load(cls, folder: Path, pairs: bool = False) -> "WordIndex":
        """Read what `save` wrote."""
        import bm25s

        return cls(bm25s.BM25.load(folder), pairs)
