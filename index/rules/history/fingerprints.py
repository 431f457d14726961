"""Texts of rules → fingerprints: hashes that identify the same rule in another edition without its words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from index.records import Rule
from index.rules.numbers import mask_numbers

SIZE = 64
PRIME = (1 << 31) - 1
# Part of the shipped format: another pattern needs other fingerprints.
WORD = re.compile(r"[^\W_]+|[#{}+−/]")

Sketches = NDArray[np.uint16]


@dataclass(frozen=True)
class Fingerprints:
    """Row by row: a rule's number, the hash of its words, and its MinHash sketch, shape (rows, 64).

    `written_for` has the hashes of the words that our wording was written for; they are others where the official text
    has changed since, until someone confirms the wording. Without it they are the same.
    """

    numbers: tuple[str, ...]
    hashes: tuple[int, ...]
    sketches: Sketches
    written_for: tuple[int, ...] = ()

    @property
    def read_for(self) -> dict[str, int]:
        """The hash of the words that each number's wording was last confirmed for."""
        return dict(zip(self.numbers, self.written_for or self.hashes, strict=True))

    @classmethod
    def of_rules(cls, rules: Sequence[Rule]) -> "Fingerprints":
        """The fingerprints of rules that have a text."""
        numbers = tuple(rule.number for rule in rules)
        return cls(numbers, tuple(words_hash(rule.text) for rule in rules), sketches([rule.text for rule in rules]))


def words_hash(text: str) -> int:
    """A 64-bit hash of the words of a text, whatever rule numbers it refers to."""
    return _hash(" ".join(_words(text)))


def sketches(texts: Sequence[str]) -> Sketches:
    """The MinHash sketches (Broder 1997) of the words and word pairs of texts, shape (texts, 64)."""
    return np.array([_sketch(_words(text)) for text in texts], np.uint16).reshape(-1, SIZE)


def similarity(some: Sketches, others: Sketches) -> NDArray[np.float64]:
    """The estimated Jaccard similarity of each sketch with each other one, shape (some, others)."""
    equal = np.zeros((len(some), len(others)), np.uint8)
    for place in range(SIZE):  # all places at once would take 64 times the memory
        equal += some[:, None, place] == others[None, :, place]
    shares: NDArray[np.float64] = equal / SIZE
    return shares


def _words(text: str) -> list[str]:
    return WORD.findall(mask_numbers(text).casefold())


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def _sketch(words: Sequence[str]) -> Sketches:
    features = {*words, *(f"{one} {two}" for one, two in pairwise(words))} or {""}
    hashes = np.array([_hash(feature) % PRIME for feature in features], np.uint64)
    factors, terms = _permutations()
    smallest = ((hashes[:, None] * factors + terms) % np.uint64(PRIME)).min(axis=0)
    sketch: Sketches = (smallest & np.uint64(0xFFFF)).astype(np.uint16)
    return sketch


@cache
def _permutations() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    random = np.random.default_rng(SIZE)
    return random.integers(1, PRIME, SIZE, dtype=np.uint64), random.integers(0, PRIME, SIZE, dtype=np.uint64)
