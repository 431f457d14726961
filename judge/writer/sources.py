"""An answer → the texts that its writer gets and may quote: its rules, the cards it names, and their rulings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from index.cards.records import Card
from index.records import Rule
from index.rules.numbers import chapter_number, number_of_id, numbers_asked, parent_number, section_digit
from index.words import folded
from judge.records import Answer

MOST_CARDS = 4
MOST_RULINGS = 3
LONGEST_TEXT = 4_000
MOST_LETTERS = 30_000

SourceKind = Literal["rule", "card"]


@dataclass(frozen=True)
class Source:
    """A rule by its id or a card by its full name, with its texts; a card may also be called by one of its faces."""

    kind: SourceKind
    id: str
    heading: str
    texts: tuple[str, ...]
    faces: tuple[str, ...] = ()

    @classmethod
    def of_rule(cls, rule: Rule, plain: str) -> "Source":
        """A rule's text and examples, or our wording where it has no text."""
        return cls("rule", rule.id, rule.heading, _shortened([rule.text or plain, *rule.examples]))

    @classmethod
    def of_card(cls, card: Card, rulings: Iterable[str]) -> "Source":
        """A card's text and some of its rulings."""
        lines = ("\n".join(filter(None, (face.type_line, face.stats, face.text))) for face in card.faces)
        return cls("card", card.name, card.type_line, _shortened([*lines, *rulings]), tuple(x.name for x in card.faces))

    @property
    def name(self) -> str:
        """What it is called: the number of a rule, the full name of a card."""
        return number_of_id(self.id) if self.kind == "rule" else self.id

    def is_called(self, name: str) -> bool:
        """Whether a name means this: `702.19b` or `Rule 702.19b`; the name of a card or of one of its faces."""
        if self.kind == "rule":
            return numbers_asked(name) == [self.name]
        return _key(name) in {_key(self.id), *map(_key, self.faces)}


@dataclass(frozen=True)
class Sources:
    """Everything that a writer may quote, and nothing else."""

    all: tuple[Source, ...]

    @classmethod
    def of(cls, answer: Answer, further: Iterable[Source] = ()) -> "Sources":
        """The cited rules of an answer, its cards, then further rules; what is too much is left out."""
        cited = (Source.of_rule(each.rule, each.plain) for each in answer.citations)
        kept, letters = dict[tuple[SourceKind, str], Source](), 0
        for source in chain(cited, _cards(answer), further):
            letters += sum(map(len, source.texts))
            if letters <= MOST_LETTERS:
                kept.setdefault((source.kind, source.id), source)
        return cls(tuple(kept.values()))

    def called(self, name: str) -> list[Source]:
        """The sources that a name means; two rules may have the same number."""
        return [source for source in self.all if source.is_called(name)]

    @property
    def numbers(self) -> frozenset[str]:
        """The numbers of the rules, and of the rules, chapters and sections that they stand in."""
        return frozenset(chain.from_iterable(_with_parents(each.name) for each in self.all if each.kind == "rule"))


def _cards(answer: Answer) -> Iterator[Source]:
    fitting = {each.card: each.ruling.text for each in answer.rulings}
    named = chain.from_iterable(each.cards for each in answer.cards)
    for read in list({each.card.name: each for each in named}.values())[:MOST_CARDS]:
        rulings = [fitting.get(read.card.name, ""), *(ruling.text for ruling in read.rulings[:MOST_RULINGS])]
        yield Source.of_card(read.card, dict.fromkeys(filter(None, rulings)))


def _shortened(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts without those that are too long, which nobody could read in an answer either."""
    return tuple(text for text in texts if text and len(text) <= LONGEST_TEXT)


def _with_parents(number: str) -> Iterator[str]:
    yield from (number, chapter_number(number), section_digit(number))
    if parent := parent_number(number):
        yield parent


def _key(name: str) -> str:
    return " ".join(folded(name).split()).strip("[]\"' ")
