"""A card's name → the key under which it is found however it is written, and its shorter names.

>>> key_of("Mishra's Factory") == key_of("mishras factories")
True
"""

import re
from collections.abc import Sequence

from index.words import Word, each_word, words_of

POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$", re.IGNORECASE)
# What can stand between two words of one name.
INSIDE = re.compile(r"[\s\-–—/&,'’\"“”]*")


SMALL_WORDS = each_word("of the a an and to in for on from with at by or into as")


def key_of(name: str) -> str:
    """The key of a name: the bases of its words."""
    return " ".join(word.base for word in words_of(name))


def parts_of(name: str) -> list[str]:
    """The short forms of a name: the part before a comma, and the name without "The".

    >>> parts_of("The Locust God"), parts_of("Uro, Titan of Nature's Wrath")
    (['Locust God'], ['Uro'])
    """
    short = [name.split(",")[0]] if "," in name else []
    return short + [each[4:] for each in (name, *short) if each.startswith("The ")]


def joined(text: str, words: Sequence[Word]) -> list[int]:
    """For each word, how many words from it on can be one name: 1 where a period or a bracket follows it.

    >>> joined("Fire // Ice. Opt", words_of("Fire // Ice. Opt"))
    [2, 1, 1]
    """
    runs = [1] * len(words)
    for place in range(len(words) - 2, -1, -1):
        if INSIDE.fullmatch(text, words[place].end, words[place + 1].start):
            runs[place] = runs[place + 1] + 1
    return runs
