"""The chapters of the plain rulebook (Markdown) → its entries and terms, with file and line of every mistake.

A chapter file is `index/plain/702.md`:

    # 702 Keyword Abilities

    ## 702.19 Trample
    A creature with trample ...

    - can I trample over a chump blocker
      Yes. What is left after lethal damage to the blocker goes through.
    Example: Ann attacks with ...
    See: 510.1c, 702.2c

A heading opens an entry: its number, and its title where the rule has one. Paragraphs are the plain wording, list
items typical questions, an indented line below one its answer, `Example:` paragraphs our own examples, `See:` the rules
that decide together with it. In `glossary.md` a heading is a term.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from index.errors import PlainError
from index.records import PlainEntry, PlainRulebook, PlainTerm

KEYED_TO = "2026-08-07"
CHAPTER = re.compile(r"# (\d{3}) (.+)")
HEADING = re.compile(r"## (\d{3}\.\d+[a-z]*)(?: (.+))?")
NUMBER = re.compile(r"\d{3}(\.\d+[a-z]*)?")
LONGEST = 1200
ANSWER_INDENT = "  "


@dataclass
class _Draft:
    """An entry while its lines are being read."""

    number: str
    title: str
    line: int
    plain: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    answers: dict[int, str] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)
    see: list[str] = field(default_factory=list)


def read_plain() -> PlainRulebook:
    """The plain rulebook that the package ships."""
    folder = files("index") / "plain"
    names = sorted(item.name for item in folder.iterdir() if re.fullmatch(r"\d{3}\.md", item.name))
    entries = [entry for name in names for entry in read_chapter(name, (folder / name).read_text("utf-8"))]
    glossary = folder / "glossary.md"
    terms = read_terms("glossary.md", glossary.read_text("utf-8")) if glossary.is_file() else []
    return PlainRulebook(KEYED_TO, tuple(entries), tuple(terms))


def read_chapter(name: str, text: str) -> list[PlainEntry]:
    """The entries of one chapter file, the chapter itself first.

    Raises PlainError, naming file and line, on any mistake.
    """
    lines = text.split("\n")
    first = CHAPTER.fullmatch(lines[0].rstrip())
    if not first:
        raise PlainError(f'{name}:1: found "{lines[0][:60]}", expected "# 702 Keyword Abilities"; put it there.')
    chapter, title = first.groups()
    drafts = [_Draft(chapter, title, 1)]
    for line_number, line in enumerate(lines[1:], 2):
        if line.startswith("#"):
            heading = HEADING.fullmatch(line.rstrip())
            if not heading or not heading[1].startswith(chapter + "."):
                raise PlainError(f'{name}:{line_number}: found "{line[:60]}", expected "## {chapter}.1a"; mend it.')
            drafts.append(_Draft(heading[1], (heading[2] or "").strip(), line_number))
        elif line.strip():
            _take(drafts[-1], line.rstrip(), f"{name}:{line_number}")
    _check(name, drafts)
    return [_entry(draft) for draft in drafts]


def read_terms(name: str, text: str) -> list[PlainTerm]:
    """The terms of the glossary file.

    Raises PlainError, naming file and line, on any mistake.
    """
    drafts: list[_Draft] = []
    for line_number, line in enumerate(text.split("\n"), 1):
        if line.startswith("## "):
            drafts.append(_Draft(line[3:].strip(), "", line_number))
        elif line.strip() and drafts:
            _take(drafts[-1], line.strip(), f"{name}:{line_number}")
    _check(name, drafts)
    return [PlainTerm(draft.number, " ".join(draft.plain), tuple(draft.see)) for draft in drafts]


def _take(draft: _Draft, line: str, place: str) -> None:
    if line.startswith(ANSWER_INDENT):
        _take_answer(draft, line.strip(), place)
    elif line.startswith("- "):
        draft.questions.append(line[2:].strip())
    elif line.startswith("Example: "):
        draft.examples.append(line[9:].strip())
    elif line.startswith("See: "):
        numbers = [number.strip() for number in line[5:].split(",")]
        for number in numbers:
            if not NUMBER.fullmatch(number):
                raise PlainError(f'{place}: found "{number}" after See:, expected a rule number such as 702.19b.')
        draft.see.extend(numbers)
    elif draft.questions or draft.examples or draft.see:
        raise PlainError(f'{place}: found "{line[:60]}" after the questions, expected the wording before them.')
    else:
        draft.plain.append(line)


def _take_answer(draft: _Draft, answer: str, place: str) -> None:
    last = len(draft.questions) - 1
    if last < 0 or last in draft.answers:
        raise PlainError(f'{place}: found the answer "{answer[:60]}", expected one below a question; move it.')
    draft.answers[last] = answer


def _check(name: str, drafts: Iterable[_Draft]) -> None:
    seen: dict[str, int] = {}
    for draft in drafts:
        place, plain = f"{name}:{draft.line}: {draft.number}", " ".join(draft.plain)
        if draft.number in seen:
            raise PlainError(f"{place} stands at line {seen[draft.number]} already; keep one of the two.")
        seen[draft.number] = draft.line
        if not plain and NUMBER.fullmatch(draft.number) and "." not in draft.number:
            continue
        if not plain or len(plain) > LONGEST:
            raise PlainError(f"{place} has a wording of {len(plain)} letters, expected 1 to {LONGEST}; mend it.")


def _entry(draft: _Draft) -> PlainEntry:
    return PlainEntry(
        number=draft.number,
        title=draft.title,
        plain=" ".join(draft.plain),
        questions=tuple(draft.questions),
        answers=tuple(draft.answers.get(at, "") for at in range(len(draft.questions))) if draft.answers else (),
        examples=tuple(draft.examples),
        see=tuple(draft.see),
    )


def read_chapter_file(path: Path) -> list[PlainEntry]:
    """The entries of one chapter file of a checkout."""
    return read_chapter(path.name, path.read_text("utf-8"))
