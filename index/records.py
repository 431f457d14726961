"""The records that every step of the index takes and returns."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

PassageKind = Literal["rule", "example", "plain", "question", "glossary", "undecided"]


@dataclass(frozen=True)
class Edition:
    """One release of the rules document.

    `id` is the effective date (`2026-08-07`), or `plain` for the plain rulebook; `effective` is the ISO date
    or "" where the document does not say; `partial` is true for a document that holds only some chapters.
    """

    id: str
    name: str
    effective: str
    official: bool
    partial: bool = False


@dataclass(frozen=True)
class Entry:
    """One numbered entry as a reader finds it, before it has a place in the tree.

    A chapter (`613`) or a titled rule (`702.19`) has a `title` and no `text`. `see` are numbers that the document ties
    to it apart from those its text names.
    """

    number: str
    title: str = ""
    text: str = ""
    examples: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rule:
    """One numbered entry in its place.

    `id` is the number, or `702.175#2` for the second rule that a document gives the same number. `heading` is the
    nearest title (`Trample` for 702.19b), `path` all titles from the section down. `parent`, `children`, `previous`
    and `next` are ids, `refers_to` and `referred_by` ids too. A chapter is a rule whose number has no stop (`613`).
    """

    id: str
    number: str
    heading: str
    text: str
    examples: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    parent: str | None = None
    children: tuple[str, ...] = ()
    previous: str | None = None
    next: str | None = None
    refers_to: tuple[str, ...] = ()
    referred_by: tuple[str, ...] = ()

    @property
    def is_chapter(self) -> bool:
        """True for `613`, false for `613.1`."""
        return "." not in self.number


@dataclass(frozen=True)
class GlossaryEntry:
    """One glossary term with all its senses and the numbers that its "see rule" names."""

    term: str
    senses: tuple[str, ...]
    see: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """An edition with its rules (chapters among them) in the document's own order, and its glossary."""

    edition: Edition
    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...] = ()

    @cached_property
    def by_id(self) -> dict[str, Rule]:
        """Every rule by its id; the first rule of a number has the number as its id."""
        return {rule.id: rule for rule in self.rules}

    @property
    def titled(self) -> list[Rule]:
        """The rules that have a title of their own: chapters, and rules such as 702.19."""
        find = self.by_id
        return [
            rule
            for rule in self.rules
            if rule.is_chapter or rule.parent not in find or find[rule.parent].heading != rule.heading
        ]

    @property
    def numbered(self) -> list[Rule]:
        """The rules without the chapters."""
        return [rule for rule in self.rules if not rule.is_chapter]


@dataclass(frozen=True)
class PlainEntry:
    """One rule of the plain rulebook: our wording, the questions that players ask about it, our own examples.

    `answers` belong to the questions one by one, "" where one has no answer yet.
    """

    number: str
    title: str
    plain: str
    questions: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlainTerm:
    """One glossary term of the plain rulebook."""

    term: str
    plain: str
    see: tuple[str, ...] = ()


@dataclass(frozen=True)
class Passage:
    """One searchable text that belongs to one rule; `context` (the heading path) is searched with it, not shown.

    A passage of the kind `undecided` belongs to no rule: `rule` is then the title of the kind of question that it is.
    """

    rule: str
    kind: PassageKind
    text: str
    context: str = ""


@dataclass(frozen=True)
class Hit:
    """One rule of a ranking with the passage that brought it there; `rule` is the rule's id."""

    rule: str
    score: float
    passage: Passage


@dataclass(frozen=True)
class PlainRulebook:
    """The whole plain rulebook, keyed to the numbers of the edition `keyed_to`."""

    keyed_to: str
    entries: tuple[PlainEntry, ...]
    terms: tuple[PlainTerm, ...] = field(default=())

    @cached_property
    def by_number(self) -> dict[str, PlainEntry]:
        """Every entry by its number."""
        return {entry.number: entry for entry in self.entries}


def ids(rules: Sequence[Rule]) -> list[str]:
    """The ids of rules, in their order."""
    return [rule.id for rule in rules]
