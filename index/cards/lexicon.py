"""The cards of a store → which words are English, terms of the rules, or only in names, kept in tables of the store.

A word in lowercase in Oracle texts, rulings or the plain rulebook is an ordinary word, even if a card has it as its
name.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from functools import cache

from index.cards.keys import key_of
from index.plain.chapters import read_plain
from index.rules.numbers import chapter_number
from index.words import base_of, lowercase_words, words_of

TABLES = """
DROP TABLE IF EXISTS names; DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS phrases;
CREATE TABLE names (key TEXT, called TEXT, name TEXT, noun TEXT);
CREATE TABLE words (word TEXT PRIMARY KEY, english INTEGER, spoken INTEGER, term INTEGER) WITHOUT ROWID;
CREATE TABLE phrases (key TEXT PRIMARY KEY) WITHOUT ROWID;
"""
FOREIGN = 200  # a word that is used no more often is not an English word here
KEYWORD_CHAPTERS = ("701", "702")
# The noun for a card with several types is the first of these.
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
    """Rebuild the tables `names`, `words` and `phrases` from the cards and rulings."""
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
    """The noun for a card with that type line.

    >>> noun_of("Artifact Creature — Golem"), noun_of("Instant"), noun_of("Enchantment — Aura")
    ('creature', 'spell', 'aura')
    """
    words = type_line.casefold().split()
    if {"instant", "sorcery"} & set(words):
        return SPELL
    return next((noun for noun in NOUNS if noun in words), NO_NOUN)


def _names(database: sqlite3.Connection) -> Iterator[tuple[str, str, str, str]]:
    """The key, name, full name and noun of every card and every face."""
    for name, faces in database.execute("SELECT name, faces FROM cards ORDER BY name"):
        parts = [(face[0], face[2]) for face in json.loads(faces)]
        if len(parts) > 1 or parts[0][0] != name:
            yield key_of(name), name, name, noun_of(parts[0][1])
        for called, type_line in parts:
            yield key_of(called), called, name, noun_of(type_line)


def _spoken(database: sqlite3.Connection, keys: set[str]) -> tuple[Counter[str], set[str]]:
    """How often each word occurs in lowercase, and which of the keys do."""
    starts: dict[str, set[int]] = {}
    for key in keys:
        starts.setdefault(key.split(" ", 1)[0], set()).add(key.count(" ") + 1)
    spoken, phrases = Counter[str](), set[str]()
    for text in _texts(database):
        words = [base_of(word) for word in lowercase_words(text)]
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
    yield from (entry.plain for entry in read_plain().entries)  # its questions name cards in lowercase


@cache
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
    titles = {entry.title for entry in plain.entries if chapter_number(entry.number) in KEYWORD_CHAPTERS}
    terms = {key_of(title) for title in titles | {term.term for term in plain.terms}}
    lines = {face[2] for (faces,) in database.execute("SELECT faces FROM cards") for face in json.loads(faces)}
    for line in lines:  # the subtypes of planeswalkers are names, and so is "Urza's"
        types = line.split("—")[0] if "Planeswalker" in line else line
        terms |= {word.base for word in words_of(types) if "'" not in word.letters and "’" not in word.letters}
    return terms - {""}
