"""The records that every step of the index takes and returns."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

PassageKind = Literal["rule", "example", "plain", "question", "glossary", "unanswerable"]


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

    A chapter (`613`) or a titled rule (`702.19`) has a `title` and no `text`. `see` has the numbers that the document
    links to it in addition to those in its text.
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
    nearest title (`Trample` for 702.19b), `path` all titles from the section down. All links are ids: `parent`,
    `children`, `previous`, `next`, `refers_to`, `referred_by`. A chapter is a rule with a number such as `613`.
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
    """An edition with its rules, chapters included, in the order of the document, and its glossary."""

    edition: Edition
    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...] = ()

    @cached_property
    def by_id(self) -> dict[str, Rule]:
        """Every rule by its id; the first rule of a number has the number as its id."""
        return {rule.id: rule for rule in self.rules}

    def has_title(self, rule: Rule) -> bool:
        """Whether a rule has a title of its own: a chapter, a rule such as 702.19, one whose parent is missing."""
        parent = self.by_id.get(rule.parent or "")
        return not rule.text or parent is None or parent.heading != rule.heading

    @property
    def titled(self) -> list[Rule]:
        """The rules that have a title of their own."""
        return [rule for rule in self.rules if self.has_title(rule)]

    @property
    def numbered(self) -> list[Rule]:
        """The rules without the chapters."""
        return [rule for rule in self.rules if not rule.is_chapter]


@dataclass(frozen=True)
class PlainEntry:
    """One rule of the plain rulebook: our wording, typical questions of players, our own examples.

    `answers` belong to the questions one by one, "" where one has no answer yet. The last `reworded` questions ask what
    an earlier one asks, in other words: they are searched, but not listed.
    """

    number: str
    title: str
    plain: str
    questions: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    reworded: int = 0

    @property
    def typical(self) -> tuple[str, ...]:
        """The questions about different situations."""
        return self.questions[: len(self.questions) - self.reworded]


@dataclass(frozen=True)
class PlainTerm:
    """One glossary term of the plain rulebook."""

    term: str
    plain: str
    see: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """One searchable text that belongs to one rule; `context` (the heading path) is searched with it but not shown.

    An `unanswerable` passage belongs to no rule: its `rule` is the title of its kind of question.
    """

    rule: str
    kind: PassageKind
    text: str
    context: str = ""


@dataclass(frozen=True)
class Hit:
    """One rule of a ranking with the passage that matched best; `rule` is the id of the rule.

    `cosine` is that of the passage's vector and the question's, 0 where they were not compared.
    """

    rule: str
    score: float
    passage: Passage
    cosine: float = 0.0


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
    """The ids of rules, in order."""
    return [rule.id for rule in rules]
