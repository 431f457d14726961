"""A file of cards or rulings (JSON array, JSON Lines or MTGJSON, plain or gzip) → its objects one by one.

No file is held in memory whole: an array or an MTGJSON file is read value by value, JSON Lines line by line.
"""

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal, cast

from index.errors import CardFileError
from index.input.json_items import JsonItemError, array_items, member_items
from index.input.limits import LONGEST_ITEM, MOST_CARDS, MOST_EMPTY_LINES
from index.progress import Progress

Layout = Literal["array", "lines", "atomic"]

HEAD = 65536
REPORT_EVERY = 500
LONGEST_SHOWN = 80
GZIP, BYTE_ORDER_MARK = b"\x1f\x8b", b"\xef\xbb\xbf"
ATOMIC = re.compile(rb'\{\s*"(?:meta|data)"\s*:\s*\{')
EXPECTED = (
    "expected Scryfall's oracle-cards, default-cards or rulings, MTGJSON's AtomicCards, or JSON Lines with name, "
    "type_line and oracle_text"
)


@dataclass(frozen=True)
class CardItem:
    """One JSON value of a file and its place: `line 7`, `entry 12` or `card "Beetle"`."""

    place: str
    value: Any


def read_items(path: Path, on_progress: Progress | None = None) -> Iterator[CardItem]:
    """The objects of a file in order; `on_progress` gets (bytes read, bytes of the file).

    Raises CardFileError with the place of what cannot be read.
    """
    size = _size(path)
    with _opened(path) as (content, raw):
        layout = _layout(content, path.name)
        read = {"array": _array, "lines": _lines, "atomic": _atomic}[layout]
        for count, item in enumerate(read(content, path.name)):
            if count >= MOST_CARDS:
                raise CardFileError(f"{path.name}: found more than {MOST_CARDS:,} objects; {EXPECTED}; give less.")
            if on_progress and count % REPORT_EVERY == 0:
                on_progress(raw.tell(), size)
            yield item
    if on_progress:
        on_progress(size, size)


def _size(path: Path) -> int:
    try:
        if path.is_dir():
            raise CardFileError(f"{path}: found a folder, expected a file of cards; name the file itself.")
        size = path.stat().st_size
        if not path.is_file():
            raise CardFileError(f"{path}: found no regular file, {EXPECTED}; save it as a file first.")
        return size
    except OSError as error:
        raise CardFileError(f"{path}: {error.strerror}; {EXPECTED}; give another file.") from error
    except ValueError as error:
        raise CardFileError(f"{path}: found a name that no file has; {EXPECTED}; give another file.") from error


@contextmanager
def _opened(path: Path) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """The decompressed content and the file itself; a failure while reading becomes a CardFileError."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == GZIP
            raw.seek(0)
            content = cast(IO[bytes], gzip.GzipFile(fileobj=raw) if packed else raw)
            start = content.read(len(BYTE_ORDER_MARK))
            content.seek(0 if start != BYTE_ORDER_MARK else len(BYTE_ORDER_MARK))
            yield content, raw
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise CardFileError(
            f"{path.name}: found a damaged or truncated gzip file, expected a complete one; download it again."
        ) from error
    except OSError as error:
        raise CardFileError(f"{path}: {error.strerror}; {EXPECTED}; use another file.") from error


def _layout(content: IO[bytes], name: str) -> Layout:
    start = content.tell()
    head = content.read(HEAD)
    content.seek(start)
    text = head.lstrip()
    if text.startswith(b"["):
        return "array"
    if ATOMIC.match(text):
        return "atomic"
    if text.startswith(b"{"):
        return "lines"
    found = "an empty file" if not text else "no JSON at its start"
    raise CardFileError(f"{name}: found {found}, {EXPECTED}; use another file.")


def _lines(content: IO[bytes], name: str) -> Iterator[CardItem]:
    number = empty = 0
    while line := content.readline(LONGEST_ITEM):
        number += 1
        empty = 0 if line.strip() else empty + 1
        if empty > MOST_EMPTY_LINES:
            raise CardFileError(f"{name}, line {number}: found {empty:,} empty lines; expected cards; get it again.")
        if empty:
            continue
        try:
            yield CardItem(f"line {number}", json.loads(line))
        except (ValueError, RecursionError) as error:
            raise CardFileError(
                f"{name}, line {number}: found no complete JSON object, expected one per line; download it again."
            ) from error


def _array(content: IO[bytes], name: str) -> Iterator[CardItem]:
    number = 0
    try:
        for number, value in enumerate(array_items(content), 1):
            yield CardItem(f"entry {number}", value)
    except JsonItemError as error:
        raise _broken(name, f"entry {number + 1}", error) from error


def _atomic(content: IO[bytes], name: str) -> Iterator[CardItem]:
    last = ""
    try:
        for key, value in member_items(content, "data"):
            last = key[:LONGEST_SHOWN]
            yield CardItem(f'card "{last}"', value)
    except JsonItemError as error:
        raise _broken(name, f'after card "{last}"' if last else "at its start", error) from error


def _broken(name: str, place: str, error: JsonItemError) -> CardFileError:
    return CardFileError(f"{name}, {place}: found {error}, expected a whole file; get it again.")
