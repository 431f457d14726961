"""Cards and editions as JSON, and what every JSON object has in common."""

from dataclasses import asdict

from pydantic import BaseModel, ConfigDict, Field

from index.cards.records import MentionKind, RuleLinkKind
from index.cards.rulings import is_older
from index.records import Edition
from judge.records import CardRuling, NamedCards, ReadCard


class JsonDocument(BaseModel):
    """A JSON object with these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class EditionDocument(JsonDocument):
    """One release of the rules."""

    id: str = Field(description="the effective date, or `plain` for the plain rulebook")
    name: str
    effective: str = Field(description="the effective date, empty where the document doesn't say")
    official: bool = Field(description="true for the publisher's text, false for the plain rulebook")
    partial: bool = Field(description="true for a document with some chapters only")

    @classmethod
    def of(cls, edition: Edition) -> "EditionDocument":
        """An edition as programs read it."""
        return cls(**asdict(edition))


class FaceDocument(JsonDocument):
    """One face or half of a card."""

    name: str
    mana_cost: str
    type_line: str
    text: str = Field(description="the Oracle text of the file that was added")
    stats: str = Field(description="such as 2/3 or Loyalty 4, empty where it has none")


class RulingDocument(JsonDocument):
    """One official ruling."""

    date: str
    text: str
    older_than_rules: bool = Field(description="true where it is from before the edition in use took effect")


class CardRulingDocument(RulingDocument):
    """One official ruling that fits the question, and the card that it is about."""

    card: str

    @classmethod
    def of(cls, found: CardRuling, edition: Edition) -> "CardRulingDocument":
        """A ruling as programs read it."""
        return cls(card=found.card, **asdict(found.ruling), older_than_rules=is_older(found.ruling, edition))


class RuleLinkDocument(JsonDocument):
    """Words of a card that lead to a rule."""

    kind: RuleLinkKind
    term: str
    words: str
    rule: str


class CardDocument(JsonDocument):
    """One card, its rulings nearest to the question first."""

    name: str
    faces: list[FaceDocument]
    rulings: list[RulingDocument]
    leads_to: list[RuleLinkDocument]

    @classmethod
    def of(cls, read: ReadCard, edition: Edition) -> "CardDocument":
        """A card as programs read it."""
        rulings = [RulingDocument(**asdict(each), older_than_rules=is_older(each, edition)) for each in read.rulings]
        return cls(
            name=read.card.name,
            faces=[FaceDocument(**asdict(face)) for face in read.card.faces],
            rulings=rulings,
            leads_to=[RuleLinkDocument(**asdict(link)) for link in read.rule_links],
        )


class SingleCardDocument(CardDocument):
    """What `judge card --json` prints."""

    edition: EditionDocument

    @classmethod
    def of(cls, read: ReadCard, edition: Edition) -> "SingleCardDocument":
        """A card and the edition that its rules are read from."""
        return cls(**CardDocument.of(read, edition).model_dump(), edition=EditionDocument.of(edition))


class NamedCardsDocument(JsonDocument):
    """What a question calls a card, and the cards that it may mean."""

    called: str
    kind: MentionKind
    certain: bool = Field(description="false where it may be another card, or none")
    cards: list[CardDocument]
    more: int = Field(description="how many cards of that name were left out")

    @classmethod
    def of(cls, named: NamedCards, edition: Edition) -> "NamedCardsDocument":
        """The cards that a name may mean, as programs read them."""
        return cls(
            called=named.called,
            kind=named.mention.kind,
            certain=named.mention.certain,
            cards=[CardDocument.of(card, edition) for card in named.cards],
            more=named.more,
        )
