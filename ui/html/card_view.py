"""Cards and their rulings → what every face shows of them; no markup."""

from dataclasses import dataclass

from index.cards.records import Card, RuleLink, Ruling
from index.cards.rulings import is_older
from index.records import Edition
from judge.records import CardRuling, NamedCards, ReadCard
from ui import strings


@dataclass(frozen=True)
class Labeled:
    """A text under its label."""

    label: str
    text: str


@dataclass(frozen=True)
class CardView:
    """One card, its rulings under their dates, nearest to the question first."""

    card: Card
    rulings: tuple[Labeled, ...]
    rule_links: tuple[RuleLink, ...]

    @classmethod
    def of(cls, read: ReadCard, edition: Edition) -> "CardView":
        """A card; rulings older than the edition are marked."""
        rulings = (Labeled(_dated(each, edition), each.text) for each in read.rulings)
        return cls(read.card, tuple(rulings), read.rule_links)


@dataclass(frozen=True)
class CardRulingView:
    """A ruling that fits the question: its card, its date under a label, its text."""

    card: str
    date: str
    text: str

    @classmethod
    def of(cls, found: CardRuling, edition: Edition) -> "CardRulingView":
        """A ruling; one older than the edition is marked."""
        return cls(found.card, _dated(found.ruling, edition), found.ruling.text)


@dataclass(frozen=True)
class NamedCardsView:
    """The cards that a name may mean; `question` asks which one, "" where that is certain, `more` counts the rest.

    `opened` says whether the page shows the card's text.
    """

    question: str
    cards: tuple[CardView, ...]
    more: str
    opened: bool = False

    @classmethod
    def of(cls, named: NamedCards, edition: Edition, opened: bool = False) -> "NamedCardsView":
        """What a question calls a card."""
        question = strings.WHICH_CARD if len(named.mention.names) > 1 else strings.CARD_MEANT
        return cls(
            question="" if named.mention.certain else question.format(named.called),
            cards=tuple(CardView.of(card, edition) for card in named.cards),
            more=strings.MORE_CARDS.format(named.more) if named.more else "",
            opened=opened,
        )


def _dated(ruling: Ruling, edition: Edition) -> str:
    return ruling.date + (f", {strings.OLDER}" if is_older(ruling, edition) else "")
