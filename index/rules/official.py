"""The text of an official rules document, or of some of its chapters → its entries and glossary, word for word."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from index.errors import DocumentError
from index.records import Entry, GlossaryEntry
from index.rules.entries import EXAMPLE, SourceDocument, make_entry
from index.rules.numbers import numbers_referred_to, split_chapter_line, split_rule_line, split_section_line

MONTHS = ("January", "February", "March", "April", "May", "June", "July",
          "August", "September", "October", "November", "December")  # fmt: skip
EFFECTIVE = re.compile(rf"\beffective(?:\s+as\s+of)?\s+({'|'.join(MONTHS)})\s+(\d{{1,2}}),\s+(\d{{4}})", re.IGNORECASE)
SENSE = re.compile(r"\d\.\s+(.*)")
GLUED = re.compile(r"(\D.*?\S)1\.\s+(.*)")


@dataclass
class _EntryDraft:
    """An entry while its lines are being read; `apart` is true after an empty line."""

    number: str
    paragraphs: list[str]
    examples: list[list[str]] = field(default_factory=list)
    apart: bool = False

    def take(self, line: str) -> None:
        """Add a line without a number of its own: an example, or another paragraph of the text or the example."""
        example = EXAMPLE.match(line)
        if example:
            self.examples.append([line[example.end() :]])
        elif self.examples and not self.apart:
            self.examples[-1].append(line)
        else:
            self.paragraphs.append(line)
        self.apart = False


def is_official(text: str) -> bool:
    """Whether a text has the layout of the official document, or is chapters or rules copied from one."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    chapters = sum(split_chapter_line(line) is not None for line in lines)
    numbered = sum(split_rule_line(line) is not None for line in lines)
    if numbered:
        return chapters > 0 or 2 * numbered >= len(lines)
    return chapters > 0 and "Contents" in lines


def read_official(text: str, name: str) -> SourceDocument:
    """The date, sections, entries and glossary of an official text.

    Raises DocumentError for a complete document that is truncated or lacks chapters of its own Contents.
    """
    lines = [line.strip() for line in text.split("\n")]
    start = _body_start(lines)
    glossary = _find(lines, "Glossary", start)
    credits = _find(lines, "Credits", glossary)
    sections, entries = read_entries(lines[start:glossary])
    if _claims_to_be_whole(lines) and credits == len(lines):
        raise _cut_off(name, lines, entries)
    _check_contents(name, lines[:start], entries)
    terms = _glossary(lines[glossary + 1 : credits])
    return SourceDocument(_effective(lines[: start or 50]), sections, tuple(entries), tuple(terms))


def read_entries(lines: Iterable[str]) -> tuple[dict[str, str], list[Entry]]:
    """The section titles and the entries of stripped lines; lines before the first number are skipped."""
    sections: dict[str, str] = {}
    drafts: list[_EntryDraft] = []
    for line in lines:
        numbered = split_rule_line(line) or split_chapter_line(line)
        section = None if numbered else split_section_line(line)
        if numbered:
            number, text = numbered
            drafts.append(_EntryDraft(number, [text] if text else []))
        elif section and not section[1].endswith("."):
            sections[section[0]] = section[1]
        elif drafts and line:
            drafts[-1].take(line)
        elif drafts:
            drafts[-1].apart = True
    return sections, [
        make_entry(draft.number, "\n".join(draft.paragraphs), ["\n".join(lines) for lines in draft.examples])
        for draft in drafts
    ]


def _body_start(lines: list[str]) -> int:
    """The line that repeats the first heading of the Contents; 0 where there are no Contents."""
    contents = _find(lines[:200], "Contents", 0)
    if contents >= min(len(lines), 200):
        return 0
    first = next((place for place in range(contents + 1, len(lines)) if lines[place]), len(lines))
    return _find(lines, lines[first], first + 1) if first < len(lines) else first


def _find(lines: list[str], wanted: str, start: int) -> int:
    try:
        return lines.index(wanted, start)
    except ValueError:
        return len(lines)


def _claims_to_be_whole(lines: list[str]) -> bool:
    first = next((place for place, line in enumerate(lines) if split_rule_line(line)), len(lines))
    return bool({"Introduction", "Contents"} & set(lines[:first]))


def _cut_off(name: str, lines: list[str], entries: list[Entry]) -> DocumentError:
    last = max((place for place, line in enumerate(lines, 1) if line), default=0)
    rule = f"after rule {entries[-1].number}" if entries else "before its first rule"
    return DocumentError(
        f"{name}: the text ends at line {last}, {rule}, expected the Glossary and the Credits at its end; "
        "the file seems truncated, download it again."
    )


def _check_contents(name: str, contents: list[str], entries: list[Entry]) -> None:
    listed = [heading[0] for heading in map(split_chapter_line, contents) if heading]
    found = {entry.number for entry in entries}
    missing = [number for number in listed if number not in found]
    if missing:
        raise DocumentError(
            f"{name}: the Contents list chapter {missing[0]}, and the text does not have it "
            f"({len(missing)} of {len(listed)} chapters are missing); a part seems lost, download the file again."
        )


def _effective(lines: list[str]) -> str:
    """The ISO date from which the rules are effective."""
    match = EFFECTIVE.search("\n".join(lines))
    if not match:
        return ""
    try:
        return date(int(match[3]), MONTHS.index(match[1].capitalize()) + 1, int(match[2])).isoformat()
    except ValueError:
        return ""


def _glossary(lines: Iterable[str]) -> list[GlossaryEntry]:
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line:
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return [_term(block) for block in blocks if block]


def _term(block: list[str]) -> GlossaryEntry:
    """One glossary entry; a line after the senses, such as "See rule 113", belongs to the sense before it."""
    term, lines = block[0], block[1:]
    glued = GLUED.fullmatch(term)
    if glued:
        term, lines = glued[1], [f"1. {glued[2]}", *lines]
    lines_of_senses: list[list[str]] = []
    for line in lines:
        numbered = SENSE.fullmatch(line)
        if numbered or not lines_of_senses:
            lines_of_senses.append([numbered[1] if numbered else line])
        else:
            lines_of_senses[-1].append(line)
    senses = ["\n".join(each) for each in lines_of_senses]
    return GlossaryEntry(term, tuple(senses), tuple(numbers_referred_to("\n".join(senses))))
