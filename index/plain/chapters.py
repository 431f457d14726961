"""The chapters of the plain rulebook (Markdown) → its entries and terms, with file and line of every mistake.

A chapter file is `index/plain/chapters/702.md`:

    # 702 Keyword Abilities

    ## 702.19 Trample
    A creature with trample ...

    - can I trample over a chump blocker
      Yes. Assign the blocker enough damage to destroy it and the player the rest.
    Also asked:
    - does trample go over my opponent's chump
      Yes, once the blocker is assigned lethal damage.
    Example: Ann attacks with ...
    See: 510.1c, 702.2c

A heading starts an entry: its number, and its title where the rule has one. Paragraphs are the plain wording, list
items are typical questions, each with its answer indented below it, those after `Also asked:` say one of them in other
words, `Example:` paragraphs are our own examples, and `See:` lists the rules that apply together with it. A heading of
`glossary.md` is a term.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from index.errors import PlainError
from index.records import PlainEntry, PlainRulebook, PlainTerm
from index.rules.numbers import chapter_number, is_chapter, is_number

KEYED_TO = "2026-08-07"
LONGEST = 1200
ANSWER_INDENT = "  "
ALSO_ASKED = "Also asked:"


@dataclass
class _PlainDraft:
    """An entry while its lines are being read."""

    number: str
    title: str
    line: int
    plain: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    typical: int | None = None
    answers: dict[int, str] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)
    see: list[str] = field(default_factory=list)


@cache
def read_plain() -> PlainRulebook:
    """The plain rulebook that the package ships."""
    folder = files("index") / "plain" / "chapters"
    names = sorted(item.name for item in folder.iterdir() if is_number(item.name.removesuffix(".md")))
    entries = [entry for name in names for entry in read_chapter(name, (folder / name).read_text("utf-8"))]
    glossary = folder / "glossary.md"
    terms = read_terms("glossary.md", glossary.read_text("utf-8")) if glossary.is_file() else []
    return PlainRulebook(KEYED_TO, tuple(entries), tuple(terms))


def read_chapter(name: str, text: str) -> list[PlainEntry]:
    """The entries in one chapter file, the chapter itself first.

    Raises PlainError, naming file and line, on any mistake.
    """
    lines = text.split("\n")
    chapter, title = _heading("# ", lines[0])
    if not title or not is_number(chapter) or not is_chapter(chapter):
        raise PlainError(f'{name}:1: found "{lines[0][:60]}", expected "# 702 Keyword Abilities"; write it there.')
    drafts = [_PlainDraft(chapter, title, 1)]
    for line_number, line in enumerate(lines[1:], 2):
        if line.startswith("#"):
            number, title = _heading("## ", line)
            if not is_number(number) or is_chapter(number) or chapter_number(number) != chapter:
                raise PlainError(f'{name}:{line_number}: found "{line[:60]}", expected "## {chapter}.1a"; correct it.')
            drafts.append(_PlainDraft(number, title, line_number))
        elif line.strip():
            _take(drafts[-1], line.rstrip(), name, line_number)
    _check(name, drafts)
    return [_entry(draft) for draft in drafts]


def read_terms(name: str, text: str) -> list[PlainTerm]:
    """The terms in the glossary file.

    Raises PlainError, naming file and line, on any mistake.
    """
    drafts: list[_PlainDraft] = []
    for line_number, line in enumerate(text.split("\n"), 1):
        if line.startswith("## "):
            drafts.append(_PlainDraft(line[3:].strip(), "", line_number))
        elif line.strip() and drafts:
            _take(drafts[-1], line.strip(), name, line_number)
    _check(name, drafts)
    return [PlainTerm(draft.number, " ".join(draft.plain), tuple(draft.see)) for draft in drafts]


def _heading(mark: str, line: str) -> tuple[str, str]:
    """The number of a heading and its title; the number is "" where the line lacks the mark."""
    number, _, title = line.removeprefix(mark).rstrip().partition(" ") if line.startswith(mark) else ("", "", "")
    return number, title.strip()


def _take(draft: _PlainDraft, line: str, name: str, line_number: int) -> None:
    """Add a line that is no heading to an entry."""
    if line.startswith(ANSWER_INDENT):
        _take_answer(draft, line.strip(), f"{name}:{line_number}")
    elif line.startswith("- "):
        draft.questions.append(line[2:].strip())
    elif line == ALSO_ASKED:
        _begin_reworded(draft, f"{name}:{line_number}")
    elif line.startswith("Example: "):
        draft.examples.append(line[9:].strip())
    elif line.startswith("See: "):
        draft.see.extend(_numbers(line[5:], f"{name}:{line_number}"))
    elif draft.questions or draft.examples or draft.see:
        raise PlainError(
            f'{name}:{line_number}: found "{line[:60]}" after the questions, expected the wording before them; move it.'
        )
    else:
        draft.plain.append(line)


def _begin_reworded(draft: _PlainDraft, place: str) -> None:
    """What follows are other wordings of the questions so far."""
    if not draft.questions or draft.typical is not None:
        raise PlainError(f"{place}: found {ALSO_ASKED}, expected it once, below the typical questions; move it.")
    draft.typical = len(draft.questions)


def _take_answer(draft: _PlainDraft, answer: str, place: str) -> None:
    """Add the answer of the question above it."""
    last = len(draft.questions) - 1
    if last < 0 or last in draft.answers:
        raise PlainError(f'{place}: found the answer "{answer[:60]}", expected one below a question; move it.')
    draft.answers[last] = answer


def _numbers(listed: str, place: str) -> list[str]:
    numbers = [number.strip() for number in listed.split(",")]
    for number in numbers:
        if not is_number(number):
            raise PlainError(f'{place}: found "{number}" after See:, expected a number such as 702.19b; correct it.')
    return numbers


def _check(name: str, drafts: Iterable[_PlainDraft]) -> None:
    seen: dict[str, int] = {}
    for draft in drafts:
        place, plain = f"{name}:{draft.line}: {draft.number}", " ".join(draft.plain)
        if draft.number in seen:
            raise PlainError(f"{place} is already at line {seen[draft.number]}; keep one of the two.")
        seen[draft.number] = draft.line
        if not plain and is_number(draft.number) and is_chapter(draft.number):
            continue
        if not plain or len(plain) > LONGEST:
            raise PlainError(f"{place} has a wording of {len(plain)} characters, expected 1 to {LONGEST}; correct it.")


def _entry(draft: _PlainDraft) -> PlainEntry:
    return PlainEntry(
        number=draft.number,
        title=draft.title,
        plain=" ".join(draft.plain),
        questions=tuple(draft.questions),
        answers=tuple(draft.answers.get(place, "") for place in range(len(draft.questions))),
        examples=tuple(draft.examples),
        see=tuple(draft.see),
        reworded=0 if draft.typical is None else len(draft.questions) - draft.typical,
    )


def read_chapter_file(path: Path) -> list[PlainEntry]:
    """The entries in one chapter file of a checkout."""
    return read_chapter(path.name, path.read_text("utf-8"))
