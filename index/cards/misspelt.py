"""A word that nobody knows → the words of names that it may have been meant as."""

from collections import defaultdict
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import OSA

from index.cards.lexicon import FOREIGN
from index.cards.lookup import Lookup

SHORTEST, SHORTEST_PART = 4, 3
LONG = 8  # from this length on two letters may be wrong
MOST_ENGLISH = 3000
PLAIN_ENGLISH = 20000
MOST_MEANT = 6


@dataclass(frozen=True)
class Meant:
    """A word that a misspelt one may stand for, and how many letters are wrong."""

    word: str
    wrong: int


@dataclass(frozen=True)
class Spelling:
    """The words of all names, and beside them those of ordinary speech, which a typing error may hit as well."""

    lookup: Lookup
    alike: dict[tuple[str, int], list[str]]

    @classmethod
    def from_lookup(cls, lookup: Lookup) -> "Spelling":
        """Sort all words by first letter and length."""
        ordinary = {word for word, count in lookup.english.items() if count > PLAIN_ENGLISH}
        alike: dict[tuple[str, int], list[str]] = defaultdict(list)
        for word in sorted(lookup.name_words | lookup.spoken.keys() | ordinary):
            alike[word[0], len(word)].append(word)
        return cls(lookup, dict(alike))

    def doubtful(self, word: str) -> bool:
        """True for a word that may be misspelt: in no name, on no card, and seldom in English."""
        known = self.lookup
        return (
            len(word) >= SHORTEST
            and word.isalpha()
            and word not in known.name_words
            and word not in known.proper
            and word not in known.spoken
            and known.english.get(word, 0) < MOST_ENGLISH
        )

    def unknown(self, word: str) -> bool:
        """True for a doubtful word that is no English word at all."""
        return self.doubtful(word) and self.lookup.english.get(word, 0) <= FOREIGN

    def meant(self, word: str) -> list[Meant]:
        """The nearest words with the same first letter, fewest wrong letters first; ordinary words are among them."""
        limit = 2 if len(word) >= LONG else 1
        near = [
            each for length in range(-limit, limit + 1) for each in self.alike.get((word[0], len(word) + length), ())
        ]
        found = process.extract(word, near, scorer=OSA.distance, score_cutoff=limit, limit=MOST_MEANT)
        return sorted(
            (Meant(each, int(wrong)) for each, wrong, _ in found), key=lambda meant: (meant.wrong, meant.word)
        )

    def nearly(self, word: str, other: str) -> bool:
        """True for a word that is no ordinary one and one or two letters away from another."""
        limit = 2 if len(other) >= LONG else 1
        ordinary = word in self.lookup.spoken or self.lookup.english.get(word, 0) > PLAIN_ENGLISH
        return not ordinary and len(word) >= SHORTEST_PART and OSA.distance(word, other, score_cutoff=limit) <= limit
