"""The text of a table (CSV, JSON Lines, a JSON array) → its rows, one by one."""

import csv
import json
from collections.abc import Iterator, Sequence
from io import BytesIO, StringIO

from index.input.json_items import array_items
from index.input.limits import LONGEST_CELL, LONGEST_LINE, MOST_COLUMNS

COLUMNS = ("number", "text", "examples")

TableRow = tuple[object, object, object]


def separator_of(text: str) -> str | None:
    """The separator of a CSV text whose first line names the columns."""
    first = text.lstrip()[: 10 * LONGEST_LINE].partition("\n")[0]
    for separator in (",", ";", "\t"):
        names = {_column(name) for name in first.split(separator)}
        if {"number", "text"} <= names:
            return separator
    return None


def csv_rows(text: str, separator: str) -> Iterator[TableRow]:
    """The rows of a CSV text.

    Raises ValueError or csv.Error for a row that cannot be read.
    """
    csv.field_size_limit(LONGEST_CELL)
    lines = csv.reader(StringIO(text.lstrip(), newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    names = [_column(name) for name in next(lines)]
    check_columns(names)
    places = [names.index(column) for column in COLUMNS]
    for cells in lines:
        if len(cells) > len(names):
            raise ValueError(f"found {len(cells)} cells at line {lines.line_num}, expected {len(names)}")
        if cells:
            number, words, examples = (cells[place] if place < len(cells) else "" for place in places)
            yield number, words, examples


def json_rows(text: str) -> Iterator[TableRow]:
    """The rows of JSON Lines, or of an array of objects.

    Raises ValueError or RecursionError for a row that cannot be read.
    """
    lines = ((at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip())
    array = text.lstrip().startswith("[")
    objects = array_items(BytesIO(text.encode())) if array else (json.loads(line) for _, line in lines)
    for position, value in enumerate(objects, 1):
        if not isinstance(value, dict):
            raise ValueError(f"found {type(value).__name__} as row {position}, expected an object")
        row = {_column(name): cell for name, cell in value.items()}
        if position == 1:
            check_columns(list(row))
        number, words, examples = (row.get(column) for column in COLUMNS)
        yield number, words, examples


def check_columns(names: Sequence[str]) -> None:
    """Raise ValueError where a column is missing or there are too many."""
    if len(names) > MOST_COLUMNS:
        raise ValueError(f"found {len(names):,} columns, expected at most {MOST_COLUMNS}")
    if not set(COLUMNS) <= {_column(name) for name in names}:
        raise ValueError(f"found the columns {', '.join(names)[:200] or 'none'}")


def _column(name: object) -> str:
    return str(name).strip().strip('"').strip().lower()
