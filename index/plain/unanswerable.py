"""chapters/unanswerable.md → the kinds of unanswerable questions, each with the reason and typical questions.

## Prices, trading and collecting
What a card costs is a matter for the market, so look at price guides or ask a shop.

- how much is a foil of this worth
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from index.errors import PlainError

FILE = "unanswerable.md"


@dataclass(frozen=True)
class UnanswerableKind:
    """One kind of question that no rule answers; `why` tells a player so, and where to look instead."""

    title: str
    why: str
    questions: tuple[str, ...]


@cache
def shipped_unanswerable() -> tuple[UnanswerableKind, ...]:
    """The kinds that the package ships."""
    return tuple(read_unanswerable(FILE, (files("index") / "plain" / "chapters" / FILE).read_text("utf-8")))


def read_unanswerable(name: str, text: str) -> list[UnanswerableKind]:
    """The kinds in a file, in order; text before the first `##` is for the people who edit the file.

    Raises PlainError, naming the file and the kind, for a kind without a reason or questions.
    """
    kinds = [_read_kind(part.split("\n")) for part in f"\n{text}".split("\n## ")[1:]]
    for kind in kinds:
        if not kind.why or not kind.questions:
            lacking = "questions after `- `" if kind.why else "a sentence that says why"
            raise PlainError(f'{name}: found "{kind.title[:60]}" without {lacking}, expected both; write them.')
    return kinds


def _read_kind(lines: Sequence[str]) -> UnanswerableKind:
    title, rest = lines[0].strip(), [line.strip() for line in lines[1:] if line.strip()]
    why = " ".join(line for line in rest if not line.startswith("- "))
    return UnanswerableKind(title, why, tuple(line[2:].strip() for line in rest if line.startswith("- ")))
