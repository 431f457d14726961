"""What changed between two editions → what every face shows of it, and the HTML of the Changes tab."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from index.records import GlossaryEntry, Rule
from index.rules.history.changes import ChangeKind, Changes, ChapterChanges, RuleChange, TermChange, same_words, wording
from index.rules.history.lines import RuleLife, RuleVersion
from index.rules.history.words import Piece, differences
from ui import strings
from ui.html.templating import render

# With more changed rules than this, a chapter's are loaded when it is opened.
MOST_SHOWN = 80


@dataclass(frozen=True)
class ChangedText:
    """A text of a rule or term with its differences marked; `label` is "" or says that it is an example."""

    label: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class ChangeView:
    """One changed rule; `edition` is the one that has it under `number`, `former` its number in the older edition."""

    kind: str
    label: str
    rule: Rule
    edition: str
    former: str
    texts: tuple[ChangedText, ...]

    @classmethod
    def of(cls, change: RuleChange, changes: Changes) -> "ChangeView":
        """A changed rule."""
        return cls(
            kind=change.kind,
            label=strings.CHANGE_LABELS[change.kind],
            rule=change.rule,
            edition=(changes.new if change.new else changes.old).id,
            former=change.former_number,
            texts=tuple(_rule_texts(change)),
        )


@dataclass(frozen=True)
class TermChangeView:
    """One changed glossary entry."""

    kind: str
    label: str
    term: str
    texts: tuple[ChangedText, ...]

    @classmethod
    def of(cls, change: TermChange) -> "TermChangeView":
        """A changed glossary entry."""
        texts = _changed_texts("", _term_text(change.old), _term_text(change.new))
        return cls(change.kind, strings.CHANGE_LABELS[change.kind], change.term, tuple(texts))


@dataclass(frozen=True)
class ChapterView:
    """The changed rules of one chapter: those that say something else, then those that still say the same."""

    number: str
    title: str
    loud: tuple[ChangeView, ...]
    quiet: tuple[ChangeView, ...]

    @classmethod
    def of(cls, chapter: ChapterChanges, changes: Changes) -> "ChapterView":
        """The changes of a chapter."""
        loud, quiet = (tuple(ChangeView.of(each, changes) for each in some) for some in (chapter.loud, chapter.quiet))
        return cls(chapter.number, chapter.title, loud, quiet)


@dataclass(frozen=True)
class VersionView:
    """A rule from one edition on; `pieces` mark what differs from the wording before, () where only the number does."""

    edition: str
    id: str
    number: str
    label: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class LifeView:
    """The life of a rule: since when there is one, and its versions, newest first."""

    lines: tuple[str, ...]
    versions: tuple[VersionView, ...]

    @classmethod
    def of(cls, life: RuleLife) -> "LifeView":
        """The life of a rule."""
        since = strings.SINCE_OLDEST if life.from_start else strings.SINCE
        lines = [since.format(edition=life.since)]
        if life.until:
            lines.append(strings.UNTIL.format(edition=life.until))
        if len(life.versions) == 1:
            lines.append(strings.NEVER_CHANGED)
        return cls(tuple(lines), tuple(reversed(list(_versions(life)))))


def _versions(life: RuleLife) -> Iterator[VersionView]:
    before: RuleVersion | None = None
    for version in life.versions:
        reworded = before is None or not same_words(before.text, version.text)
        moved = before is not None and before.number != version.number
        pieces = differences(before.text if before else version.text, version.text) if reworded else ()
        labels = [strings.CHANGE_LABELS["reworded"]] if reworded and before else []
        labels += [strings.FORMER_NUMBER.format(number=before.number)] if before and moved else []
        yield VersionView(version.edition, version.id, version.number, ", ".join(labels), pieces)
        before = version


def summary(changes: Changes) -> str:
    """How much changed, in one line: `9 added, 10 reworded, 12 renumbered; glossary: 6`."""
    counted = counts_line(changes.counts)
    terms = strings.GLOSSARY_CHANGES.format(count=len(changes.terms)) if changes.terms else ""
    return "; ".join(part for part in (counted, terms) if part) or strings.NOTHING_CHANGED


def counts_line(counts: Mapping[ChangeKind, int]) -> str:
    """How many rules changed in which way: `9 added, 10 reworded`."""
    return ", ".join(f"{count:,} {strings.CHANGE_LABELS[kind].lower()}" for kind, count in counts.items())


@dataclass(frozen=True)
class ChangedChapter:
    """One chapter of the tab; `shown` are its changes where they stand open from the start."""

    number: str
    title: str
    counts: str
    shown: ChapterView | None


@dataclass(frozen=True)
class ChangesView:
    """The Changes tab: the editions to choose from, newest first, and what changed between the chosen two."""

    editions: tuple[str, ...]
    old: str
    new: str
    title: str
    summary: str
    note: str
    opened: bool
    chapters: tuple[ChangedChapter, ...]
    terms: tuple[TermChangeView, ...]

    @classmethod
    def of(cls, changes: Changes, editions: Sequence[str]) -> "ChangesView":
        """The changes between two of the editions."""
        few = sum(changes.counts.values()) <= MOST_SHOWN
        return cls(
            editions=tuple(reversed(editions)),
            old=changes.old.id,
            new=changes.new.id,
            title=strings.CHANGES_TITLE.format(old=changes.old.id, new=changes.new.id),
            summary=summary(changes),
            note=strings.PARTS_COMPARED if changes.partial else "",
            opened=few,
            chapters=tuple(
                ChangedChapter(
                    each.number, each.title, counts_line(each.counts), ChapterView.of(each, changes) if few else None
                )
                for each in changes.chapters
            ),
            terms=tuple(map(TermChangeView.of, changes.terms)),
        )


def changes_tab_html() -> str:
    """The tab before it is opened."""
    return render("changes", "tab")


def changes_html(changes: Changes, editions: Sequence[str]) -> str:
    """What changed between two editions, and the choice of others."""
    return render("changes", "changes", view=ChangesView.of(changes, editions))


def no_changes_html(message: str) -> str:
    """The tab where there is nothing to compare."""
    return render("changes", "problem", message=message)


def changed_chapter_html(changes: Changes, number: str) -> str:
    """The changes of a chapter, "" where it has none."""
    chapter = changes.chapter(number)
    return render("changes", "chapter", view=ChapterView.of(chapter, changes)) if chapter else ""


def as_of_html(current: str, editions: Sequence[str]) -> str:
    """The choice of the edition to answer by, "" where there is only one."""
    others = [each for each in reversed(editions) if each != current]
    return render("changes", "as_of", current=current, others=others) if others else ""


def _rule_texts(change: RuleChange) -> Iterator[ChangedText]:
    """The differing texts of a rule; all of them where it was added or removed, but for a mere title."""
    old, new = change.old, change.new
    if change.rule.text or (old and new):
        yield from _changed_texts("", wording(old) if old else "", wording(new) if new else "")
    before, after = old.examples if old else (), new.examples if new else ()
    for one, other in _example_pairs(before, after):
        yield from _changed_texts(strings.EXAMPLE, one, other)


def _changed_texts(label: str, old: str, new: str) -> Iterator[ChangedText]:
    if old.split() != new.split():
        yield ChangedText(label, differences(old, new))


def _example_pairs(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The examples that differ, each beside the one in its place; "" where there is none."""
    for name, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if name == "equal":
            continue
        olds, news = before[start:end], after[first:last]
        for at in range(max(len(olds), len(news))):
            yield olds[at] if at < len(olds) else "", news[at] if at < len(news) else ""


def _term_text(entry: GlossaryEntry | None) -> str:
    return "\n".join((entry.term, *entry.senses)) if entry else ""
