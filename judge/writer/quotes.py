"""A quote and a text → the words of the text that were quoted, if they stand there.

Case, the form of quotation marks and dashes, and spaces don't count; every word, number and symbol does.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from judge.answer.key_sentence import SENTENCE

LEAST_WORDS = 3
ALIKE = str.maketrans(
    {**dict.fromkeys("‘’‚‛′`´", "'"), **dict.fromkeys("“”„‟″«»", '"'), **dict.fromkeys("‐‑‒–—―−", "-")}
)
UNSEEN = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
AROUND = " \t\r\n\"'.,;:!?"
WORD = re.compile(r"\w+(?:'\w+)*")
NEGATION = re.compile(r"\b(?:not|no|never|cannot|neither|nor|without|unless|except|only)\b|n't\b")
MOST_TEXTS = 2_000


@dataclass(frozen=True)
class _Folded:
    """A text as it is compared, and the place in the original of each of its letters."""

    text: str
    places: tuple[int, ...]


def quoted_words(quote: str, text: str, least: int = LEAST_WORDS) -> str:
    r"""The words of a text that a quote repeats, as they stand there; "" where they don't, or are too few.

    A quote of less than `least` words must be a whole line or sentence of the text. Where a "not" stands before it in
    its sentence, the sentence is quoted from its beginning.

    >>> quoted_words("a CARD can’t", 'If a card can\'t be drawn, skip it. "No" card is.')
    "a card can't"
    >>> quoted_words("a card can", "If a card can't be drawn, skip it.")
    ''
    >>> quoted_words("to draw a card", "You aren't allowed to draw a card.")
    "You aren't allowed to draw a card"
    """
    folded, wanted = _folded(text), _folded(quote).text.strip(AROUND)
    if not WORD.search(wanted):
        return ""
    enough, parts = len(WORD.findall(wanted)) >= least, _parts(text)
    for found in _pattern(wanted).finditer(folded.text):
        start, end = folded.places[found.start()], folded.places[found.end() - 1] + 1
        if enough or text[start:end].strip(AROUND) in parts:
            sentence = _sentence_start(text, start)
            negated = NEGATION.search(_folded(text[sentence:start]).text)
            return text[sentence if negated else start : end]
    return ""


def sentences_with(words: str, text: str) -> str:
    """The sentences of a text in which words stand, as one piece of it; "" where the words don't stand there."""
    at = text.find(words) if words else -1
    if at < 0:
        return ""
    spans = [found.span() for found in SENTENCE.finditer(text)]
    inside = [span for span in spans if span[0] < at + len(words) and span[1] > at]
    return text[inside[0][0] : inside[-1][1]].rstrip() if inside else words


def _pattern(wanted: str) -> re.Pattern[str]:
    """Whole words alone: `can` is not in `can't`, `1` not in `+1/+1`."""
    before = r"(?<![\w'+/-])(?<!\d[.])" if wanted[0].isdigit() else r"(?<!\w)(?<!\w')"
    after = r"(?![\w/]|[.,]\d)" if wanted[-1].isdigit() else r"(?!\w|'\w)"
    return re.compile(before + re.escape(wanted) + after)


@lru_cache(MOST_TEXTS)
def _folded(text: str) -> _Folded:
    letters, places = list[str](), list[int]()
    for place, letter in enumerate(text):
        if letter in UNSEEN:
            continue
        plain = " " if letter.isspace() else unicodedata.normalize("NFKC", letter).translate(ALIKE).casefold()
        if plain == " " and (not letters or letters[-1] == " "):
            continue
        letters += plain
        places += [place] * len(plain)
    return _Folded("".join(letters), tuple(places))


@lru_cache(MOST_TEXTS)
def _parts(text: str) -> frozenset[str]:
    """The lines and sentences of a text."""
    sentences = (found[0] for found in SENTENCE.finditer(text))
    return frozenset(part.strip(AROUND) for part in (*text.splitlines(), *sentences))


def _sentence_start(text: str, at: int) -> int:
    return max((found.start() for found in SENTENCE.finditer(text) if found.start() <= at), default=0)
