"""The lists of the package → what players call cards, which names are everyday speech, and the words of card names."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from index.cards.keys import key_of

# A nickname always means the card (""), or next to a cue ("?"), or can be a verb as well ("!").
NicknameReading = Literal["", "?", "!"]


@dataclass(frozen=True)
class Nickname:
    """A nickname of a card; with more than one name, the user has to choose."""

    called: str
    key: str
    reading: NicknameReading
    names: tuple[str, ...]


@dataclass(frozen=True)
class EverydaySpeech:
    """The keys of names that are everyday phrases, and of words that are no card even in capitals."""

    phrases: frozenset[str]
    proper: frozenset[str]


def read_nicknames() -> list[Nickname]:
    """The nicknames of `nicknames.txt`."""
    found = []
    for line in _lines("nicknames.txt"):
        called, _, names = line.partition(": ")
        reading: NicknameReading = "?" if called.endswith("?") else "!" if called.endswith("!") else ""
        found.append(Nickname(called.rstrip("?!"), key_of(called), reading, tuple(names.split(" | "))))
    return found


def read_everyday() -> EverydaySpeech:
    """The phrases and words of `ordinary.txt`."""
    lines = list(_lines("ordinary.txt"))
    proper = frozenset(key_of(line[1:]) for line in lines if line.startswith("="))
    return EverydaySpeech(frozenset(key_of(line) for line in lines if not line.startswith("=")), proper)


@cache
def shipped_card_words() -> frozenset[str]:
    """The words of card names that are not English, in lower case; made by `python -m index.make.card_words`."""
    return frozenset(_lines("words.txt"))


def _lines(name: str) -> Iterator[str]:
    text = (files("index.cards.names") / name).read_text("utf-8")
    yield from (line for line in text.splitlines() if line and not line.startswith("#"))
