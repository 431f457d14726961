"""A table of rules (CSV, Parquet, JSON Lines, a pasted page of a data set viewer) → a Document."""

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from index.errors import DocumentError
from index.input.limits import LONGEST_CELL, LONGEST_TABLE, MOST_ROWS
from index.input.parquet import read_parquet_rows
from index.records import Entry
from index.rules.cells import read_examples
from index.rules.decode import LARGEST, check_size, decode, whole_letters
from index.rules.entries import Document, make_entry
from index.rules.numbers import number_in_cell, number_key, rule_in_cell
from index.rules.rows import COLUMNS, Row, check_columns, csv_rows, json_rows, separator_of

PARQUET = b"PAR1"
EXPECTED = "expected the columns number, text and examples (a list of texts)"
SUFFIXES = (".parquet", ".pq", ".csv", ".tsv", ".jsonl", ".ndjson", ".json")
ROW_INDEX = re.compile(r"[\d,. \u202f]+")
JSON_ROW = re.compile(r"\[?\s*\{\s*\"")


def is_table(text: str) -> bool:
    """True for CSV with the three columns in its first line, and for JSON Lines."""
    return bool(JSON_ROW.match(text.lstrip())) or separator_of(text) is not None


def read_table(text: str, name: str) -> Document:
    """The entries of a table in CSV or JSON, in the rules' own order."""
    separator = separator_of(text)
    try:
        return _assemble(csv_rows(text, separator) if separator else json_rows(text), name)
    except (ValueError, RecursionError, csv.Error) as error:
        raise _unreadable(name, error) from error


def read_parquet(data: bytes, name: str) -> Document:
    """The entries of a Parquet table, in the rules' own order."""
    try:
        columns, rows = read_parquet_rows(data, COLUMNS)
        check_columns(columns)
        return _assemble([(number, words, examples) for number, words, examples in rows], name)
    except ValueError as error:
        raise _unreadable(name, error) from error


def read_address(address: str) -> Document:
    """The entries of a table at an address that pandas reads (`https://`, `s3://`, `hf://`), its kind by its suffix."""
    suffix = PurePosixPath(urlsplit(address).path).suffix.lower()
    if suffix not in SUFFIXES:
        raise DocumentError(f"{address}: found no table, expected .parquet, .csv or .jsonl at its end; mend it.")
    data = _taken(address)
    check_size(len(data), address)
    return read_parquet(data, address) if data.startswith(PARQUET) else read_table(decode(data, address), address)


def _taken(address: str) -> bytes:
    """The bytes at an address, no more of them than a document may have."""
    from pandas.io.common import get_handle  # type: ignore[import-not-found]

    unreadable: tuple[type[Exception], ...] = (ValueError, OSError, ImportError, *_hub_errors())
    try:
        with get_handle(address, "rb", is_text=False) as opened:
            data: bytes = opened.handle.read(LARGEST + 1)
            return data
    except unreadable as error:
        raise _unreadable(address, error) from error


def _hub_errors() -> tuple[type[Exception], ...]:
    """What a failed `hf://` address raises besides OSError: the HTTP errors of the hub's client, where installed."""
    try:
        from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]
    except ImportError:
        return ()
    return (HTTPError,)


def is_dump(text: str) -> bool:
    """True for a pasted page of a data set viewer: a number alone on a line, a list alone on another."""
    lines = [line.strip() for line in text.split("\n")]
    return any(map(rule_in_cell, lines)) and any(line.startswith("[") for line in lines)


def read_dump(text: str, name: str) -> Document:
    """The entries of a pasted page: header lines, then number, text, examples, row index, each on its own line."""
    rows: list[Row] = []
    lines = [(place, line.strip()) for place, line in enumerate(text.split("\n"), 1) if line.strip()]
    place = next((at for at, (_, line) in enumerate(lines) if rule_in_cell(line)), len(lines))
    while place < len(lines):
        at, number = lines[place]
        opening = _skip(lines, place + 1, lambda line: line.startswith("["))
        closing = _skip(lines, opening, lambda line: line.endswith("]"))
        if not number_in_cell(number) or closing == len(lines):
            raise DocumentError(
                f'{name}: found "{number[:60]}" at line {at}, expected a rule number and after it a text, a list of '
                "examples in brackets and a row index; copy the table's page again from its first row to its last."
            )
        words = "\n".join(line for _, line in lines[place + 1 : opening])
        rows.append((number, words, " ".join(line for _, line in lines[opening : closing + 1])))
        place = closing + 1
        if place < len(lines) and ROW_INDEX.fullmatch(lines[place][1]):
            place += 1
    return _assemble(rows, name)


def _skip(lines: Sequence[tuple[int, str]], start: int, wanted: Callable[[str], bool]) -> int:
    return next((place for place in range(start, len(lines)) if wanted(lines[place][1])), len(lines))


def _assemble(rows: Iterable[Row], name: str) -> Document:
    """The rows as entries in the order of the rules: a table is often sorted as strings, 702.10 before 702.2."""
    sections: dict[str, str] = {}
    entries: list[Entry] = []
    length = 0
    for position, (number, text, cell) in enumerate(rows, 1):
        digits, words = _number(number, f"{name}: row {position}"), text.strip() if isinstance(text, str) else ""
        length += len(words)
        if position > MOST_ROWS or len(words) > LONGEST_CELL or length > LONGEST_TABLE:
            raise DocumentError(
                f"{name}: found a table that is longer than {MOST_ROWS:,} rows or has a cell of more than "
                f"{LONGEST_CELL:,} characters at row {position}, {EXPECTED}; give another file."
            )
        if not words:
            raise DocumentError(
                f"{name}: row {position} ({digits}) has no text, {EXPECTED}; fill it in or remove the row."
            )
        try:
            examples = read_examples(cell)
        except ValueError as error:
            raise DocumentError(f"{name}: row {position} ({digits}): {error}; correct the cell.") from error
        if len(digits) == 1:
            sections[digits] = whole_letters(words)
        else:
            entries.append(make_entry(digits, words, examples))
    if not entries:
        raise DocumentError(f"{name}: found a table without rows, {EXPECTED}; use the whole table.")
    return Document("", sections, _sorted(entries), table=True)


def _sorted(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: number_key(entry.number)))


def _number(cell: object, place: str) -> str:
    if isinstance(cell, float):
        raise DocumentError(
            f"{place}: found the number {cell} stored as a decimal, in which 100.1 and 100.10 are the same; "
            "expected text such as 702.19b; save the column as text."
        )
    number = number_in_cell(str(cell).strip())
    if not number:
        raise DocumentError(f'{place}: found "{str(cell)[:60]}" as a number, expected one such as 702.19b; correct it.')
    return number


def _unreadable(name: str, error: Exception) -> DocumentError:
    reason = whole_letters(" ".join(str(error).split())[:200]) or type(error).__name__
    if reason.startswith("found"):
        return DocumentError(f"{name}: {reason}, {EXPECTED}; mend it.")
    return DocumentError(
        f"{name}: cannot be read as a table ({reason}), {EXPECTED}; correct it, or save it as a file and name that."
    )
