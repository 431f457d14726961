"""An edition in use → the plain entries whose official text changed since they were written."""

from dataclasses import dataclass

from index.records import PlainEntry, Rule
from index.rules.numbers import number_key
from judge.lookup.reader import RuleReader


@dataclass(frozen=True)
class OutdatedEntry:
    """A plain entry and the rule that it belongs to, whose text is another one now."""

    rule: Rule
    entry: PlainEntry


def outdated_entries(reader: RuleReader) -> list[OutdatedEntry]:
    """The plain entries to read again, in the order of the edition's rules."""
    rules = (reader.rulebook.by_id[rule] for rule in reader.entries if reader.is_outdated(rule))
    return sorted(
        (OutdatedEntry(rule, reader.entries[rule.id]) for rule in rules),
        key=lambda each: number_key(each.rule.number),
    )


def questions_of(entries: list[OutdatedEntry]) -> int:
    """How many typical questions belong to these entries."""
    return sum(len(each.entry.typical) for each in entries)
