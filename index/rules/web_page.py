"""A rules page copied from the web, its rules in a list → its entries."""

import re
from collections.abc import Iterator

from index.rules.entries import SourceDocument
from index.rules.numbers import split_rule_line
from index.rules.official import read_entries

BULLET = re.compile(r"[-*•–·](?:\s+|$)")
NEXT_EXAMPLE = re.compile(r"(?<=\S)\s+(?=Example: )")


def is_page(text: str) -> bool:
    """Whether rules are items of a list: `- 701.2a …`, or a lone `-` and the rule on the next line."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        bullet = BULLET.match(line)
        if bullet and split_rule_line(line[bullet.end() :] or after):
            return True
    return False


def read_page(text: str) -> SourceDocument:
    """The sections and entries of a page; several examples in one paragraph are split."""
    sections, entries = read_entries(_lines(text))
    return SourceDocument("", sections, tuple(entries))


def _lines(text: str) -> Iterator[str]:
    """The lines of a page without bullets, each example on its own line."""
    for line in text.split("\n"):
        line = line.strip()
        bullet = BULLET.match(line)
        rest = line[bullet.end() :].strip() if bullet else line
        if rest or not bullet:
            yield from NEXT_EXAMPLE.split(rest)
