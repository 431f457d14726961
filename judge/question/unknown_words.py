"""A question → its unknown words: those not in English, the rules, or any card name, such as an invented keyword."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from index.cards.names.lists import shipped_card_words
from index.words import MOST_REMEMBERED, stem, stems
from judge.question.spelling import is_english

SHORTEST = 4
LONG = 9  # from this many letters on, a typo may have two letters wrong
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
PARTS = re.compile(r"['’-]")
ENDINGS = ("ing", "es", "ed", "s", "d", "")


@dataclass(frozen=True)
class Vocabulary:
    """The stems of all words that the rules and the typical questions have, and those of frequent words and keywords.

    Only a `frequent` word counts as what a misspelled one stands for.
    """

    stems: Sequence[str]
    frequent: Sequence[str]

    @classmethod
    def from_words(cls, known: Sequence[str], frequent: Sequence[str], keywords: Sequence[str]) -> "Vocabulary":
        """The vocabulary of stems, of which some are frequent, and of keywords as they are written."""
        return cls(known, tuple(dict.fromkeys([*frequent, *map(stem, keywords)])))

    def unknown_words(self, question: str) -> tuple[str, ...]:
        """The unknown words of a question in lowercase, each once; one spelled nearly like a frequent word is a typo.

        A compound with a hyphen, such as "quell-lock", is known where its parts are frequent.
        """
        return tuple(dict.fromkeys(self._unknown(question)))

    def _unknown(self, question: str) -> Iterator[str]:
        for found in WORD.finditer(question):
            word = found[0].casefold()
            parts = [part for part in PARTS.split(word) if len(part) >= SHORTEST]
            known = self._frequent if "-" in word and found[0].islower() else self._known_words
            if word.isascii() and not all(map(known, parts)):
                yield word

    def _frequent(self, word: str) -> bool:
        return not stems([word])[0] or stem(word) in self._by_first_letter.get(word[0], [])

    def _known(self, word: str) -> bool:
        forms = {f"{word}g", *(word.removesuffix(ending) for ending in ENDINGS)}
        stemmed = {stem for form in stems(list(forms)) for stem in form}
        if stemmed & self._stems or forms & shipped_card_words() or any(map(is_english, forms)):
            return True
        return self._is_typo(stem(word))

    def _is_typo(self, stemmed: str) -> bool:
        """Whether a frequent stem with the same first letter differs by one letter, or by two in a long word."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extractOne

        alike = self._by_first_letter.get(stemmed[0], [])
        return extractOne(stemmed, alike, scorer=OSA.distance, score_cutoff=1 + (len(stemmed) >= LONG)) is not None

    @cached_property
    def _known_words(self) -> Callable[[str], bool]:
        """Whether a word is known; the last ones are remembered."""
        return lru_cache(MOST_REMEMBERED)(self._known)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(self.stems)

    @cached_property
    def _by_first_letter(self) -> dict[str, list[str]]:
        grouped: dict[str, list[str]] = {}
        for each in self.frequent:
            grouped.setdefault(each[0], []).append(each)
        return grouped
