"""A rules document in any form → its Rulebook; the content chooses the reader, never the file's name."""

import re
from datetime import date
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from index.errors import DocumentError
from index.home import home_path
from index.input.limits import LONGEST_LINE, MOST_RULES
from index.records import Edition, Rulebook
from index.rules.decode import CUT_CHARACTER, check_size, decode, whole_letters
from index.rules.entries import SourceDocument
from index.rules.numbers import is_chapter, previous_number, section_digit
from index.rules.official import MONTHS, is_official, read_official
from index.rules.rulebook import build_rulebook
from index.rules.table import PARQUET, is_dump, is_table, read_address, read_dump, read_parquet, read_table
from index.rules.web_page import is_page, read_page

ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
MARKUP = re.compile(r"\s*<(!doctype|html|head|body|\?xml|!--|div|script)", re.IGNORECASE)
EXPECTED = "expected the Comprehensive Rules as text, a table of them, or some of their chapters"
ALL_SECTIONS = set("123456789")
RULES_IN_A_WHOLE_DOCUMENT = 2000


def read_document(path: Path | str) -> Rulebook:
    """The rulebook of a file, or of a table at an address such as `https://…/rules.parquet`.

    Raises DocumentError, one line, for whatever cannot be read.
    """
    if isinstance(path, str) and ADDRESS.match(path):
        name = PurePosixPath(urlsplit(path).path).name
        document = read_address(path)
        return build_rulebook(document, edition_of(document, name))
    file = home_path(path)
    return read_bytes(_load(file), file.name)


def read_bytes(data: bytes, name: str) -> Rulebook:
    """The rulebook of a document's bytes; `name` appears in messages and in the name of a partial edition.

    Raises DocumentError, one line, for whatever cannot be read.
    """
    check_size(len(data), name)
    if data.startswith(PARQUET):
        document = read_parquet(data, name)
    else:
        text = decode(data, name)
        document = _read_text(text, name)
        if text.endswith(CUT_CHARACTER):
            at = text.count("\n") + 1
            raise DocumentError(
                f"{name}: the last character, at line {at}, is cut in two, {EXPECTED}; get the file again."
            )
    return build_rulebook(document, edition_of(document, name))


def edition_of(document: SourceDocument, name: str) -> Edition:
    """The edition of a document: named by its date, or by its file where it is partial or undated."""
    name = whole_letters(name)
    if all(is_chapter(entry.number) for entry in document.entries):
        raise DocumentError(f"{name}: found no numbered rule, {EXPECTED}; use the publisher's TXT file.")
    if len(document.entries) > MOST_RULES:
        found = len(document.entries)
        raise DocumentError(f"{name}: found {found:,} rules, expected at most {MOST_RULES:,}; give another file.")
    partial = _is_partial(document)
    if not partial and len(document.entries) >= RULES_IN_A_WHOLE_DOCUMENT:
        _check_gaps(document, name)
    if partial or not document.effective:
        part = " (part)" if partial else ""
        return Edition(
            f"partial-{_slug(name)}", f"Comprehensive Rules{part}, from {name}", document.effective, True, partial
        )
    day = date.fromisoformat(document.effective)
    words = f"{MONTHS[day.month - 1]} {day.day}, {day.year}"
    return Edition(document.effective, f"Comprehensive Rules, effective {words}", document.effective, True)


def _read_text(text: str, name: str) -> SourceDocument:
    if MARKUP.match(text):
        raise DocumentError(f"{name}: found an HTML page at line 1, {EXPECTED}; download the TXT file instead.")
    if is_table(text):
        return read_table(text, name)
    _check_lines(text, name)
    if is_dump(text):
        return read_dump(text, name)
    if is_page(text):
        return read_page(text)
    if is_official(text):
        return read_official(text, name)
    at, line = next((at, line.strip()) for at, line in enumerate(text.split("\n"), 1) if line.strip())
    raise DocumentError(
        f'{name}: found "{line[:60]}" at line {at} and no numbered rules such as "702.19b …", {EXPECTED}; '
        "use the publisher's TXT file."
    )


def _check_lines(text: str, name: str) -> None:
    """Raise DocumentError where a line is longer than any of a rules document."""
    for at, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise DocumentError(
                f"{name}: found {len(line):,} characters in line {at}, expected at most {LONGEST_LINE:,}; "
                "give another file."
            )


def _load(file: Path) -> bytes:
    """The bytes of a file, its size checked before it is read."""
    try:
        if file.is_dir():
            raise DocumentError(f"{file}: found a folder, {EXPECTED}; name a file in it.")
        if not file.exists():
            raise DocumentError(f"{file}: found no such file, {EXPECTED}; check the path.")
        if not file.is_file():
            raise DocumentError(f"{file}: found no regular file, {EXPECTED}; save it as a file first.")
        check_size(file.stat().st_size, file.name)
        return file.read_bytes()
    except PermissionError as error:
        raise DocumentError(f"{file}: found a file you may not read, {EXPECTED}; change its permissions.") from error
    except OSError as error:
        raise DocumentError(f"{file}: cannot be read ({error.strerror}), {EXPECTED}; check the file.") from error
    except ValueError as error:
        raise DocumentError(f"{file}: found a name that no file has, {EXPECTED}; check the path.") from error


def _is_partial(document: SourceDocument) -> bool:
    """Whether a section has no chapter, a text has no glossary, or a table is too short to be complete."""
    whole = {section_digit(entry.number) for entry in document.entries} >= ALL_SECTIONS
    if document.table:
        return not whole or sum(not is_chapter(entry.number) for entry in document.entries) < RULES_IN_A_WHOLE_DOCUMENT
    return not whole or not document.glossary


def _check_gaps(document: SourceDocument, name: str) -> None:
    """Raise DocumentError where a rule of a whole document is missing: no edition since 2016 skips a number."""
    numbers = {entry.number for entry in document.entries}
    for entry in document.entries:
        before = previous_number(entry.number)
        if before and before not in numbers:
            raise DocumentError(
                f"{name}: found rule {entry.number} and no rule {before}, expected a document without gaps; a part"
                " seems lost, get the file again."
            )


def _slug(name: str) -> str:
    stem = PurePosixPath(name.replace("\\", "/")).stem
    return re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-") or "document"
