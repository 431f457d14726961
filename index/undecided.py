"""index/plain/undecided.md → the kinds of questions that no rule decides, each with why and with typical questions.

## Prices, trading and collecting
What a card costs is a matter for the market, so look at price guides or ask a shop.

- how much is a foil of this worth
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from index.errors import PlainError

FILE = "undecided.md"


@dataclass(frozen=True)
class Undecided:
    """One kind of question that no rule decides; `why` says so to a player, and where to look instead."""

    title: str
    why: str
    questions: tuple[str, ...]


@cache
def shipped_undecided() -> tuple[Undecided, ...]:
    """The kinds that the package ships."""
    return tuple(read_undecided(FILE, (files("index") / "plain" / FILE).read_text("utf-8")))


def read_undecided(name: str, text: str) -> list[Undecided]:
    """The kinds of a file, in its order; what stands before the first `##` is for people who edit the file.

    Raises PlainError, naming the file and the kind, for one that lacks its reason or its questions.
    """
    kinds = [_read_kind(part.split("\n")) for part in f"\n{text}".split("\n## ")[1:]]
    for kind in kinds:
        if not kind.why or not kind.questions:
            lacking = "questions after `- `" if kind.why else "a sentence that says why"
            raise PlainError(f'{name}: found "{kind.title[:60]}" without {lacking}, expected both; write them.')
    return kinds


def _read_kind(lines: Sequence[str]) -> Undecided:
    title, rest = lines[0].strip(), [line.strip() for line in lines[1:] if line.strip()]
    why = " ".join(line for line in rest if not line.startswith("- "))
    return Undecided(title, why, tuple(line[2:].strip() for line in rest if line.startswith("- ")))
