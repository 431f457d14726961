"""What changed between two editions as JSON, for the command, HTTP, MCP and the docs.

ChangesDocument.of(changes).model_dump()
"""

from dataclasses import asdict

from pydantic import Field

from index.records import GlossaryEntry, Rule
from index.rules.history.changes import ChangeKind, Changes, RuleChange, TermChange, wording
from index.rules.history.lines import RuleLife, RuleVersion
from index.rules.history.words import PieceKind, differences
from judge.card_documents import EditionDocument, JsonDocument


class PieceDocument(JsonDocument):
    """A part of two wordings."""

    kind: PieceKind
    text: str


class RuleVersionDocument(JsonDocument):
    """A rule as one edition has it."""

    rule: str = Field(description="its number, such as 702.19b")
    heading: str
    text: str
    examples: list[str]

    @classmethod
    def of(cls, rule: Rule) -> "RuleVersionDocument":
        """A rule as programs read it."""
        return cls(rule=rule.number, heading=rule.heading, text=rule.text, examples=list(rule.examples))


class RuleChangeDocument(JsonDocument):
    """One rule that changed."""

    kind: ChangeKind
    chapter: str
    old: RuleVersionDocument | None = Field(description="null for an added rule")
    new: RuleVersionDocument | None = Field(description="null for a removed rule")
    confidence: float = Field(description="how sure it is that both are the same rule, between 0 and 1")
    words: list[PieceDocument] = Field(description="the differences of the two texts, word by word")

    @classmethod
    def of(cls, change: RuleChange, chapter: str) -> "RuleChangeDocument":
        """A change as programs read it."""
        old, new = change.old, change.new
        pieces = differences(wording(old) if old else "", wording(new) if new else "")
        return cls(
            kind=change.kind,
            chapter=chapter,
            old=RuleVersionDocument.of(old) if old else None,
            new=RuleVersionDocument.of(new) if new else None,
            confidence=change.confidence,
            words=[PieceDocument(**asdict(piece)) for piece in pieces],
        )


class TermVersionDocument(JsonDocument):
    """A glossary entry as one edition has it."""

    term: str
    senses: list[str]

    @classmethod
    def of(cls, entry: GlossaryEntry) -> "TermVersionDocument":
        """A glossary entry as programs read it."""
        return cls(term=entry.term, senses=list(entry.senses))


class TermChangeDocument(JsonDocument):
    """One glossary entry that changed."""

    kind: ChangeKind
    old: TermVersionDocument | None
    new: TermVersionDocument | None

    @classmethod
    def of(cls, change: TermChange) -> "TermChangeDocument":
        """A change as programs read it."""
        old, new = change.old, change.new
        return cls(
            kind=change.kind,
            old=TermVersionDocument.of(old) if old else None,
            new=TermVersionDocument.of(new) if new else None,
        )


class RuleVersionsDocument(JsonDocument):
    """A rule from one edition on, until the next of its versions."""

    edition: str
    rule: str = Field(description="its number there")
    heading: str
    text: str
    reworded: bool = Field(description="true where the wording is another one than in the version before")

    @classmethod
    def of(cls, version: RuleVersion, reworded: bool) -> "RuleVersionsDocument":
        """A version as programs read it."""
        return cls(
            edition=version.edition, rule=version.number, heading=version.heading, text=version.text, reworded=reworded
        )


class RuleLifeDocument(JsonDocument):
    """What `judge rule NUMBER --history --json` prints: the versions of a rule, oldest first."""

    since: str = Field(description="the first installed edition that has the rule")
    from_start: bool = Field(description="true where no older edition is installed, so that it may be older")
    until: str = Field(description="the last edition that has it, empty where the newest does")
    versions: list[RuleVersionsDocument] = Field(description="each version with another number or wording")

    @classmethod
    def of(cls, life: RuleLife) -> "RuleLifeDocument":
        """A life as programs read it."""
        versions = [RuleVersionsDocument.of(each, each in life.wordings) for each in life.versions]
        return cls(since=life.since, from_start=life.from_start, until=life.until, versions=versions)


class ChangesDocument(JsonDocument):
    """What `judge rules diff --json` prints: what changed between two editions, in the order of the rules."""

    old: EditionDocument
    new: EditionDocument
    partial: bool = Field(description="true where only the chapters that both have are compared")
    counts: dict[ChangeKind, int] = Field(description="how many rules changed in each way")
    rules: list[RuleChangeDocument]
    glossary: list[TermChangeDocument]

    @classmethod
    def of(cls, changes: Changes) -> "ChangesDocument":
        """The changes as programs read them."""
        return cls(
            old=EditionDocument.of(changes.old),
            new=EditionDocument.of(changes.new),
            partial=changes.partial,
            counts=changes.counts,
            rules=[
                RuleChangeDocument.of(each, chapter.number) for chapter in changes.chapters for each in chapter.changes
            ],
            glossary=[TermChangeDocument.of(each) for each in changes.terms],
        )
