"""Two editions and which rule of one is which of the other → what changed: every rule and glossary term, once."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from index.records import Edition, GlossaryEntry, Rule, Rulebook
from index.rules.history.align import RulePair
from index.rules.numbers import chapter_number, mask_numbers, number_key

ChangeKind = Literal["added", "removed", "reworded", "examples", "moved", "renumbered", "references"]
KINDS: tuple[ChangeKind, ...] = ("added", "removed", "reworded", "examples", "moved", "renumbered", "references")
# The rule still says the same: only its place, or a number that it refers to, is another one.
QUIET: frozenset[ChangeKind] = frozenset(("moved", "renumbered", "references"))
OBSOLETE = " (obsolete)"


@dataclass(frozen=True)
class RuleChange:
    """A rule that differs between two editions; `old` is None for an added rule, `new` for a removed one.

    `rule` is the newer of the two. A rule is `moved` where it stands under another title, `renumbered` where it has
    another number under the same one; `references` says that it refers to other numbers.
    """

    kind: ChangeKind
    rule: Rule
    old: Rule | None = None
    new: Rule | None = None
    confidence: float = 1.0

    @property
    def former_number(self) -> str:
        """The number in the older edition, "" where it is the same one or there is none."""
        both = self.old and self.new
        return self.old.number if self.old and both and self.old.number != self.rule.number else ""


@dataclass(frozen=True)
class TermChange:
    """A glossary entry that differs between two editions; `old` is None for an added one, `new` for a removed one."""

    kind: ChangeKind
    term: str
    old: GlossaryEntry | None = None
    new: GlossaryEntry | None = None


@dataclass(frozen=True)
class ChapterChanges:
    """What changed in one chapter, in the order of its rules."""

    number: str
    title: str
    changes: tuple[RuleChange, ...]

    @property
    def counts(self) -> dict[ChangeKind, int]:
        """How many of its rules changed in each way, without those in which none did."""
        return _counts(self.changes)

    @property
    def quiet(self) -> tuple[RuleChange, ...]:
        """The rules that still say the same."""
        return tuple(each for each in self.changes if each.kind in QUIET)

    @property
    def loud(self) -> tuple[RuleChange, ...]:
        """The rules that say something else."""
        return tuple(each for each in self.changes if each.kind not in QUIET)


@dataclass(frozen=True)
class Changes:
    """What changed from one edition to another; `partial` says that only the chapters that both have are compared."""

    old: Edition
    new: Edition
    chapters: tuple[ChapterChanges, ...]
    terms: tuple[TermChange, ...]
    partial: bool = False

    @property
    def rules(self) -> Iterator[RuleChange]:
        """All changed rules."""
        return (change for chapter in self.chapters for change in chapter.changes)

    @cached_property
    def counts(self) -> dict[ChangeKind, int]:
        """How many rules changed in each way, without those in which none did."""
        return _counts(self.rules)

    def chapter(self, number: str) -> ChapterChanges | None:
        """The changes of a chapter."""
        return next((each for each in self.chapters if each.number == number), None)


def compare(old: Rulebook, new: Rulebook, pairs: Iterable[RulePair]) -> Changes:
    """What changed from one edition to another, by chapters of the newer one; removed ones stand at their number."""
    known = {pair.new: pair for pair in pairs}
    partial = old.edition.partial or new.edition.partial
    changes = list(_rule_changes(old, new, known))
    if partial:
        changes = _in_both(changes, known.values())
    terms = tuple(_term_changes(old.glossary, new.glossary)) if old.glossary and new.glossary else ()
    return Changes(old.edition, new.edition, tuple(_by_chapter(changes, old, new, known)), terms, partial)


def same_words(one: str, other: str) -> bool:
    """Whether two texts differ by nothing but the rule numbers that they refer to, and by spaces."""
    return _masked(one) == _masked(other)


def wording(rule: Rule) -> str:
    """The text of a rule, or its title where it is only that."""
    return rule.text or rule.heading


def _counts(changes: Iterable[RuleChange]) -> dict[ChangeKind, int]:
    found = Counter(change.kind for change in changes)
    return {kind: found[kind] for kind in KINDS if found[kind]}


def _rule_changes(old: Rulebook, new: Rulebook, known: Mapping[str, RulePair]) -> Iterator[RuleChange]:
    for rule in new.rules:
        pair = known.get(rule.id)
        before = old.by_id[pair.old] if pair else None
        kind = _kind(before, rule) if before else "added"
        if kind:
            yield RuleChange(kind, rule, before, rule, pair.confidence if pair else 1.0)
    kept = {pair.old for pair in known.values()}
    for rule in old.rules:
        if rule.id not in kept:
            yield RuleChange("removed", rule, old=rule)


def _kind(old: Rule, new: Rule) -> ChangeKind | None:
    """How a rule changed, None where it did not."""
    if not same_words(wording(old), wording(new)):
        return "reworded"
    if list(map(_masked, old.examples)) != list(map(_masked, new.examples)):
        return "examples"
    if old.number != new.number:
        return "renumbered" if _above(old) == _above(new) else "moved"
    same = _lines(old) == _lines(new)
    return None if same else "references"


def _lines(rule: Rule) -> list[str]:
    return [_spaced(text) for text in (wording(rule), *rule.examples)]


def _above(rule: Rule) -> tuple[str, ...]:
    """The title above a rule; that of its section does not count, which a partial document may lack."""
    return (rule.heading,) if rule.text else () if rule.is_chapter else rule.path[-2:-1]


def _in_both(changes: Sequence[RuleChange], pairs: Collection[RulePair]) -> list[RuleChange]:
    """The changes in chapters that both editions have rules of."""
    before = {chapter_number(pair.old) for pair in pairs}
    after = {chapter_number(pair.new) for pair in pairs}
    return [each for each in changes if chapter_number(each.rule.number) in (after if each.new else before)]


def _by_chapter(
    changes: Sequence[RuleChange], old: Rulebook, new: Rulebook, known: Mapping[str, RulePair]
) -> Iterator[ChapterChanges]:
    now = {pair.old: pair.new for pair in known.values()}
    groups: dict[str, list[RuleChange]] = {}
    for change in changes:
        chapter = chapter_number(change.rule.number)
        groups.setdefault(chapter if change.new else now.get(chapter, chapter), []).append(change)
    for number in sorted(groups, key=number_key):
        title = next((book.by_id[number].heading for book in (new, old) if number in book.by_id), "")
        yield ChapterChanges(
            number, title, tuple(sorted(groups[number], key=lambda each: number_key(each.rule.number)))
        )


def _term_changes(old: Sequence[GlossaryEntry], new: Sequence[GlossaryEntry]) -> Iterator[TermChange]:
    """The changed glossary entries, by term; one that only got another name is found by its senses."""
    by_name = {_name(entry.term): entry for entry in old}
    names = {_name(entry.term) for entry in new}
    by_senses = {entry.senses: entry for entry in old if _name(entry.term) not in names}
    kept: set[str] = set()
    for entry in new:
        before = by_name.get(_name(entry.term)) or by_senses.get(entry.senses)
        if before is None or before.term in kept:
            yield TermChange("added", entry.term, new=entry)
            continue
        kept.add(before.term)
        if (before.term, before.senses) != (entry.term, entry.senses):
            yield TermChange(_term_kind(before, entry), entry.term, before, entry)
    for entry in old:
        if entry.term not in kept:
            yield TermChange("removed", entry.term, old=entry)


def _term_kind(old: GlossaryEntry, new: GlossaryEntry) -> ChangeKind:
    same = old.term == new.term and same_words("\n".join(old.senses), "\n".join(new.senses))
    return "references" if same else "reworded"


def _name(term: str) -> str:
    return term.casefold().removesuffix(OBSOLETE)


def _masked(text: str) -> str:
    return mask_numbers(_spaced(text))


def _spaced(text: str) -> str:
    return " ".join(text.split())
