"""A question → the same one with its misspelt keywords mended."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from index.records import Rulebook

if TYPE_CHECKING:
    from spellchecker import SpellChecker

SHORTEST_KEYWORD = 5
LEAST_ALIKE = 80.0
WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Spelling:
    """The words of an edition, and those of its titles and terms, which a misspelt word may have been meant as."""

    known: frozenset[str]
    keywords: tuple[str, ...]

    @classmethod
    def from_rulebook(cls, book: Rulebook, plain: Callable[[str], str]) -> "Spelling":
        """The words of an edition, and of our wording of its rules, which `plain` gives by their ids."""
        names = [*(rule.heading for rule in book.titled), *(entry.term for entry in book.glossary)]
        texts = chain.from_iterable((rule.text, *rule.examples, plain(rule.id)) for rule in book.rules)
        keywords = {word for word in _words(names) if len(word) >= SHORTEST_KEYWORD}
        return cls(frozenset(_words(chain(names, texts))), tuple(sorted(keywords)))

    def mended(self, question: str) -> str:
        """The question with its misspelt keywords mended, "" where nothing is to be mended.

        A word that begins with a capital inside the question is taken for a name.
        """

        def meant(found: re.Match[str]) -> str:
            name = found.start() > 0 and found[0].istitle()
            return ("" if name else self._meant(found[0])) or found[0]

        mended = WORD.sub(meant, question)
        return mended if mended != question else ""

    def _meant(self, word: str) -> str:
        low = word.casefold()
        if len(low) < SHORTEST_KEYWORD or low in self.known or _is_english(low):
            return ""
        from rapidfuzz import fuzz, process

        near = process.extract(low, self.keywords, scorer=fuzz.ratio, score_cutoff=LEAST_ALIKE)
        return next((keyword for keyword, _, _ in near if keyword[0] == low[0]), "")


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in WORD.findall(text.casefold())}


def _is_english(word: str) -> bool:
    return word in _english()


@cache
def _english() -> "SpellChecker":
    from spellchecker import SpellChecker

    return SpellChecker(language="en", distance=1)
