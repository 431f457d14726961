"""The shapes of the JSON that the HTTP API gives, as its OpenAPI document describes them."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from index.cards.records import ClueKind, MentionKind
from index.records import PassageKind
from judge.records import Role


class Shape(BaseModel):
    """A JSON object with these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class EditionShape(Shape):
    """One release of the rules."""

    id: str = Field(description="the effective date, or `plain` for the plain rulebook")
    name: str
    effective: str = Field(description="the effective date, empty where the document does not say")
    official: bool = Field(description="true for the publisher's text, false for the plain rulebook")
    partial: bool = Field(description="true for a document with some chapters only")


class MatchedShape(Shape):
    """The passage that brought a rule into the answer."""

    kind: PassageKind | Literal["number"]
    text: str


class CitationShape(Shape):
    """One cited rule."""

    rule: str = Field(description="its number, such as 702.19b")
    heading: str
    text: str = Field(description="the text of the edition in use")
    plain: str = Field(description="our wording, empty where there is none")
    examples: list[str]
    role: Role
    matched: MatchedShape
    score: float


class FaceShape(Shape):
    """One face or half of a card."""

    name: str
    mana_cost: str
    type_line: str
    text: str = Field(description="the Oracle text of the file that was added")
    stats: str = Field(description="such as 2/3 or Loyalty 4, empty where it has none")


class RulingShape(Shape):
    """One official ruling."""

    date: str
    text: str
    older_than_rules: bool = Field(description="true where it is from before the edition in use took effect")


class ClueShape(Shape):
    """Words of a card that lead to a rule."""

    kind: ClueKind
    term: str
    words: str
    rule: str


class CardShape(Shape):
    """One card, its rulings nearest to the question first."""

    name: str
    faces: list[FaceShape]
    rulings: list[RulingShape]
    leads_to: list[ClueShape]


class NamedShape(Shape):
    """What a question calls a card, and the cards that it may mean."""

    called: str
    kind: MentionKind
    certain: bool = Field(description="false where it may be another card, or none")
    cards: list[CardShape]
    more: int = Field(description="how many cards of that name were left out")


class AnswerShape(Shape):
    """A cited answer."""

    question: str
    edition: EditionShape
    answered: bool = Field(description="false when the rules do not decide the question")
    confidence: float = Field(description="between 0 and 1; the judge answers from 0.5")
    message: str
    citations: list[CitationShape]
    cards: list[NamedShape] = Field(description="the cards that the question names, where cards were added")


class RuleShape(Shape):
    """One rule in its place; other rules are given by their ids."""

    rule: str
    heading: str
    path: list[str]
    text: str
    examples: list[str]
    plain: str
    parent: str | None
    children: list[str]
    previous: str | None
    next: str | None
    refers_to: list[str]
    referred_by: list[str]
    edition: EditionShape


class FoundRule(Shape):
    """One rule of a search."""

    rule: str
    heading: str
    path: list[str]
    text: str


class FoundTerm(Shape):
    """One glossary entry of a search."""

    term: str
    senses: list[str]
    see: list[str] = Field(description="the numbers of the rules that it names")


class FindsShape(Shape):
    """What a search of numbers, headings and glossary found, best first."""

    query: str
    misspelt: bool = Field(description="true when nothing has the words, and these are spelt nearly like them")
    rules: list[FoundRule] = Field(description="where the query is a number or the beginning of one")
    headings: list[FoundRule]
    glossary: list[FoundTerm]


class EditionsShape(Shape):
    """The editions there are and the one that answers."""

    in_use: EditionShape
    editions: list[str] = Field(description="the ids of all editions that are installed")


class ErrorShape(Shape):
    """A problem, in one line."""

    error: str
