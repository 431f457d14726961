"""A table of rules (CSV, Parquet, JSON Lines, a pasted page of a data set viewer) → its entries."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from index.errors import DocumentError
from index.input.limits import LONGEST_CELL, LONGEST_TABLE, MOST_ROWS
from index.input.parquet import read_parquet_rows
from index.records import Entry
from index.rules.decode import LARGEST, check_size, decode, whole_letters
from index.rules.entries import EXAMPLE, SourceDocument, make_entry
from index.rules.numbers import number_in_cell, number_key, rule_in_cell
from index.rules.rows import COLUMNS, TableRow, check_columns, csv_rows, json_rows, separator_of

PARQUET = b"PAR1"
EXPECTED = "expected the columns number, text and examples (a list of texts)"
SUFFIXES = (".parquet", ".pq", ".csv", ".tsv", ".jsonl", ".ndjson", ".json")
ROW_INDEX = re.compile(r"[\d,. \u202f]+")
JSON_ROW = re.compile(r"\[?\s*\{\s*\"")
QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
ITEMS = re.compile(rf"\s*(?:(?:{QUOTED})\s*(?:,\s*)?)*", re.DOTALL)
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
LETTERS = {"n": "\n", "t": "\t", "r": "\r"}
EMPTY = {"", "none", "null", "nan", "[]"}


def is_table(text: str) -> bool:
    """True for CSV with the three columns in its first line, and for JSON Lines."""
    return bool(JSON_ROW.match(text.lstrip())) or separator_of(text) is not None


def read_table(text: str, name: str) -> SourceDocument:
    """The entries of a table in CSV or JSON, in the rules' own order."""
    separator = separator_of(text)
    try:
        return _assemble(csv_rows(text, separator) if separator else json_rows(text), name)
    except (ValueError, RecursionError, csv.Error) as error:
        raise _unreadable(name, error) from error


def read_parquet(data: bytes, name: str) -> SourceDocument:
    """The entries of a Parquet table, in the rules' own order."""
    try:
        columns, rows = read_parquet_rows(data, COLUMNS)
        check_columns(columns)
        return _assemble([(number, words, examples) for number, words, examples in rows], name)
    except ValueError as error:
        raise _unreadable(name, error) from error


def read_address(address: str) -> SourceDocument:
    """The entries of a table at an address that pandas reads (`https://`, `s3://`, `hf://`), its kind by its suffix."""
    suffix = PurePosixPath(urlsplit(address).path).suffix.lower()
    if suffix not in SUFFIXES:
        raise DocumentError(f"{address}: found no table, expected .parquet, .csv or .jsonl at its end; correct it.")
    data = _taken(address)
    check_size(len(data), address)
    return read_parquet(data, address) if data.startswith(PARQUET) else read_table(decode(data, address), address)


def _taken(address: str) -> bytes:
    """The bytes at an address, no more than a document may have."""
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


def read_examples(cell: object) -> list[str]:
    """The examples of a cell: a list, or the text of a list with or without commas between its items.

    Raises ValueError for the text of a list that does not end or whose quotes do not close, for a list of lists, and
    for more than a cell may hold.

    >>> read_examples("['One.' 'Two.']")
    ['One.', 'Two.']
    """
    if cell is None or isinstance(cell, float):
        return []
    if isinstance(cell, str) and len(cell) > LONGEST_CELL:
        raise ValueError(f"found {len(cell):,} characters in a cell, expected at most {LONGEST_CELL:,}")
    if isinstance(cell, str):
        items: Iterable[object] = _listed(cell.strip())
    elif isinstance(cell, Iterable):
        items = cell
    else:
        raise ValueError(f"found {str(cell)[:60]}, expected a list of examples")
    return [EXAMPLE.sub("", text, count=1) if EXAMPLE.match(text) else text for text in _example_texts(items)]


def _example_texts(items: Iterable[object]) -> list[str]:
    kept = list(items)
    if any(isinstance(item, list | dict) for item in kept):
        raise ValueError("found brackets inside brackets, expected a list of texts")
    return [text for text in (str(item).strip() for item in kept) if text]


def _listed(cell: str) -> list[object]:
    if cell.lower() in EMPTY:
        return []
    if not cell.startswith(("[", "array(")):
        return [cell]
    try:
        parsed = json.loads(cell)
    except ValueError:
        return list(_quoted(cell))
    except RecursionError as error:
        raise ValueError("found very many brackets inside each other, expected a list of texts") from error
    return list(parsed)


def _quoted(cell: str) -> list[str]:
    """The quoted items between the brackets; JSON fails on Python's quotes, and Python would join NumPy's items."""
    start, end = cell.find("["), cell.rfind("]")
    inside = cell[start + 1 : end] if 0 <= start < end else None
    if inside is None or not ITEMS.fullmatch(inside):
        raise ValueError(f"found {cell[:60]!r}, expected a list of quoted examples")
    return [ESCAPE.sub(_unescape, item[1:-1]) for item in re.findall(QUOTED, inside, re.DOTALL)]


def _unescape(match: re.Match[str]) -> str:
    code = match[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else LETTERS.get(code, code)


def is_dump(text: str) -> bool:
    """True for a pasted page of a data set viewer: a number alone on a line, a list alone on another."""
    lines = [line.strip() for line in text.split("\n")]
    return any(map(rule_in_cell, lines)) and any(line.startswith("[") for line in lines)


def read_dump(text: str, name: str) -> SourceDocument:
    """The entries of a pasted page: header lines, then number, text, examples, row index, each on its own line."""
    rows: list[TableRow] = []
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


def _assemble(rows: Iterable[TableRow], name: str) -> SourceDocument:
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
    return SourceDocument("", sections, _sorted(entries), table=True)


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
        return DocumentError(f"{name}: {reason}, {EXPECTED}; correct it.")
    return DocumentError(
        f"{name}: cannot be read as a table ({reason}), {EXPECTED}; correct it, or save it as a file and name that."
    )
