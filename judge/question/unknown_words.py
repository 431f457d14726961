"""A question → its words that neither English nor the rules nor any card knows, such as an invented keyword."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from index.cards.names.lists import shipped_card_words
from index.words import near_spellings, stems
from judge.question.spelling import is_english

SHORTEST = 4
LEAST_ALIKE = 82.0
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
ENDINGS = ("'s", "ing", "es", "ed", "s", "d", "")


@dataclass(frozen=True)
class Vocabulary:
    """The stems of all words that the rules and the typical questions have."""

    stems: Sequence[str]

    def unknown_words(self, question: str) -> tuple[str, ...]:
        """The unknown words of a question, each once.

        A word with a capital inside the question is a name, and one that is spelled nearly like a known word a typo.
        """
        return tuple(dict.fromkeys(self._unknown(question)))

    def _unknown(self, question: str) -> Iterator[str]:
        for found in WORD.finditer(question):
            word = found[0].casefold().replace("’", "'")
            named = found.start() > 0 and found[0][0].isupper()
            if not named and len(word) >= SHORTEST and word.isascii() and not self._known(word):
                yield word

    def _known(self, word: str) -> bool:
        forms = {word.removesuffix(ending) for ending in ENDINGS}
        stemmed = {stem for form in stems(list(forms)) for stem in form}
        if stemmed & self._stems or forms & shipped_card_words() or any(map(is_english, forms)):
            return True
        return bool(near_spellings(word, self.stems, LEAST_ALIKE, most=1))

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(self.stems)
