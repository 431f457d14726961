"""The cards of a store → which words are English, the rules' or the cards' own, kept in the store's tables.

A word that stands in small letters in Oracle texts and rulings, or in our plain rulebook, is ordinary there, whatever
card has it as its name.
"""

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator

from index.cards.names import base_of, key_of, words_of
from index.plain import read_plain

TABLES = """
DROP TABLE IF EXISTS names; DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS phrases;
CREATE TABLE names (key TEXT, called TEXT, name TEXT, noun TEXT);
CREATE TABLE words (word TEXT PRIMARY KEY, english INTEGER, spoken INTEGER, term INTEGER) WITHOUT ROWID;
CREATE TABLE phrases (key TEXT PRIMARY KEY) WITHOUT ROWID;
"""
SMALL = re.compile(r"(?<![^\W\d_])[a-z]+(?:['’][a-z]+)*")
FOREIGN = 200  # a word that English uses no more often is no word of English here
KEYWORD_CHAPTERS = ("701", "702")
# Nouns in the order in which they name a card that has several types.
NOUNS = (
    "creature",
    "planeswalker",
    "equipment",
    "vehicle",
    "aura",
    "saga",
    "enchantment",
    "artifact",
    "land",
    "battle",
)
NO_NOUN, SPELL = "card", "spell"


def write_lexicon(database: sqlite3.Connection) -> None:
    """Make the tables `names`, `words` and `phrases` anew from the cards and rulings."""
    for statement in TABLES.split(";"):
        database.execute(statement)
    names = list(_names(database))
    database.executemany("INSERT INTO names VALUES (?, ?, ?, ?)", names)
    spoken, phrases = _spoken(database, {key for key, *_ in names if " " in key})
    database.executemany("INSERT INTO phrases VALUES (?)", [(key,) for key in sorted(phrases)])
    english, terms = _english(), _terms(database)
    every = sorted(english.keys() | spoken.keys() | terms)
    rows = ((word, english[word], spoken[word], int(word in terms)) for word in every)
    database.executemany("INSERT INTO words VALUES (?, ?, ?, ?)", rows)


def noun_of(type_line: str) -> str:
    """The word that stands for a card of that type line.

    >>> noun_of("Artifact Creature — Golem"), noun_of("Instant"), noun_of("Enchantment — Aura")
    ('creature', 'spell', 'aura')
    """
    words = type_line.casefold().split()
    if {"instant", "sorcery"} & set(words):
        return SPELL
    return next((noun for noun in NOUNS if noun in words), NO_NOUN)


def _names(database: sqlite3.Connection) -> Iterator[tuple[str, str, str, str]]:
    """Key, what the card is called, its full name and its noun, for every card and every face."""
    for name, faces in database.execute("SELECT name, faces FROM cards ORDER BY name"):
        parts = [(face[0], face[2]) for face in json.loads(faces)]
        if len(parts) > 1 or parts[0][0] != name:
            yield key_of(name), name, name, noun_of(parts[0][1])
        for called, type_line in parts:
            yield key_of(called), called, name, noun_of(type_line)


def _spoken(database: sqlite3.Connection, keys: set[str]) -> tuple[Counter[str], set[str]]:
    """How often each word stands in small letters, and which of the keys do so."""
    starts: dict[str, set[int]] = {}
    for key in keys:
        starts.setdefault(key.split(" ", 1)[0], set()).add(key.count(" ") + 1)
    spoken, phrases, bases = Counter[str](), set[str](), dict[str, str]()
    for text in _texts(database):
        words = SMALL.findall(text)
        words = [bases.get(word) or bases.setdefault(word, base_of(word)) for word in words]
        spoken.update(words)
        for place, word in enumerate(words):
            for length in starts.get(word, ()):
                key = " ".join(words[place : place + length])
                if key in keys:
                    phrases.add(key)
    return spoken, phrases


def _texts(database: sqlite3.Connection) -> Iterator[str]:
    for (faces,) in database.execute("SELECT faces FROM cards"):
        yield from (face[3] for face in json.loads(faces))
    for (text,) in database.execute("SELECT text FROM rulings"):
        yield text
    yield from (entry.plain for entry in read_plain().entries)  # its questions name cards in small letters


def _english() -> Counter[str]:
    """How often a word is used in English, by its base."""
    from spellchecker import SpellChecker

    counts = Counter[str]()
    for word, count in SpellChecker(language="en", distance=1).word_frequency.items():
        counts[base_of(word)] += count
    return Counter({word: count for word, count in counts.items() if count > FOREIGN})


def _terms(database: sqlite3.Connection) -> set[str]:
    """The keys of keywords, glossary terms and types."""
    plain = read_plain()
    titles = {entry.title for entry in plain.entries if entry.number.startswith(KEYWORD_CHAPTERS)}
    terms = {key_of(title) for title in titles | {term.term for term in plain.terms}}
    lines = {face[2] for (faces,) in database.execute("SELECT faces FROM cards") for face in json.loads(faces)}
    for line in lines:  # the subtypes of planeswalkers are names, "Urza's" is one too
        types = line.split("—")[0] if "Planeswalker" in line else line
        terms |= {word.base for word in words_of(types) if "'" not in word.letters and "’" not in word.letters}
    return terms - {""}
