"""The data set of rules as a table (CSV, Parquet, JSON Lines, a viewer's page pasted as text) → a Document."""

import re
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO, StringIO
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from index.cells import read_examples
from index.entries import Document, make_entry
from index.errors import DocumentError
from index.records import Entry
from index.rules import number_key

if TYPE_CHECKING:
    import pandas

COLUMNS = ("number", "text", "examples")
PARQUET = b"PAR1"
EXPECTED = "expected the columns number, text and examples (a list of texts)"
NUMBER = re.compile(r"(\d{3}(?:\.\d+[a-z]*)?|[1-9])\.?")
DUMP_NUMBER = re.compile(r"(\d{3}\.\d+[a-z]*)\.?")
ROW_INDEX = re.compile(r"[\d,. \u202f]+")
JSON_ROW = re.compile(r"\[?\s*\{\s*\"")

Row = tuple[object, object, object]


def is_table(text: str) -> bool:
    """True for CSV with the three columns in its first line, and for JSON Lines."""
    return bool(JSON_ROW.match(text.lstrip())) or _separator(text) is not None


def read_table(text: str, name: str) -> Document:
    """The entries of a table in CSV or JSON Lines, in the rules' own order."""
    import pandas

    stream, separator = StringIO(text), _separator(text)
    try:
        if separator:
            frame = pandas.read_csv(stream, sep=separator, dtype=str, keep_default_na=False, skipinitialspace=True)
        else:
            frame = pandas.read_json(stream, lines=text.lstrip()[0] == "{", dtype=False, convert_dates=False)
    except ValueError as error:
        raise _unreadable(name, error) from error
    return _document(frame, name)


def read_parquet(data: bytes, name: str) -> Document:
    """The entries of a Parquet table, in the rules' own order."""
    import pandas

    try:
        frame = pandas.read_parquet(BytesIO(data))
    except (ValueError, OSError, ImportError) as error:
        raise _unreadable(name, error) from error
    return _document(frame, name)


def read_address(address: str) -> Document:
    """The entries of a table at an address that pandas reads (`https://`, `s3://`, `hf://`), its kind by its suffix."""
    import pandas

    unreadable: tuple[type[Exception], ...] = (ValueError, OSError, ImportError, *_hub_errors())
    suffix = PurePosixPath(urlsplit(address).path).suffix.lower()
    try:
        if suffix in (".parquet", ".pq"):
            frame = pandas.read_parquet(address)
        elif suffix in (".csv", ".tsv"):
            separator = "\t" if suffix == ".tsv" else ","
            frame = pandas.read_csv(address, sep=separator, dtype=str, keep_default_na=False, encoding="utf-8-sig")
        elif suffix in (".jsonl", ".ndjson", ".json"):
            frame = pandas.read_json(address, lines=suffix != ".json", dtype=False, convert_dates=False)
        else:
            raise DocumentError(f"{address}: found no table, expected .parquet, .csv or .jsonl at its end; mend it.")
    except unreadable as error:
        raise _unreadable(address, error) from error
    return _document(frame, address)


def _hub_errors() -> tuple[type[Exception], ...]:
    """What a failed `hf://` address raises beside OSError: the HTTP errors of the hub's own client, where installed."""
    try:
        from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]
    except ImportError:
        return ()
    return (HTTPError,)


def is_dump(text: str) -> bool:
    """True for a data set viewer's page pasted as text: a number alone on a line, and a list alone on another."""
    lines = [line.strip() for line in text.split("\n")]
    return any(map(DUMP_NUMBER.fullmatch, lines)) and any(line.startswith("[") for line in lines)


def read_dump(text: str, name: str) -> Document:
    """The entries of a pasted page: header lines, then number, text, examples, row index, each on its own line."""
    rows: list[Row] = []
    lines = [(place, line.strip()) for place, line in enumerate(text.split("\n"), 1) if line.strip()]
    place = next((at for at, (_, line) in enumerate(lines) if DUMP_NUMBER.fullmatch(line)), len(lines))
    while place < len(lines):
        at, number = lines[place]
        opening = _skip(lines, place + 1, lambda line: line.startswith("["))
        closing = _skip(lines, opening, lambda line: line.endswith("]"))
        if not NUMBER.fullmatch(number) or closing == len(lines):
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


def _separator(text: str) -> str | None:
    """The separator of a CSV text whose first line names the columns."""
    first = text.lstrip().partition("\n")[0]
    for separator in (",", ";", "\t"):
        names = {_column(name) for name in first.split(separator)}
        if {"number", "text"} <= names:
            return separator
    return None


def _column(name: object) -> str:
    return str(name).strip().strip('"').strip().lower()


def _document(frame: "pandas.DataFrame", name: str) -> Document:
    columns = {_column(column): position for position, column in enumerate(frame.columns)}
    if not set(COLUMNS) <= set(columns):
        found = ", ".join(str(column) for column in frame.columns)[:200] or "none"
        raise DocumentError(f"{name}: found the columns {found}, {EXPECTED}; rename them.")
    cells = [frame.iloc[:, columns[column]].tolist() for column in COLUMNS]
    return _assemble(list(zip(*cells, strict=True)), name)


def _assemble(rows: Sequence[Row], name: str) -> Document:
    """The rows as entries, sorted as the rules run: a table is often sorted as strings, 702.10 before 702.2."""
    sections: dict[str, str] = {}
    entries: list[Entry] = []
    for position, (number, text, cell) in enumerate(rows, 1):
        digits, words = _number(number, f"{name}: row {position}"), text.strip() if isinstance(text, str) else ""
        if not words:
            raise DocumentError(f"{name}: row {position} ({digits}) has no text, {EXPECTED}; fill it or take it out.")
        try:
            examples = read_examples(cell)
        except ValueError as error:
            raise DocumentError(f"{name}: row {position} ({digits}): {error}; mend the cell.") from error
        if len(digits) == 1:
            sections[digits] = words
        else:
            entries.append(make_entry(digits, words, examples))
    if not entries:
        raise DocumentError(f"{name}: found a table without rows, {EXPECTED}; take the whole table.")
    return Document("", sections, _sorted(entries), table=True)


def _sorted(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: number_key(entry.number)))


def _number(cell: object, place: str) -> str:
    if isinstance(cell, float):
        raise DocumentError(
            f"{place}: found the number {cell} stored as a decimal, in which 100.1 and 100.10 are the same; "
            "expected text such as 702.19b; save the column as text."
        )
    match = NUMBER.fullmatch(str(cell).strip())
    if not match:
        raise DocumentError(f'{place}: found "{str(cell)[:60]}" as a number, expected one such as 702.19b; mend it.')
    return match[1]


def _unreadable(name: str, error: Exception) -> DocumentError:
    reason = " ".join(str(error).split())[:200] or type(error).__name__
    return DocumentError(
        f"{name}: cannot be read as a table ({reason}), {EXPECTED}; mend it, or save it as a file and give its path."
    )
