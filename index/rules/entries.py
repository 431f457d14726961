"""What every reader of rules documents returns, and how one numbered line becomes an Entry."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from index.records import Entry, GlossaryEntry
from index.rules.decode import whole_letters
from index.rules.numbers import is_chapter, is_subrule

EXAMPLE = re.compile(r"Examples?:\s*")
STOPPED = re.compile(r"[.:;?][”\"’')\]]*$")
LONGEST_TITLE = 80


@dataclass(frozen=True)
class SourceDocument:
    """A document as it was read: its date ("" where it has none), section titles by digit, entries, glossary."""

    effective: str = ""
    sections: dict[str, str] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    glossary: tuple[GlossaryEntry, ...] = ()
    table: bool = False


def make_entry(number: str, text: str, examples: Sequence[str] = ()) -> Entry:
    """One entry, whose text is its title where it is the heading of a chapter or of a rule.

    >>> make_entry("702.19", "Trample").title
    'Trample'
    """
    text, kept = whole_letters(text), tuple(map(whole_letters, examples))
    if is_title(number, text):
        return Entry(number, title=text, examples=kept)
    return Entry(number, text=text, examples=kept)


def is_title(number: str, text: str) -> bool:
    """Whether the text after a number is a heading: not of a subrule, short, without a period at the end."""
    if is_chapter(number):
        return True
    return not is_subrule(number) and 0 < len(text) <= LONGEST_TITLE and "\n" not in text and not STOPPED.search(text)
