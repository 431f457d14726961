"""The tables of a store and the lists of the package → the cards that every key names, and how surely.

A key is `sure` (a name in any context), `rare` (an English word that is rare among players), `ordinary` (everyday
speech), `common` (one of the most common words) or a `term` of the rules.
"""

import sqlite3
from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from index.cards.keys import SMALL_WORDS, key_of, parts_of
from index.cards.lexicon import FOREIGN
from index.cards.names.lists import Nickname, read_everyday, read_nicknames

Grade = Literal["sure", "rare", "ordinary", "common", "term"]

SELDOM, SPOKEN = 5000, 2
COMMON = 60000
MOST_NAMES = 6  # a word in more names than this identifies none of them
SHORTEST_WORD, SHORTEST_SQUASHED = 4, 8


@dataclass(frozen=True, slots=True)
class NamedCard:
    """One card by one of its names: its full name, the words of the key of that name, its noun."""

    name: str
    words: tuple[str, ...]
    noun: str


@dataclass(frozen=True)
class Lookup:
    """Everything known about names; most dictionaries map a key or a word to cards.

    `longest` is the number of words in the longest key that begins with a word. `english` and `spoken` are how often a
    word is used in English and, in lowercase, on cards.
    """

    full: dict[str, list[NamedCard]]
    short: dict[str, list[NamedCard]]
    own_words: dict[str, list[NamedCard]]
    squashed: dict[str, str]
    nicknames: dict[str, Nickname]
    longest: dict[str, int]
    by_name: dict[str, list[NamedCard]]
    name_words: frozenset[str]
    english: dict[str, int]
    spoken: dict[str, int]
    terms: frozenset[str]
    phrases: frozenset[str]
    proper: frozenset[str]

    @classmethod
    def from_database(cls, database: sqlite3.Connection) -> "Lookup":
        """Read the tables that `write_lexicon` made."""
        full: dict[str, list[NamedCard]] = defaultdict(list)
        short: dict[str, list[NamedCard]] = defaultdict(list)
        words: dict[str, list[NamedCard]] = defaultdict(list)
        by_name: dict[str, list[NamedCard]] = defaultdict(list)
        rows = database.execute("SELECT word, english, spoken, term FROM words").fetchall()
        known = {word for word, english, spoken, term in rows if english > FOREIGN or spoken or term}
        for key, called, name, noun in database.execute("SELECT key, called, name, noun FROM names"):
            named = NamedCard(name, tuple(key.split()), noun)
            full[key].append(named)
            by_name[name].append(named)
            first = _first_name(named)
            for part in {*map(key_of, parts_of(called)), *([] if first in known else [first])} - {""}:
                short[part].append(named)
            for word in set(named.words):
                words[word].append(named)
        everyday = read_everyday()
        written = {key for (key,) in database.execute("SELECT key FROM phrases")}
        nicknames = {each.key: each for each in read_nicknames() if any(name in by_name for name in each.names)}
        return cls(
            dict(full),
            dict(short),
            _own_words(words, known | everyday.proper),
            _squashed(full),
            nicknames,
            _longest([*full, *short, *nicknames]),
            dict(by_name),
            frozenset(words),
            {row[0]: row[1] for row in rows},
            {row[0]: row[2] for row in rows if row[2]},
            frozenset(row[0] for row in rows if row[3]),
            everyday.phrases | written,
            everyday.proper,
        )

    def grade(self, key: str) -> Grade:
        """How surely a key is a name."""
        if key in self.terms or key in self.proper:
            return "term"
        words = key.split()
        if key in self.phrases or f"the {key}" in self.phrases:
            return "ordinary"
        if any(word in self.own_words for word in words):
            return "sure"
        if len(words) > 1 and len(set(words) - SMALL_WORDS) < 2:
            return "ordinary"
        if len(words) > 1:
            return "rare" if all(self.english.get(word, 0) > COMMON for word in words) else "sure"
        english, spoken = self.english.get(key, 0), self.spoken.get(key, 0)
        if english <= FOREIGN and not spoken:
            return "sure"
        if english > COMMON:
            return "common"
        return "rare" if english < SELDOM and spoken <= SPOKEN else "ordinary"

    def whole_or_faces(self, key: str) -> list[NamedCard]:
        """The cards with that full name, else those with a face of that name."""
        named = self.full.get(key, [])
        return [each for each in named if key_of(each.name) == key] or named

    def nicknamed(self, nickname: Nickname) -> list[NamedCard]:
        """The cards of a nickname that the store has."""
        return [self.by_name[name][0] for name in nickname.names if name in self.by_name]


def _first_name(named: NamedCard) -> str:
    """The first word where it is a short name: of a planeswalker, or of a creature "of" or "the" something."""
    words = named.words
    titled = named.noun == "creature" and len(words) > 2 and words[1] in ("of", "the")
    return words[0] if len(words) > 1 and (titled or named.noun == "planeswalker") else ""


def _own_words(words: dict[str, list[NamedCard]], known: set[str]) -> dict[str, list[NamedCard]]:
    """The words that are in a few names and nowhere else."""
    return {
        word: named
        for word, named in words.items()
        if len(word) >= SHORTEST_WORD
        and word not in known
        and not word.isdigit()
        and len({each.name for each in named}) <= MOST_NAMES
    }


def _squashed(full: dict[str, list[NamedCard]]) -> dict[str, str]:
    """The keys of long names without spaces, so that "thought seize" is found."""
    return {key.replace(" ", ""): key for key in full if len(key) >= SHORTEST_SQUASHED}


def _longest(keys: list[str]) -> dict[str, int]:
    longest: dict[str, int] = {}
    for key in keys:
        words = key.split()
        if words:
            longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return longest
