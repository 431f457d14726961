"""The records of an answer: all that the page, the terminal and programs show of it."""

from dataclasses import dataclass
from typing import Literal

from index.cards.records import Card, Mention, RuleLink, Ruling
from index.records import Edition, PassageKind, Rule

Role = Literal["decides", "supports"]
State = Literal["answered", "unsure", "declined"]
WrittenState = Literal["shown", "undecided", "withheld", "failed"]

# Over held-out `dev` questions, the first rule decides 0.58 of them below this chance, and 0.93 from it on.
SURE_FROM = 0.7
FEW_CARDS = 2


@dataclass(frozen=True)
class Matched:
    """What brought a rule into the answer: the kind of passage, and its text as it stands there.

    `answer` is the answer to a typical question, "" where there is none. `near` is false for a typical question
    that is too different from the one asked for its answer to apply.
    """

    kind: PassageKind | Literal["number", "step"]
    text: str
    answer: str = ""
    near: bool = True


@dataclass(frozen=True)
class Citation:
    """One cited rule; `plain` is our wording of it, "" where the plain rulebook has none.

    `score` is between 0 and 1, the best rule having 1; `chance` is the calibrated chance that it decides the question;
    `plain_outdated` says that the official text changed since `plain` was confirmed, `reworded_since` is the id of the
    edition before this one where the rule had other words there, else "";
    `opened` says whether its card is shown unfolded; `key_sentences` are then the sentences of its text and of `plain`
    that answer the question, at most one of each.
    """

    rule: Rule
    role: Role
    matched: Matched
    score: float
    plain: str = ""
    opened: bool = False
    chance: float = 1.0
    key_sentences: tuple[str, ...] = ()
    plain_outdated: bool = False
    reworded_since: str = ""


@dataclass(frozen=True)
class SameCase:
    """A typical question that asks about the same case, its answer, and the id of the rule that it belongs to."""

    question: str
    answer: str
    rule: str


@dataclass(frozen=True)
class ReadCard:
    """A card as it is shown: its rulings, nearest to the question first, and which of its words lead to which rule."""

    card: Card
    rulings: tuple[Ruling, ...]
    rule_links: tuple[RuleLink, ...]


@dataclass(frozen=True)
class NamedCards:
    """What a question calls a card, and the cards that it may mean; `more` are those left out of a long choice."""

    called: str
    mention: Mention
    cards: tuple[ReadCard, ...]
    more: int = 0


@dataclass(frozen=True)
class CardRuling:
    """An official ruling of a card, known by its full name."""

    card: str
    ruling: Ruling


@dataclass(frozen=True)
class WrittenStep:
    """One sentence of a written answer, and words that stand in a rule (`source` is its id) or on a card (its name).

    `sentences` are the whole sentences in which the quoted words stand.
    """

    says: str
    kind: Literal["rule", "card"]
    source: str
    quote: str
    sentences: str


@dataclass(frozen=True)
class Written:
    """What a language model wrote from an answer's rules, as far as it could be checked.

    *shown*: a verdict with at least one step; `dropped` steps had no valid quote. *undecided*: it says that these rules
    don't decide the question; `missing` says what is missing. *withheld*: no step or no verdict could be checked.
    *failed*: there is no reply; `problem` says why. `model` and `address` say who wrote; the tokens are those that it
    read and wrote, 0 where it doesn't say.
    """

    state: WrittenState
    model: str
    address: str
    verdict: str = ""
    steps: tuple[WrittenStep, ...] = ()
    missing: str = ""
    dropped: int = 0
    problem: str = ""
    tokens_read: int = 0
    tokens_written: int = 0


@dataclass(frozen=True)
class Answer:
    """The complete answer to one question, `citations` in the order in which they are shown.

    `question` is as asked and `corrected` as searched for, "" where nothing was misspelled. `confidence` is between 0
    and 1. Unless the state is *answered*, `message` says why and what to ask instead, and `citations` may list the
    closest rules. `next_questions` are offered to ask on; `same_case` answers a typical question about the same case;
    `steps` are the ids of the first citations where they are the steps of a sequence, in order, and `steps_of` says of
    which;
    `rulings` are those of the named cards that fit the question; `context` are the earlier questions that it refers
    back to; `typical` are answered typical questions of the cited rules, nearest first; `written` is None where no
    writer was asked.
    """

    question: str
    edition: Edition
    state: State
    confidence: float
    citations: tuple[Citation, ...]
    message: str = ""
    corrected: str = ""
    cards: tuple[NamedCards, ...] = ()
    next_questions: tuple[str, ...] = ()
    same_case: SameCase | None = None
    steps: tuple[str, ...] = ()
    steps_of: str = ""
    rulings: tuple[CardRuling, ...] = ()
    context: tuple[str, ...] = ()
    typical: tuple[SameCase, ...] = ()
    written: Written | None = None

    @property
    def answered(self) -> bool:
        """Whether the rules decide the question."""
        return self.state == "answered"

    @property
    def open_cards(self) -> tuple[NamedCards, ...]:
        """The named cards whose text is shown at once: the certain ones, where the question names no more than two."""
        certain = (each for each in self.cards if each.mention.certain and len(each.cards) == 1)
        return tuple(certain) if len(self.cards) <= FEW_CARDS else ()

    @property
    def most_likely(self) -> bool:
        """Whether the rules decide the question, and the first of them likely, but not surely, is the one."""
        ranked = self.answered and bool(self.citations) and not self.steps
        return ranked and self.citations[0].chance < SURE_FROM


@dataclass(frozen=True)
class Ranking:
    """The numbers of the best rules for a question, best first, for measuring; the first `opened` are shown unfolded.

    `confidence` and `state` are None for a system that never declines.
    """

    numbers: tuple[str, ...]
    confidence: float | None = None
    state: State | None = None
    opened: int = 0
