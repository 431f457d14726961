"""A question set (JSON Lines, CSV or Parquet) → its questions; every error names the file and line.

    {"id": "q1", "question": "Can I ...?", "deciding": ["702.19b", ["702.16c", "704.5m"]]}

In CSV a list is a JSON list, or numbers separated by `;`.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from eval.records import DEFAULT_EDITION, Item, Need, Question
from index.errors import QuestionSetError
from index.input.json_items import depth_of
from index.input.limits import LONGEST_CELL, MOST_DEPTH, MOST_ROWS
from index.input.parquet import ParquetError, read_parquet_rows
from index.rules.decode import LARGEST, whole_letters
from index.rules.numbers import is_number
from index.words import shortened

REQUIRED = ("id", "question", "deciding")
LONGEST_SHOWN, LONGEST_COLUMNS = 60, 200

QuestionRow = Mapping[str, object]


def read_questions(path: str | Path) -> list[Question]:
    """The questions of a file, in order.

    Raises QuestionSetError, naming file and line, for any error in it.
    """
    path = Path(path)
    questions: dict[str, Question] = {}
    places: dict[str, str] = {}
    for place, row in _rows(path):
        question = question_of(row, place)
        if len(questions) == MOST_ROWS:
            raise QuestionSetError(f"{place}: found more than {MOST_ROWS:,} questions, expected fewer; take some out.")
        if question.id in questions:
            raise QuestionSetError(f'{place}: id "{question.id}" is already used at {places[question.id]}; rename one.')
        questions[question.id], places[question.id] = question, place
    if not questions:
        raise QuestionSetError(f"{path}: found no question, expected at least one; choose a file with questions.")
    return list(questions.values())


def _rows(path: Path) -> Iterator[tuple[str, QuestionRow]]:
    readers = {".jsonl": _json_rows, ".ndjson": _json_rows, ".csv": _csv_rows, ".parquet": _parquet_rows}
    content = _content(path)
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise QuestionSetError(
            f'{path}: found a file name ending in "{path.suffix}", expected .jsonl, .csv or .parquet; rename it.'
        )
    return reader(path, content)


def _content(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_dir() and not path.is_file():
            raise QuestionSetError(f"{path}: found no regular file, expected a question set; save it as a file first.")
        if path.is_file() and path.stat().st_size > LARGEST:
            raise QuestionSetError(f"{path}: found more than {LARGEST >> 20} MB, expected a question set; give less.")
        return path.read_bytes()
    except IsADirectoryError as error:
        raise QuestionSetError(f"{path}: found a folder, expected a file; name the question set in it.") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise QuestionSetError(
            f"{path}: cannot be read ({reason}), expected a readable file; check its name and permissions."
        ) from error


def _text(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise QuestionSetError(f"{path}:{line}: found bytes that are not UTF-8; save the file as UTF-8.") from error


def _json_rows(path: Path, content: bytes) -> Iterator[tuple[str, QuestionRow]]:
    for line, text in enumerate(_text(path, content).split("\n"), 1):
        if not text.strip():
            continue
        try:
            row = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise QuestionSetError(f"{path}:{line}: found bad JSON ({error}), expected one object per line.") from error
        if not isinstance(row, dict):
            raise QuestionSetError(f"{path}:{line}: found JSON that is not an object, expected one object per line.")
        if depth_of(row) > MOST_DEPTH:
            raise QuestionSetError(f"{path}:{line}: found more than {MOST_DEPTH} nested brackets; correct it.")
        yield f"{path}:{line}", row


def _csv_rows(path: Path, content: bytes) -> Iterator[tuple[str, QuestionRow]]:
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(io.StringIO(_text(path, content), newline=""), strict=True)
    columns: list[str] = []
    start = 1
    try:
        for cells in reader:
            place, start = f"{path}:{start}", reader.line_num + 1
            if cells and not columns:
                columns = [cell.strip() for cell in cells]
                _check_columns(columns, place)
            elif cells:
                yield place, _csv_row(columns, cells, place)
    except csv.Error as error:
        raise QuestionSetError(f"{path}:{start}: found bad CSV ({error}); fix the quotes there.") from error


def _csv_row(columns: list[str], cells: list[str], place: str) -> QuestionRow:
    if len(cells) != len(columns):
        raise QuestionSetError(
            f"{place}: found {len(cells)} cells, expected {len(columns)}; quote any cell that contains a comma."
        )
    return dict(zip(columns, cells, strict=True))


def _parquet_rows(path: Path, content: bytes) -> Iterator[tuple[str, QuestionRow]]:
    try:
        columns, rows = read_parquet_rows(content)
    except ParquetError as error:
        raise QuestionSetError(f"{path}: {error}, expected a table of questions; write the file again.") from error
    _check_columns(columns, str(path))
    for number, row in enumerate(rows, 1):
        yield f"{path}, row {number}", dict(zip(columns, row, strict=True))


def _check_columns(columns: list[str], place: str) -> None:
    for name in REQUIRED:
        if name not in columns:
            found = shortened(", ".join(columns), LONGEST_COLUMNS)
            raise QuestionSetError(f'{place}: found no column "{name}" among {found}; add it.')


def question_of(row: QuestionRow, place: str) -> Question:
    """The question in one row; error messages start with `place`.

    Raises QuestionSetError.
    """
    _check_columns(list(row), place)
    return Question(
        id=_required(row, "id", place),
        question=_required(row, "question", place),
        deciding=_items(row["deciding"], "deciding", place),
        supporting=_supporting(row.get("supporting"), place),
        need=_need(row, place),
        category=_label(row, "category"),
        difficulty=_label(row, "difficulty"),
        style=_label(row, "style"),
        edition=_label(row, "edition") or DEFAULT_EDITION,
        split=_label(row, "split"),
        why=_label(row, "why"),
        verdict=_label(row, "verdict"),
    )


def _required(row: QuestionRow, name: str, place: str) -> str:
    value = row[name]
    text = str(value).strip() if isinstance(value, str | int) else ""
    if not text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise QuestionSetError(f'{place}: found {_shown(value)} as "{name}", expected text; fill it in.')
    return text


def _label(row: QuestionRow, name: str) -> str:
    value = row.get(name)
    return "" if value is None else whole_letters(str(value).strip())


def _need(row: QuestionRow, place: str) -> Need:
    need = _label(row, "need")
    if need in ("", "any"):
        return "any"
    if need == "all":
        return "all"
    raise QuestionSetError(f'{place}: found {_shown(need)} as "need", expected "any" or "all"; use one of them.')


def _supporting(value: object, place: str) -> tuple[str, ...]:
    items = _items([] if value is None else value, "supporting", place)
    return tuple(dict.fromkeys(number for item in items for number in item))


def _items(value: object, name: str, place: str) -> tuple[Item, ...]:
    if isinstance(value, str):
        value = _list_in_cell(value, name, place)
    if not isinstance(value, list):
        raise QuestionSetError(f'{place}: found {_shown(value)} as "{name}", expected a list of rule numbers.')
    return tuple(dict.fromkeys(_item(item, name, place) for item in value))


def _list_in_cell(cell: str, name: str, place: str) -> object:
    if not cell.lstrip().startswith("["):
        return [number for number in cell.split(";") if number.strip()]
    try:
        return json.loads(cell)
    except (ValueError, RecursionError) as error:
        raise QuestionSetError(f'{place}: found {_shown(cell)} as "{name}", expected a JSON list; fix it.') from error


def _item(item: object, name: str, place: str) -> Item:
    numbers = []
    for number in item if isinstance(item, list) and item else [item]:
        if not isinstance(number, str) or not is_number(number.strip()):
            raise QuestionSetError(
                f'{place}: found {_shown(number)} in "{name}", expected a rule number such as "702.19b" as text.'
            )
        numbers.append(number.strip())
    return tuple(dict.fromkeys(numbers))


def _shown(value: object) -> str:
    return json.dumps(value, default=str, ensure_ascii=True)[:LONGEST_SHOWN]
