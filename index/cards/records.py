"""The records of cards: as a file has them, as the store keeps them, as a text mentions them."""

from dataclasses import dataclass
from typing import Literal

MentionKind = Literal["bracketed", "exact", "short", "misspelt", "nickname"]
RuleLinkKind = Literal["keyword", "action", "type", "ability"]


@dataclass(frozen=True)
class Ruling:
    """One official ruling; `date` is ISO."""

    date: str
    text: str


@dataclass(frozen=True)
class Face:
    """One face or half of a card; `stats` is `2/3`, `Loyalty 4`, `Defense 5` or ""."""

    name: str
    mana_cost: str
    type_line: str
    text: str
    stats: str = ""


@dataclass(frozen=True)
class Card:
    """One card with its faces (one or more) and its rulings, oldest first."""

    name: str
    faces: tuple[Face, ...]
    rulings: tuple[Ruling, ...] = ()

    @property
    def type_line(self) -> str:
        """The type lines of all faces."""
        return " // ".join(face.type_line for face in self.faces)

    @property
    def text(self) -> str:
        """The Oracle text of all faces."""
        return "\n//\n".join(face.text for face in self.faces)


@dataclass(frozen=True)
class FoundCard:
    """A card as a file has it; `id` is the Oracle id that rulings refer to, "" where the file has none.

    `rulings` is None where the file has no rulings. `playable` is false for a card that is legal in no format.
    """

    card: Card
    id: str = ""
    rulings: tuple[Ruling, ...] | None = None
    playable: bool = True


@dataclass(frozen=True)
class FoundRuling:
    """A ruling as a file of rulings has it, with the Oracle id of its card."""

    id: str
    ruling: Ruling


@dataclass(frozen=True)
class CardFile:
    """A file that was added, and how many cards and rulings it had."""

    name: str
    format: str
    cards: int
    rulings: int


@dataclass(frozen=True)
class Mention:
    """A place in a text that names a card.

    `start` and `end` are the span without a possessive ending. With more than one name, the user has to choose.
    `certain` is true for a single name that the context does not contradict. `noun` is a word such as `creature`.
    """

    start: int
    end: int
    names: tuple[str, ...]
    kind: MentionKind
    certain: bool
    noun: str

    @property
    def is_guess(self) -> bool:
        """Whether the text is merely spelled somewhat like several names, so that it may not name a card at all.

        Several cards of one character, whose names begin with the same word, are no guess.
        """
        return self.kind == "misspelt" and len({name.split()[0].rstrip(",") for name in self.names}) > 1


@dataclass(frozen=True)
class RuleLink:
    """Words of a card that involve a rule: `words` as on the card, `term` as in the rules.

    `rule` is the number of the rule or chapter with that title in an edition.
    """

    kind: RuleLinkKind
    term: str
    words: str
    rule: str
