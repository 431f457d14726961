"""A text → its words: tokens with their places, bases, stems, near spellings, and a shorter text.

words_of("Urza's Factories")   two words with their spans and the bases urza, factory
letter_runs("it's 2/2")        it, s
stems(["blocked creatures"])   block, creatur
"""

import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any, NamedTuple

ELLIPSIS = " …"
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|_{2,}")
_LETTERS = re.compile(r"[^\W\d_]+")
_LOWERCASE = re.compile(r"(?<![^\W\d_])[a-z]+(?:['’][a-z]+)*")
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "’": "'", "ß": "ss"})
_TOKEN = re.compile(r"\b\w\w+\b")
SHORTEST_PLURAL = 4
MOST_REMEMBERED = 50_000


class Word(NamedTuple):
    """One word of a text: its span, the letters as written, and its base, `factory` for `Factories`."""

    start: int
    end: int
    letters: str
    base: str

    @property
    def capital(self) -> bool:
        """Whether it begins with a capital letter."""
        return self.letters[0].isupper()


def each_word(text: str) -> frozenset[str]:
    """The words of a list that is written as one line."""
    return frozenset(text.split())


# The English stop words of Lucene, which bm25s leaves out too.
STOP_WORDS = each_word(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this "
    "to was will with"
)


def words_of(text: str) -> list[Word]:
    """The words of a text in order; an apostrophe inside a word belongs to it."""
    return [Word(found.start(), found.end(), found[0], base_of(found[0])) for found in _WORD.finditer(text)]


def spans_of_stems(text: str, wanted: Container[str]) -> list[tuple[int, int]]:
    """Where the words of a text stand whose bases have one of some stems."""
    return [found.span() for found in _WORD.finditer(text) if _stem_of_base(found[0]) in wanted]


@lru_cache(MOST_REMEMBERED)
def _stem_of_base(word: str) -> str:
    return stem(base_of(word))


def written_words(text: str) -> Iterator[str]:
    """The words of a text in order as they are written, one by one."""
    return (found[0] for found in _WORD.finditer(text))


def letter_runs(text: str) -> list[str]:
    """The runs of letters in a text: `don't` is `don` and `t`."""
    return _LETTERS.findall(text)


def replace_letter_runs(text: str, replacement: Callable[[re.Match[str]], str]) -> str:
    """The text with another text in place of each run of letters."""
    return _LETTERS.sub(replacement, text)


def lowercase_words(text: str) -> list[str]:
    """The words of a text that are written in lowercase."""
    return _LOWERCASE.findall(text)


def folded(word: str) -> str:
    """A word in lowercase without accents."""
    small = word.casefold().translate(_LIGATURES)
    if small.isascii():
        return small
    return "".join(letter for letter in unicodedata.normalize("NFKD", small) if not unicodedata.combining(letter))


@lru_cache(MOST_REMEMBERED)
def base_of(word: str) -> str:
    """A word without case, accents, possessive and plural ending.

    >>> base_of("Factories"), base_of("Mishra's"), base_of("class")
    ('factory', 'mishra', 'class')
    """
    plain = folded(word)
    if plain.endswith("'s"):
        plain = plain[:-2]
    plain = plain.replace("'", "")
    if len(plain) < SHORTEST_PLURAL or not plain.endswith("s") or plain.endswith(("ss", "us", "is")):
        return plain
    if plain.endswith("ies") and len(plain) > SHORTEST_PLURAL:
        return plain[:-3] + "y"
    return plain[:-2] if plain.endswith(("ches", "shes", "xes", "sses", "zes")) else plain[:-1]


@lru_cache(MOST_REMEMBERED)
def stem(word: str) -> str:
    """The Snowball stem of a lowercase word."""
    found: str = _stemmer().stemWord(word)
    return found


def stems(texts: Sequence[str], stop_words: bool = False) -> list[list[str]]:
    """The Snowball stems of the words of every text in order, with or without English stop words."""
    left_out = frozenset[str]() if stop_words else STOP_WORDS
    tokens = [[token for token in _TOKEN.findall(text.lower()) if token not in left_out] for text in texts]
    if len(texts) == 1:
        return [list(map(stem, tokens[0]))]
    distinct = list(dict.fromkeys(chain.from_iterable(tokens)))
    stem_of = dict(zip(distinct, _stemmer().stemWords(distinct), strict=True))
    return [[stem_of[token] for token in each] for each in tokens]


def near_spellings(text: str, known: Iterable[str], at_least: float, most: int) -> list[str]:
    """The known texts spelled most like one, whatever the case: most similar first, ties in their own order.

    `at_least` is a similarity from 0 to 100: the share of letters that the two have in common, in order.
    """
    from rapidfuzz import fuzz, process

    near = process.extract(
        text, list(known), scorer=fuzz.ratio, processor=str.casefold, score_cutoff=at_least, limit=most
    )
    return [each for each, _, _ in near]


def shortened(text: str, most: int) -> str:
    """A text cut between two words to `most` characters, with an ellipsis where something was cut.

    >>> shortened("whenever a creature dies", 20)
    'whenever a creature …'
    """
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + ELLIPSIS


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")
