"""Texts → a BM25 index over Snowball stems: how well each text matches the words of a query."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from index.words import stems

VOCABULARY, STARTS, ROWS, WEIGHTS = "vocabulary.txt", "starts.npy", "rows.npy", "weights.npy"

Places = NDArray[np.int32]
Weights = NDArray[np.float32]


def _with_pairs(texts: Sequence[str]) -> list[list[str]]:
    both = zip(stems(texts), stems(texts, stop_words=True), strict=True)
    return [[*words, *map(" ".join, pairwise(all_words))] for words, all_words in both]


@dataclass(frozen=True)
class WordIndex:
    """BM25 (Lù 2024, bm25s; k1 = 1.5, b = 0.75) over a list of texts; a row is the position of a text.

    What `vocabulary[i]` adds to rows lies from `starts[i]` to `starts[i + 1]`, where `rows` and `weights` say to which
    row how much. With `pairs`, every pair of adjacent words, stop words included, counts as one more word.
    """

    vocabulary: tuple[str, ...]
    starts: Places
    rows: Places
    weights: Weights
    size: int
    pairs: bool = False

    @classmethod
    def from_texts(cls, texts: Sequence[str], pairs: bool = False) -> "WordIndex":
        """Index texts; row i is texts[i]."""
        import bm25s

        scorer = bm25s.BM25()
        scorer.index(_with_pairs(texts) if pairs else stems(texts), show_progress=False)
        words = sorted(scorer.vocab_dict, key=scorer.vocab_dict.__getitem__)
        found = scorer.scores
        return cls(tuple(words), found["indptr"], found["indices"], found["data"], len(texts), pairs)

    def scores(self, query: str) -> Weights:
        """The score of every row, 0 where it shares no word with the query."""
        words = (_with_pairs if self.pairs else stems)([query])[0]
        found = np.zeros(self.size, np.float32)
        for place in [self._places[word] for word in words if word in self._places]:
            span = slice(self.starts[place], self.starts[place + 1])
            found[self.rows[span]] += self.weights[span]
        return found

    def search(self, query: str, k: int) -> list[tuple[int, float]]:
        """The best k (row, score) with a score above 0, best first, ties by row."""
        scores = self.scores(query)
        rows = np.flatnonzero(scores > 0)
        best = rows[np.lexsort((rows, -scores[rows]))][:k]
        return [(int(row), float(scores[row])) for row in best]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.vocabulary)}

    def save(self, folder: Path) -> None:
        """Write the words line by line, and everything else as arrays that can be mapped into memory."""
        folder.mkdir(parents=True)
        (folder / VOCABULARY).write_text("\n".join([str(self.size), *self.vocabulary]), "utf-8", newline="\n")
        for name, array in ((STARTS, self.starts), (ROWS, self.rows), (WEIGHTS, self.weights)):
            np.save(folder / name, array)

    @classmethod
    def load(cls, folder: Path, pairs: bool = False) -> "WordIndex":
        """Read what `save` wrote; the arrays stay in their files until they are needed."""
        size, *vocabulary = (folder / VOCABULARY).read_text("utf-8").split("\n")
        # Slices of a memmap take longer than those of an array over it.
        starts, rows, weights = (np.asarray(np.load(folder / name, mmap_mode="r")) for name in (STARTS, ROWS, WEIGHTS))
        return cls(tuple(vocabulary), starts, rows, weights, int(size), pairs)
