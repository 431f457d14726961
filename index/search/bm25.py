"""Texts → a BM25 index over Snowball stems: how well each text matches the words of a query."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from index.files import CAN_MAP
from index.search.ranks import Places
from index.words import stems

ARRAYS = ("hashes", "places", "starts", "rows", "weights", "size")
HASH_BYTES = 8
K1, B = 1.5, 0.75

Hashes = NDArray[np.uint64]
WeightArray = NDArray[np.float32]


def _with_pairs(texts: Sequence[str]) -> list[list[str]]:
    both = zip(stems(texts), stems(texts, stop_words=True), strict=True)
    return [[*words, *map(" ".join, pairwise(all_words))] for words, all_words in both]


@dataclass(frozen=True)
class WordIndex:
    """BM25 (Lù 2024, bm25s; k1 = 1.5, b = 0.75) over a list of texts; a row is the position of a text.

    Word i adds to rows what lies from `starts[i]` to `starts[i + 1]`, where `rows` and `weights` say to which row how
    much. `hashes` has the hashes of the words in order, which takes a tenth of the words' own memory, and `places` says
    which word each is of. With `pairs`, every pair of adjacent words, stop words included, counts as one more word.
    """

    hashes: Hashes
    places: Places
    starts: Places
    rows: Places
    weights: WeightArray
    size: int
    pairs: bool = False

    @classmethod
    def from_texts(cls, texts: Sequence[str], pairs: bool = False) -> "WordIndex":
        """Index texts; row i is texts[i]."""
        import bm25s

        scorer = bm25s.BM25(k1=K1, b=B)
        scorer.index(_with_pairs(texts) if pairs else stems(texts), show_progress=False)
        hashes, places = _hashes(scorer.vocab_dict), np.fromiter(scorer.vocab_dict.values(), np.int32)
        order, found = np.argsort(hashes), scorer.scores
        return cls(hashes[order], places[order], found["indptr"], found["indices"], found["data"], len(texts), pairs)

    def scores(self, query: str) -> WeightArray:
        """The score of every row, 0 where it shares no word with the query."""
        words = (_with_pairs if self.pairs else stems)([query])[0]
        found = np.zeros(self.size, np.float32)
        for place in self._places(words):
            span = slice(self.starts[place], self.starts[place + 1])
            np.add.at(found, self.rows[span], self.weights[span])
        return found

    def search(self, query: str, k: int) -> list[tuple[int, float]]:
        """The best k (row, score) with a score above 0, best first, ties by row."""
        scores = self.scores(query)
        rows = np.flatnonzero(scores > 0)
        best = rows[np.lexsort((rows, -scores[rows]))][:k]
        return [(int(row), float(scores[row])) for row in best]

    def _places(self, words: Sequence[str]) -> list[int]:
        """The places of the known words, in the order of the query."""
        wanted = _hashes(words)
        near = np.minimum(np.searchsorted(self.hashes, wanted), len(self.hashes) - 1)
        known: list[int] = self.places[near[self.hashes[near] == wanted]].tolist()
        return known

    def save(self, folder: Path) -> None:
        """Write everything as arrays that can be mapped into memory."""
        folder.mkdir(parents=True)
        for name in ARRAYS:
            np.save(folder / f"{name}.npy", getattr(self, name))

    @classmethod
    def load(cls, folder: Path, pairs: bool = False) -> "WordIndex":
        """Read what `save` wrote; the arrays stay in their files where they can be mapped into memory."""
        # Slices of a memmap take longer than those of an array over it.
        hashes, places, starts, rows, weights, size = (
            np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r" if CAN_MAP else None)) for name in ARRAYS
        )
        return cls(hashes, places, starts, rows, weights, int(size), pairs)


def score_few(query: str, texts: Sequence[str]) -> list[float]:
    """The score of each text for a query, as an index over these texts gives it, but without making one."""
    counted = list(map(Counter, stems(texts)))
    lengths = [words.total() for words in counted]
    relative = [1 - B + B * length * len(lengths) / max(1, sum(lengths)) for length in lengths]
    scores = [0.0] * len(texts)
    for word in stems([query])[0]:
        having = [row for row, words in enumerate(counted) if word in words]
        rarity = math.log1p((len(texts) - len(having) + 0.5) / (len(having) + 0.5))
        for row in having:
            scores[row] += rarity * counted[row][word] / (K1 * relative[row] + counted[row][word])
    return scores


def _hashes(words: Iterable[str]) -> Hashes:
    digests = (blake2b(word.encode("utf-8", "surrogatepass"), digest_size=HASH_BYTES).digest() for word in words)
    return np.frombuffer(b"".join(digests), "<u8")
