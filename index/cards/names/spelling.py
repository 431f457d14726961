"""An unknown word → the words of names that it may stand for."""

from collections import defaultdict
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import OSA

from index.cards.lexicon import FOREIGN
from index.cards.names.lookup import Lookup

SHORTEST, SHORTEST_PART = 4, 3
LONG = 8  # from this length on, two letters can be wrong
MOST_ENGLISH = 3000
PLAIN_ENGLISH = 20000
MOST_MEANT = 6


@dataclass(frozen=True)
class Candidate:
    """A word that a misspelled one may stand for, and how many letters are wrong."""

    word: str
    wrong: int


@dataclass(frozen=True)
class NameSpelling:
    """The words of all names, and ordinary words, which a typing error can hit as well."""

    lookup: Lookup
    by_shape: dict[tuple[str, int], list[str]]

    @classmethod
    def from_lookup(cls, lookup: Lookup) -> "NameSpelling":
        """Sort all words by first letter and length."""
        ordinary = {word for word, count in lookup.english.items() if count > PLAIN_ENGLISH}
        by_shape: dict[tuple[str, int], list[str]] = defaultdict(list)
        for word in sorted(lookup.name_words | lookup.spoken.keys() | ordinary):
            by_shape[word[0], len(word)].append(word)
        return cls(lookup, dict(by_shape))

    def doubtful(self, word: str) -> bool:
        """Whether a word may be misspelled: in no name, on no card, and rare in English."""
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
        """Whether a word is doubtful and not an English word."""
        return self.doubtful(word) and self.lookup.english.get(word, 0) <= FOREIGN

    def meant(self, word: str) -> list[Candidate]:
        """The most similar words with the same first letter, ordinary words included, fewest wrong letters first."""
        limit = 2 if len(word) >= LONG else 1
        near = [
            each for length in range(-limit, limit + 1) for each in self.by_shape.get((word[0], len(word) + length), ())
        ]
        found = process.extract(word, near, scorer=OSA.distance, score_cutoff=limit, limit=MOST_MEANT)
        return sorted(
            (Candidate(each, int(wrong)) for each, wrong, _ in found), key=lambda meant: (meant.wrong, meant.word)
        )

    def nearly(self, word: str, other: str) -> bool:
        """Whether a word is not an ordinary one, and one or two letters away from another."""
        limit = 2 if len(other) >= LONG else 1
        ordinary = word in self.lookup.spoken or self.lookup.english.get(word, 0) > PLAIN_ENGLISH
        return not ordinary and len(word) >= SHORTEST_PART and OSA.distance(word, other, score_cutoff=limit) <= limit
