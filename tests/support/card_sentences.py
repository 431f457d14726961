"""Our sentences with and without names of cards (`data/card_sentences.txt`) → how many of the names are found."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from index.cards.names.recognize import CardNames
from index.cards.records import Mention

FOLDER = Path(__file__).parents[1] / "data"
FILE, FRESH = FOLDER / "card_sentences.txt", FOLDER / "card_sentences_fresh.txt"
MARKED = re.compile(r"\{([^={}]+)=([^{}|]+)(?:\|(\w+))?\}")
NO_NAME = "none"

Part = Literal["tuned", "held out", "fresh"]


@dataclass(frozen=True)
class Expected:
    """A name in a sentence: its span, its card and its kind."""

    start: int
    end: int
    card: str
    kind: str


@dataclass(frozen=True)
class Sentence:
    """A sentence as a player says it, with the names in it."""

    text: str
    kind: str
    names: tuple[Expected, ...]


@dataclass(frozen=True)
class Scores:
    """What was found: names by kind, how many of them rightly, what else, and how many cards a right one offered."""

    there: Counter[str]
    right: Counter[str]
    wrong: tuple[str, ...]
    missed: tuple[str, ...]
    alarms: tuple[str, ...]
    nameless: int
    offered: int

    @property
    def precision(self) -> float:
        """The share of what was found that is right."""
        return self.right.total() / (self.right.total() + len(self.wrong))

    def recall(self, *kinds: str) -> float:
        """The share of the names of some kinds that were found."""
        return sum(self.right[kind] for kind in kinds) / sum(self.there[kind] for kind in kinds)


def read_sentences(part: Part) -> list[Sentence]:
    """The sentences that the recognition was made with (every other line), those held out, or those written later."""
    if part == "fresh":
        return [_sentence(line) for line in _lines(FRESH)]
    return [_sentence(line) for line in _lines(FILE)[0 if part == "tuned" else 1 :: 2]]


def _lines(file: Path) -> list[str]:
    return [line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")]


def _sentence(line: str) -> Sentence:
    kind, _, marked = line.partition(": ")
    text, names, done = "", [], 0
    for found in MARKED.finditer(marked):
        text += marked[done : found.start()]
        names.append(Expected(len(text), len(text) + len(found[1]), found[2], found[3] or kind))
        text, done = text + found[1], found.end()
    return Sentence(text + marked[done:], kind, tuple(names))


def measure(names: CardNames, sentences: Iterable[Sentence]) -> Scores:
    """Find the names in sentences; a name is found where its span is found and its card is among the cards offered."""
    there, right = Counter[str](), Counter[str]()
    wrong, missed, alarms, nameless, offered = [], [], [], 0, 0
    for sentence in sentences:
        mentions = names.find_cards(sentence.text)
        nameless += sentence.kind == NO_NAME
        if sentence.kind == NO_NAME and mentions:
            alarms.append(sentence.text)
        for expected in sentence.names:
            there[expected.kind] += 1
            if any(_is(mention, expected) for mention in mentions):
                right[expected.kind] += 1
            else:
                missed.append(f"{expected.card} in: {sentence.text}")
        for mention in mentions:
            if any(_is(mention, expected) for expected in sentence.names):
                offered += len(mention.names)
            else:
                wrong.append(_said(sentence.text, mention))
    return Scores(there, right, tuple(wrong), tuple(missed), tuple(alarms), nameless, offered)


def _is(mention: Mention, expected: Expected) -> bool:
    return (mention.start, mention.end) == (expected.start, expected.end) and expected.card in mention.names


def _said(text: str, mention: Mention) -> str:
    return f"{text[mention.start : mention.end]} → {', '.join(mention.names[:3])} in: {text}"


def table(scores: Scores, kinds: Sequence[str] = ("exact", "bracketed", "short", "misspelt", "nickname")) -> str:
    """The scores in a few lines."""
    lines = [f"{kind:<10} {scores.right[kind]:>3} of {scores.there[kind]:>3}" for kind in kinds]
    lines.append(f"precision {scores.precision:.3f}, false alarms {len(scores.alarms)} of {scores.nameless}")
    return "\n".join(lines)
