"""What every reader of rules documents gives, a Document of entries, and how one numbered line becomes an Entry."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from index.records import Entry, GlossaryEntry
from index.text import whole_letters

# No document has a longer one: 702.19b, 205.3m, 701.4aa.
RULE_NUMBER = r"\d{3}\.\d{1,6}[a-z]{0,4}"
NUMBERED = re.compile(rf"({RULE_NUMBER})\.?(?:\s+|$|(?=[^\W\d_]|[“\"({{]))(.*)", re.DOTALL)
CHAPTER = re.compile(r"(\d{3})\.\s*([^\d\s].*)")
EXAMPLE = re.compile(r"Examples?:\s*")
STOPPED = re.compile(r"[.:;?][”\"’')\]]*$")
LONGEST_TITLE = 80

_NUMBER = r"\d{3}(?!\d)(?:\.\d+[a-z]*)?"
_DOTTED = r"\d{3}\.\d+[a-z]*"
_RANGE = rf"[–—-](?:{_DOTTED}|\d{{1,2}}[a-z]*\b|[a-z]+\b)"
_ENDS = rf"{_NUMBER}(?:{_RANGE})?"
_BETWEEN = r"(?:,?\s+“[^”]{0,200}”)?(?:,\s*(?:and\s+|or\s+)?|\s+(?:and|or|through|to)\s+)(?:rules?\s+)?"
NAMED = re.compile(rf"\b[Rr]ules?\s+{_ENDS}(?:{_BETWEEN}{_ENDS})*|(?<!\d){_DOTTED}(?:{_RANGE})?")
QUOTED = re.compile(r"“[^”]{0,200}”")
ONE = re.compile(r"(\d{3})(?!\d)(?:\.(\d+)([a-z]*))?(?:[–—-](?!\d{3})(\d*)([a-z]*))?")


@dataclass(frozen=True)
class Document:
    """A document as a reader finds it: its date ("" where it has none), section titles by digit, entries, glossary."""

    effective: str = ""
    sections: dict[str, str] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    glossary: tuple[GlossaryEntry, ...] = ()
    table: bool = False


def make_entry(number: str, text: str, examples: Sequence[str] = ()) -> Entry:
    """One entry, its text taken for a title where it is the heading of a chapter or of a rule.

    >>> make_entry("702.19", "Trample").title
    'Trample'
    """
    text, kept = whole_letters(text), tuple(map(whole_letters, examples))
    if is_title(number, text):
        return Entry(number, title=text, examples=kept)
    return Entry(number, text=text, examples=kept)


def is_title(number: str, text: str) -> bool:
    """True where the words after a number are a heading: no subrule, short, no stop at the end."""
    if "." not in number:
        return True
    return number[-1].isdigit() and 0 < len(text) <= LONGEST_TITLE and "\n" not in text and not STOPPED.search(text)


def numbers_named(text: str) -> list[str]:
    """The numbers of the rules that a text names, in its order, each once; of a range its two ends.

    >>> numbers_named("See rules 601.2f–h and 509, “Declare Blockers Step,” and 702.19.")
    ['601.2f', '601.2h', '509', '702.19']
    """
    found: dict[str, None] = {}
    for match in NAMED.finditer(text):
        for chapter, rule, letters, last_rule, last_letters in ONE.findall(QUOTED.sub(" ", match[0])):
            found[f"{chapter}.{rule}{letters}" if rule else chapter] = None
            if rule and (last_rule or last_letters):
                found[f"{chapter}.{last_rule or rule}{last_letters}"] = None
    return list(found)
