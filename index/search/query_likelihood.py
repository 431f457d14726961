"""What is said about each rule → how likely people are to use a question's words when they talk about the rule.

The likelihood of the query (Ponte and Croft 1998): how often does each word of the question come up where people talk
about this rule? What a rule lacks it borrows from its chapter, and the chapter from all rules (Dirichlet priors, Zhai
and Lafferty 2001), so a rule about which little is said is still recognized as one of its chapter. Unanswerable
questions have words too: each kind of them is a row, and all kinds together are a chapter.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from index.search.ranks import Places
from index.words import stems

Numbers = NDArray[np.float64]

FROM_CHAPTER, FROM_ALL = 60.0, 1000.0
ADDED = 0.5
FREQUENT = 15


@dataclass(frozen=True)
class WordEvidence:
    """The mean log ratio of a question's known words, the share of unknown words, and the number of known ones."""

    ratio: float
    unknown_share: float
    known: int


@dataclass(frozen=True)
class QueryLikelihood:
    """The words of rows of text and how often each occurs: those of `words[i]` lie from `starts[i]` to `starts[i + 1]`.

    There `rows` and `counts` say in which row how often. `chapters` has the place of every row's chapter.
    """

    words: tuple[str, ...]
    starts: Places
    rows: Places
    counts: Places
    chapters: Places

    @classmethod
    def from_texts(cls, texts: Sequence[str], chapters: Sequence[str]) -> "QueryLikelihood":
        """Count the words of texts, row i being texts[i] in the chapter chapters[i]."""
        places = {chapter: place for place, chapter in enumerate(dict.fromkeys(chapters))}
        found: dict[str, list[tuple[int, int]]] = {}
        for row, words in enumerate(stems(texts) if texts else ()):
            for word, count in Counter(words).items():
                found.setdefault(word, []).append((row, count))
        entries = np.array([entry for some in found.values() for entry in some], np.int32).reshape(-1, 2)
        starts = np.cumsum([0, *map(len, found.values())], dtype=np.int32)
        return cls(
            tuple(found), starts, entries[:, 0], entries[:, 1], np.array([places[each] for each in chapters], np.int32)
        )

    def scores(self, question: str) -> NDArray[np.float32]:
        """How much likelier each row makes the question's words than all rows together do, shape (rows,).

        It is the natural logarithm, the mean of the words; 0 where no word is known.
        """
        known = [self._places[word] for word in stems([question])[0] if word in self._places]
        if not known:
            return np.zeros(len(self.chapters), np.float32)
        return (self._logarithms(known) / len(known)).astype(np.float32)

    def _logarithms(self, known: Sequence[int]) -> Numbers:
        """The sum over the words, for every row."""
        spans = [slice(self.starts[word], self.starts[word + 1]) for word in known]
        rows = np.concatenate([self.rows[span] for span in spans])
        counts = np.concatenate([self.counts[span] for span in spans])
        word = np.repeat(np.arange(len(known)), [span.stop - span.start for span in spans])
        chapter = self.chapters[rows]

        of_all = np.bincount(word, counts) / self._all_words
        shape = len(self._of_chapters), len(known)
        in_chapters = np.bincount(chapter * len(known) + word, counts, shape[0] * shape[1]).reshape(shape)
        of_chapters = (in_chapters + FROM_ALL * of_all) / (self._of_chapters[:, None] + FROM_ALL)

        own = np.bincount(rows, np.log1p(counts / (FROM_CHAPTER * of_chapters[chapter, word])), len(self.chapters))
        borrowed = np.log(of_chapters / of_all).sum(axis=1)[self.chapters]
        total: Numbers = own + borrowed - len(known) * self._borrowing
        return total

    def word_evidence(self, question: str) -> "WordEvidence":
        """How well the texts of rules, against those of the last chapter, account for the question's words."""
        words = stems([question])[0]
        known = [self._places[word] for word in words if word in self._places]
        if not known:
            return WordEvidence(0.0, 1.0 if words else 0.0, 0)
        aside, of_rules = (counts[known] + ADDED for counts in self._counts_aside)
        total_aside, total_rules = (counts.sum() + ADDED for counts in self._counts_aside)
        ratios = np.log(of_rules / total_rules) - np.log(aside / total_aside)
        return WordEvidence(float(ratios.mean()), 1 - len(known) / len(words), len(known))

    def words_of_rows(self, rows: int) -> tuple[str, ...]:
        """The words that occur in the first rows; those of the rules come before those of unanswerable questions."""
        word = np.repeat(np.arange(len(self.words)), np.diff(self.starts))
        return tuple(self.words[at] for at in np.unique(word[self.rows < rows]).tolist())

    def frequent_words(self, rows: int = FREQUENT) -> tuple[str, ...]:
        """The words that enough rows have."""
        return tuple(word for word, count in zip(self.words, np.diff(self.starts), strict=True) if count >= rows)

    @cached_property
    def _counts_aside(self) -> tuple[Numbers, Numbers]:
        """How often each word occurs in the last chapter, and in all others."""
        last = self.chapters[self.rows] == (self.chapters.max(initial=0))
        word = np.repeat(np.arange(len(self.words)), np.diff(self.starts))
        size = len(self.words)
        aside, of_rules = (np.bincount(word[those], self.counts[those], size) for those in (last, ~last))
        return aside.astype(np.float64), of_rules.astype(np.float64)

    @property
    def rows_with_word(self) -> Places:
        """The number of rows that have each word, shape (words,)."""
        return np.diff(self.starts)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.words)}

    @cached_property
    def _of_rows(self) -> Numbers:
        """The number of words of each row."""
        return np.bincount(self.rows, self.counts, len(self.chapters)).astype(np.float64)

    @cached_property
    def _borrowing(self) -> Numbers:
        """The logarithm of how much of its likelihood each row has of its own words."""
        shares: Numbers = np.log1p(self._of_rows / FROM_CHAPTER)
        return shares

    @cached_property
    def _all_words(self) -> int:
        """The number of words of all rows."""
        return int(self.counts.sum())

    @cached_property
    def _of_chapters(self) -> Numbers:
        """The number of words of each chapter."""
        return np.bincount(self.chapters, self._of_rows).astype(np.float64)

    def save(self, path: Path) -> None:
        """Write everything as arrays."""
        np.savez_compressed(
            path, words=self.words, starts=self.starts, rows=self.rows, counts=self.counts, chapters=self.chapters
        )

    @classmethod
    def load(cls, path: Path) -> "QueryLikelihood":
        """Read what `save` wrote."""
        with np.load(path, allow_pickle=False) as saved:
            words = tuple(saved["words"].tolist())
            return cls(words, *(saved[name] for name in ("starts", "rows", "counts", "chapters")))
