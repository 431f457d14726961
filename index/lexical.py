"""Texts → a word index (BM25 over Snowball stems) that finds the rows a question shares words with."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def _words(texts: Sequence[str]) -> Any:
    import bm25s
    import Stemmer

    stemmer = Stemmer.Stemmer("english")
    return bm25s.tokenize(list(texts), stopwords="en", stemmer=stemmer, return_ids=False, show_progress=False)


@dataclass(frozen=True)
class WordIndex:
    """BM25 (Lù 2024, bm25s; k1 = 1.5, b = 0.75) over a list of texts; a row is a text's place in it."""

    scorer: Any

    @classmethod
    def from_texts(cls, texts: Sequence[str]) -> "WordIndex":
        """Index texts; row i is texts[i]."""
        import bm25s

        scorer = bm25s.BM25()
        scorer.index(_words(texts), show_progress=False)
        return cls(scorer)

    def scores(self, query: str) -> NDArray[np.float32]:
        """The score of every row, 0 where it shares no word with the query."""
        known = [word for word in _words([query])[0] if word in self.scorer.vocab_dict]
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
    def load(cls, folder: Path) -> "WordIndex":
        """Read what `save` wrote."""
        import bm25s

        return cls(bm25s.BM25.load(folder))
