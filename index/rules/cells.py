"""One `examples` cell of a table, whatever wrote it (JSON, Python, NumPy, JavaScript) → its examples."""

import json
import re
from collections.abc import Iterable

from index.input.limits import LONGEST_CELL
from index.rules.entries import EXAMPLE

QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
ITEMS = re.compile(rf"\s*(?:(?:{QUOTED})\s*(?:,\s*)?)*", re.DOTALL)
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
LETTERS = {"n": "\n", "t": "\t", "r": "\r"}
EMPTY = {"", "none", "null", "nan", "[]"}


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
        items: Iterable[object] = _items(cell.strip())
    elif isinstance(cell, Iterable):
        items = cell
    else:
        raise ValueError(f"found {str(cell)[:60]}, expected a list of examples")
    return [EXAMPLE.sub("", text, count=1) if EXAMPLE.match(text) else text for text in _texts(items)]


def _texts(items: Iterable[object]) -> list[str]:
    kept = list(items)
    if any(isinstance(item, list | dict) for item in kept):
        raise ValueError("found brackets inside brackets, expected a list of texts")
    return [text for text in (str(item).strip() for item in kept) if text]


def _items(cell: str) -> list[object]:
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
