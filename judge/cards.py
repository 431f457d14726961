"""The cards of a home folder and an edition → cards to show: named in a question or asked for, with their rules."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from index.cards.evidence import RuleTitles, evidence
from index.cards.recognise import CardNames
from index.cards.records import Card, Clue, Mention, Ruling
from index.cards.rulings import Nearness, by_words, is_older, nearest_rulings
from index.cards.store import CardStore
from index.errors import CardError
from index.records import Edition, Rulebook
from judge.citations import edition_json, to_json
from judge.records import Answer

MOST_CHOICES = 8


@dataclass(frozen=True)
class ReadCard:
    """A card as it is shown: its rulings, nearest to the question first, and which of its words lead to which rule."""

    card: Card
    rulings: tuple[Ruling, ...]
    clues: tuple[Clue, ...]


@dataclass(frozen=True)
class NamedCards:
    """What a question calls a card, and the cards that it may mean; `more` are those left out of a long choice."""

    called: str
    mention: Mention
    cards: tuple[ReadCard, ...]
    more: int = 0


@dataclass(frozen=True)
class CardReader:
    """The cards of a store, their names, and the titles of the edition in use."""

    store: CardStore
    names: CardNames
    titles: RuleTitles
    edition: Edition

    @classmethod
    def from_store(cls, store: CardStore, rulebook: Rulebook) -> "CardReader":
        """Read the names of a store.

        Raises CardError where no cards were added.
        """
        return cls(store, CardNames.from_store(store), RuleTitles.from_rulebook(rulebook), rulebook.edition)

    def named_in(self, question: str, nearness: Nearness = by_words) -> list[NamedCards]:
        """The cards that a question names, each once."""
        found: dict[tuple[str, ...], NamedCards] = {}
        for mention in self.names.find_cards(question):
            if mention.names not in found:
                shown = mention.names[:MOST_CHOICES]
                cards = tuple(self.read(name, question, nearness) for name in shown)
                called = question[mention.start : mention.end].strip("[]")
                found[mention.names] = NamedCards(called, mention, cards, len(mention.names) - len(shown))
        return list(found.values())

    def find(self, name: str) -> ReadCard:
        """The card that someone calls by a name, however he spells it.

        Raises CardError when there is none, and when there are several.
        """
        names = self.names.called(name)
        if len(names) == 1:
            return self.read(names[0])
        if not names:
            raise CardError(
                f'found no card "{name[:80]}"; expected the name of a card that was added; check the spelling.'
            )
        listed = "; ".join(names[:MOST_CHOICES]) + ("; ..." if len(names) > MOST_CHOICES else "")
        raise CardError(f'"{name[:80]}" may be {len(names)} cards, expected one; name one of: {listed}')

    def read(self, name: str, question: str = "", nearness: Nearness = by_words) -> ReadCard:
        """A card by its full name, read for a question."""
        card = self.store.card(name)
        rulings = nearest_rulings(card.rulings, question, nearness)
        return ReadCard(card, tuple(rulings), tuple(evidence(card, self.titles)))


def card_json(read: ReadCard, edition: Edition) -> dict[str, Any]:
    """The document that `judge card --json` prints."""
    return {**_read_json(read, edition), "edition": edition_json(edition)}


def answer_json(answer: Answer, named: Iterable[NamedCards]) -> dict[str, Any]:
    """The document that `judge ask --json` prints, with the cards that the question names."""
    return {**to_json(answer), "cards": [_named_json(each, answer.edition) for each in named]}


def _named_json(named: NamedCards, edition: Edition) -> dict[str, Any]:
    return {
        "called": named.called,
        "kind": named.mention.kind,
        "certain": named.mention.certain,
        "cards": [_read_json(card, edition) for card in named.cards],
        "more": named.more,
    }


def _read_json(read: ReadCard, edition: Edition) -> dict[str, Any]:
    return {
        "name": read.card.name,
        "faces": [asdict(face) for face in read.card.faces],
        "rulings": [{**asdict(each), "older_than_rules": is_older(each, edition)} for each in read.rulings],
        "leads_to": [asdict(clue) for clue in read.clues],
    }
