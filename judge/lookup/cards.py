"""The cards of a home folder and an edition → cards to show: named in a question or asked for, with their rules."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from index.cards.names.recognize import CardNames
from index.cards.records import Card, RuleLink
from index.cards.rule_links import RuleTitles, rule_links_of
from index.cards.rulings import Nearness, by_words, nearest_rulings
from index.cards.store import CardStore
from index.encoder.encoder import Encoder
from index.errors import CardError, DamagedCardsError
from index.records import Edition, Rulebook
from judge.lookup.card_repair import CardRepair
from judge.lookup.ruling_vectors import RulingEncoder, vectors_folder
from judge.records import NamedCards, ReadCard

MOST_CHOICES = 8
LONGEST_QUOTE = 80
MOST_REMEMBERED = 2_000


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
        """The card that someone calls by a name, however it is spelled.

        Raises CardError when there is none, and when there are several.
        """
        names, quoted = self.names.called(name), name[:LONGEST_QUOTE]
        if len(names) == 1:
            return self.read(names[0])
        if not names:
            raise CardError(
                f'found no card "{quoted}"; expected the name of a card that was added; check the spelling.'
            )
        listed = "; ".join(names[:MOST_CHOICES]) + ("; ..." if len(names) > MOST_CHOICES else "")
        raise CardError(f'"{quoted}" may be {len(names)} cards, expected one; name one of: {listed}')

    def read(self, name: str, question: str = "", nearness: Nearness = by_words) -> ReadCard:
        """A card by its full name, read for a question."""
        card, rule_links = self._remembered(name)
        return ReadCard(card, tuple(nearest_rulings(card.rulings, question, nearness)), rule_links)

    @cached_property
    def _remembered(self) -> Callable[[str], tuple[Card, tuple[RuleLink, ...]]]:
        """A card by its full name, with its rules; the last ones are remembered."""
        return lru_cache(MOST_REMEMBERED)(self._read)

    def _read(self, name: str) -> tuple[Card, tuple[RuleLink, ...]]:
        card = self.store.card(name)
        return card, tuple(rule_links_of(card, self.titles))


class CardFinder:
    """The cards that questions name; the names are read again when cards are added or another edition is in use.

    Where the cards are damaged no card is named, and `repair` makes them again in the background.
    """

    def __init__(self, store: CardStore, repair: CardRepair | None = None) -> None:
        self._store = store
        self._repair = repair
        self._reader: CardReader | None = None
        self._read: tuple[str, int] = "", 0

    def named_in(self, question: str, rulebook: Rulebook) -> tuple[NamedCards, ...]:
        """The cards that a question names, each once; none where no cards were added."""
        if self._store.empty:
            return ()
        try:
            return self._named_in(question, rulebook)
        except DamagedCardsError as error:
            self._reader = None
            if self._repair:
                self._repair.start(str(error.__cause__ or error))
            return ()

    def ruling_encoder(self, encoder: Encoder) -> Encoder:
        """An encoder that knows the vectors of these cards' rulings, where they are prepared."""
        return RulingEncoder(encoder, vectors_folder(self._store))

    def _named_in(self, question: str, rulebook: Rulebook) -> tuple[NamedCards, ...]:
        current = rulebook.edition.id, self._store.path.stat().st_mtime_ns
        if self._reader is None or self._read != current:
            self._reader, self._read = CardReader.from_store(self._store, rulebook), current
        return tuple(self._reader.named_in(question))
