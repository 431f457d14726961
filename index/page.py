"""A rules page copied from the web, its rules in a list → a Document."""

import re
from collections.abc import Iterator

from index.entries import NUMBERED, Document
from index.official import read_entries

BULLET = re.compile(r"[-*•–·](?:\s+|$)")
NEXT_EXAMPLE = re.compile(r"(?<=\S)\s+(?=Example: )")


def is_page(text: str) -> bool:
    """True where rules stand as items of a list: `- 701.2a …`, or a lone `-` and the rule on the next line."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        bullet = BULLET.match(line)
        if bullet and NUMBERED.fullmatch(line[bullet.end() :] or after):
            return True
    return False


def read_page(text: str) -> Document:
    """The sections and entries of a page; several examples in one paragraph are taken apart."""
    sections, entries = read_entries(_lines(text))
    return Document("", sections, tuple(entries))


def _lines(text: str) -> Iterator[str]:
    """The lines of a page without bullets, every example on its own line."""
    for line in text.split("\n"):
        line = line.strip()
        bullet = BULLET.match(line)
        rest = line[bullet.end() :].strip() if bullet else line
        if rest or not bullet:
            yield from NEXT_EXAMPLE.split(rest)
