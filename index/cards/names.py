"""A text → its words with their places; a card's name → the key under which every spelling of it is found.

>>> key_of("Mishra's Factory") == key_of("mishras factories")
True
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|_{2,}")
POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$", re.IGNORECASE)
LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "’": "'", "ß": "ss"})
# What may stand between two words of one name.
INSIDE = re.compile(r"[\s\-–—/&,'’\"“”]*")
SHORTEST_PLURAL = 4


def each_word(text: str) -> frozenset[str]:
    """The words of a line, as a list of words is written here."""
    return frozenset(text.split())


SMALL_WORDS = each_word("of the a an and to in for on from with at by or into as")


@dataclass(frozen=True)
class Word:
    """One word of a text: its span, the letters as they stand there, and its base, `factory` for `Factories`."""

    start: int
    end: int
    letters: str
    base: str

    @property
    def capital(self) -> bool:
        """True when it begins with a capital letter."""
        return self.letters[0].isupper()


def words_of(text: str) -> list[Word]:
    """The words of a text in its order."""
    return [Word(found.start(), found.end(), found[0], base_of(found[0])) for found in WORD.finditer(text)]


def base_of(word: str) -> str:
    """A word without case, accents, possessive and plural ending; names and texts are treated alike."""
    plain = folded(word)
    if plain.endswith("'s"):
        plain = plain[:-2]
    plain = plain.replace("'", "")
    if len(plain) < SHORTEST_PLURAL or not plain.endswith("s") or plain.endswith(("ss", "us", "is")):
        return plain
    if plain.endswith("ies") and len(plain) > SHORTEST_PLURAL:
        return plain[:-3] + "y"
    return plain[:-2] if plain.endswith(("ches", "shes", "xes", "sses", "zes")) else plain[:-1]


def folded(word: str) -> str:
    """A word in small letters without accents."""
    small = word.casefold().translate(LIGATURES)
    if small.isascii():
        return small
    return "".join(letter for letter in unicodedata.normalize("NFKD", small) if not unicodedata.combining(letter))


def key_of(name: str) -> str:
    """The key of a name: the bases of its words."""
    return " ".join(word.base for word in words_of(name))


def parts_of(name: str) -> list[str]:
    """What a name is called for short: the part before a comma, and the name without "The".

    >>> parts_of("The Locust God"), parts_of("Uro, Titan of Nature's Wrath")
    (['Locust God'], ['Uro'])
    """
    short = [name.split(",")[0]] if "," in name else []
    return short + [each[4:] for each in (name, *short) if each.startswith("The ")]


def joined(text: str, words: Sequence[Word]) -> list[int]:
    """For each word, how many words from it on may be one name: 1 where a full stop or a bracket follows it.

    >>> joined("Fire // Ice. Opt", words_of("Fire // Ice. Opt"))
    [2, 1, 1]
    """
    runs = [1] * len(words)
    for place in range(len(words) - 2, -1, -1):
        if INSIDE.fullmatch(text, words[place].end, words[place + 1].start):
            runs[place] = runs[place + 1] + 1
    return runs
