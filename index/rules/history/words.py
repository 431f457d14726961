"""Two wordings → their differences, word by word.

>>> differences("Flip a coin.", "Flip two coins.")
(Piece(kind='same', text='Flip '), Piece(kind='removed', text='a coin'), Piece(kind='added', text='two coins'), ...)
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

TOKEN = re.compile(r"(?:\w+(?:[.'’/+−-]\w+)*|[^\w\s])\s*|\s+")

PieceKind = Literal["same", "added", "removed"]
# Opcodes of difflib without the name: where a run begins and ends in both token lists.
TokenRun = tuple[bool, int, int, int, int]


@dataclass(frozen=True)
class Piece:
    """A part of two wordings: the same in both, or only in the newer or the older one."""

    kind: PieceKind
    text: str


def differences(old: str, new: str) -> tuple[Piece, ...]:
    """The pieces of two wordings in their order; what stands between changes and holds no word counts as changed."""
    before, after = TOKEN.findall(old), TOKEN.findall(new)
    pieces: list[Piece] = []
    for same, start, end, first, last in _runs(before, after):
        if same:
            pieces.append(Piece("same", "".join(after[first:last])))
            continue
        removed, added = "".join(before[start:end]), "".join(after[first:last])
        pieces += [Piece("removed", removed)] if removed else []
        pieces += [Piece("added", added)] if added else []
    return tuple(pieces)


def _runs(before: Sequence[str], after: Sequence[str]) -> Iterator[TokenRun]:
    """Equal and changed runs of tokens by turns."""
    matcher = SequenceMatcher(None, [each.strip() for each in before], [each.strip() for each in after], autojunk=False)
    changed: TokenRun | None = None
    for name, start, end, first, last in matcher.get_opcodes():
        same = name == "equal"
        between = changed is not None and start > 0 and end < len(before)
        if same and not (between and not any(map(_has_word, before[start:end]))):
            if changed:
                yield changed
                changed = None
            yield True, start, end, first, last
        else:
            changed = (False, changed[1], end, changed[3], last) if changed else (False, start, end, first, last)
    if changed:
        yield changed


def _has_word(token: str) -> bool:
    return any(letter.isalnum() for letter in token)
