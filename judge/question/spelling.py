"""A question → the same question with its misspelled keywords corrected."""

import gzip
import json
import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from itertools import chain, takewhile

from index.records import Rulebook
from index.words import letter_runs, near_spellings, replace_letter_runs

SHORTEST_KEYWORD = 5
LEAST_ALIKE, MOST_NEAR = 80.0, 5
LEAST_ALIKE_JOINED = 85.0  # of a keyword that dictation split and misspelled
MOST_REMEMBERED = 100


@dataclass(frozen=True)
class KeywordSpelling:
    """The words of an edition, and those of its titles and terms: the keywords that a misspelled word may stand for."""

    known: frozenset[str]
    keywords: tuple[str, ...]

    @classmethod
    def from_rulebook(cls, book: Rulebook, plain: Callable[[str], str]) -> "KeywordSpelling":
        """The words of an edition, and of our wording of its rules, which `plain` gives by their ids."""
        names = [*(rule.heading for rule in book.titled), *(entry.term for entry in book.glossary)]
        texts = chain.from_iterable((rule.text, *rule.examples, plain(rule.id)) for rule in book.rules)
        keywords = {word for word in _words(names) if len(word) >= SHORTEST_KEYWORD}
        return cls(frozenset(_words(chain(names, texts))), tuple(sorted(keywords)))

    def corrected(self, question: str) -> str:
        """The question with its misspelled keywords corrected, "" where there are none; the last ones are remembered.

        Keywords that dictation split in two ("de vour") are joined. A word that begins with a capital inside the
        question is taken for a name.
        """
        return self._remembered(question)

    @cached_property
    def _remembered(self) -> Callable[[str], str]:
        return lru_cache(MOST_REMEMBERED)(self._corrected)

    def _corrected(self, question: str) -> str:
        def replacement(found: re.Match[str]) -> str:
            name = found.start() > 0 and found[0].istitle()
            return ("" if name else self._correction(found[0])) or found[0]

        corrected = replace_letter_runs(self.joined(question), replacement)
        return corrected if corrected != question else ""

    def joined(self, question: str) -> str:
        """The question with the keywords joined that dictation split in two; the last ones are remembered."""
        return self._remembered_joined(question)

    @cached_property
    def _remembered_joined(self) -> Callable[[str], str]:
        return lru_cache(MOST_REMEMBERED)(self._joined)

    def _joined(self, question: str) -> str:
        words = question.split(" ")
        for at in range(len(words) - 1, 0, -1):
            second = "".join(takewhile(str.isalpha, words[at]))
            if keyword := self._split_keyword(words[at - 1], second):
                words[at - 1 : at + 1] = [keyword + words[at].removeprefix(second)]
        return " ".join(words)

    def _split_keyword(self, first: str, second: str) -> str:
        """The word that two together are, "" where they are two words."""
        parts = first.casefold(), second.casefold()
        whole = "".join(parts)
        if not (first.isalpha() and second) or len(whole) < SHORTEST_KEYWORD or first.istitle() or second.istitle():
            return ""
        if whole in self.known:
            return whole if any(part not in self.known for part in parts) else ""
        if all(part in self.known or is_english(part) for part in parts):
            return ""
        near = near_spellings(whole, self.keywords, LEAST_ALIKE_JOINED, MOST_NEAR)
        return next((keyword for keyword in near if keyword[0] == whole[0]), "")

    def _correction(self, word: str) -> str:
        low = word.casefold()
        if len(low) < SHORTEST_KEYWORD or low in self.known or is_english(low):
            return ""
        near = near_spellings(low, self.keywords, LEAST_ALIKE, MOST_NEAR)
        return next((keyword for keyword in near if keyword[0] == low[0]), "")


def _words(texts: Iterable[str]) -> set[str]:
    return set(letter_runs("\n".join(texts).casefold()))


def is_english(word: str) -> bool:
    """Whether a word in lowercase is in the English dictionary."""
    hashes, wanted = _english(), hash(word)
    at = bisect_left(hashes, wanted)
    return at < len(hashes) and hashes[at] == wanted


@cache
def _english() -> "array[int]":
    """The sorted hashes of the words of pyspellchecker's dictionary, which take a tenth of the words' own memory."""
    packed = (files("spellchecker") / "resources" / "en.json.gz").read_bytes()
    return array("q", sorted(map(hash, json.loads(gzip.decompress(packed)))))
