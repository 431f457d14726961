"""The two lists of the package → what players call cards, and which names are everyday speech."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from index.cards.names import key_of

# A nickname is always the card (""), or where a sign stands by it ("?"), or a verb as well ("!").
Reading = Literal["", "?", "!"]


@dataclass(frozen=True)
class Nickname:
    """What players call a card; more than one name is a choice."""

    called: str
    key: str
    reading: Reading
    names: tuple[str, ...]


@dataclass(frozen=True)
class EverydaySpeech:
    """Keys of names that are everyday phrases, and of words that capitals do not make a card's name."""

    phrases: frozenset[str]
    proper: frozenset[str]


def read_nicknames() -> list[Nickname]:
    """The nicknames of `nicknames.txt`."""
    found = []
    for line in _lines("nicknames.txt"):
        called, _, names = line.partition(": ")
        reading: Reading = "?" if called.endswith("?") else "!" if called.endswith("!") else ""
        found.append(Nickname(called.rstrip("?!"), key_of(called), reading, tuple(names.split(" | "))))
    return found


def read_everyday() -> EverydaySpeech:
    """The phrases and words of `ordinary.txt`."""
    lines = list(_lines("ordinary.txt"))
    proper = frozenset(key_of(line[1:]) for line in lines if line.startswith("="))
    return EverydaySpeech(frozenset(key_of(line) for line in lines if not line.startswith("=")), proper)


def _lines(name: str) -> Iterator[str]:
    text = (files("index.cards") / name).read_text("utf-8")
    yield from (line for line in text.splitlines() if line and not line.startswith("#"))
