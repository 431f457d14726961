"""The plain rulebook beside official editions: the longest runs of words that they have in common, worst first.

    python scripts/originality.py FILE...

A run of ten words or more is too long; a quoted phrase of a card's template may have twelve. Exit code 1 where one is.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from index.plain.chapters import read_plain
from index.records import PlainRulebook
from index.rules.read import read_document

LONGEST = 9
LONGEST_QUOTED = 12
SHOWN = 20
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
QUOTED = re.compile(r"[\"“]([^\"“”]*)[\"”]")


@dataclass(frozen=True)
class SharedPhrase:
    """Words that stand in the same order in a text of the plain rulebook and in an official edition."""

    where: str
    words: str
    length: int
    quoted: bool

    @property
    def too_long(self) -> bool:
        """True where it needs other words."""
        return self.length > (LONGEST_QUOTED if self.quoted else LONGEST)


def words(text: str) -> list[str]:
    """The words of a text, without case and with straight apostrophes."""
    return [word.replace("’", "'") for word in WORD.findall(text.casefold())]


def pieces(texts: Iterable[str], size: int) -> set[str]:
    """Every `size` words in a row of any of the texts."""
    found: set[str] = set()
    for text in texts:
        listed = words(text)
        found.update(" ".join(listed[at : at + size]) for at in range(len(listed) - size + 1))
    return found


def runs(where: str, text: str, official: set[str], size: int) -> Iterator[SharedPhrase]:
    """The longest runs of a text that are made of pieces of `size` words; two that touch are one."""
    listed = words(text)
    quoted = [" ".join(words(phrase)) for phrase in QUOTED.findall(text)]
    start = 0
    while start <= len(listed) - size:
        end = start
        while end <= len(listed) - size and " ".join(listed[end : end + size]) in official:
            end += 1
        if end > start:
            run = listed[start : end + size - 1]
            said = " ".join(run)
            yield SharedPhrase(where, said, len(run), any(said in phrase for phrase in quoted))
        start = max(end, start + 1)


def plain_texts(plain: PlainRulebook) -> Iterator[tuple[str, str]]:
    """Every text of the plain rulebook with its place."""
    for entry in plain.entries:
        for text in (entry.plain, *entry.examples, *entry.questions):
            yield entry.number, text
    for term in plain.terms:
        yield f"glossary: {term.term}", term.plain


def official_texts(path: Path) -> Iterator[str]:
    """Every text of an official edition."""
    book = read_document(path)
    for rule in book.rules:
        yield rule.text
        yield from rule.examples
    for entry in book.glossary:
        yield from entry.senses


def main() -> int:
    """Print the worst runs and how many are too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="official editions")
    official: set[str] = set()
    for path in parser.parse_args().files:
        official |= pieces(official_texts(path), LONGEST)
    found = [run for where, text in plain_texts(read_plain()) for run in runs(where, text, official, LONGEST)]
    found.sort(key=lambda run: (not run.too_long, -run.length, run.where, run.words))
    for run in found[:SHOWN]:
        print(f"{run.length:3} {'quoted ' if run.quoted else ''}{run.where}: {run.words}")
    bad = sum(run.too_long for run in found)
    print(f"{len(found)} runs of {LONGEST} words or more, {bad} of them too long")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
