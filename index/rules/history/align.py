"""Two editions → which rule of one is which rule of the other, and how sure that is.

First the same words under the same title, then the same titles, then words that stand once in both, then similar texts:
under the same title, beside rules that belong together already, or nearly identical ones anywhere. A rule that is
similar to none has no counterpart, which is better than a wrong one. An edition is known by its outline, for which
fingerprints are enough: the aligner needs no text.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from index.records import Rule, Rulebook
from index.rules.history.fingerprints import Fingerprints, Sketches, similarity, sketches, words_hash
from index.rules.numbers import is_chapter

SIMILAR_UNDER_SAME_TITLE = 0.5
SIMILAR_BESIDE_SAME = 0.35
SIMILAR_ANYWHERE = 0.9
SAME_TITLE_BONUS = 0.2
SAME_NEIGHBOR_BONUS = 0.1
SAME_NUMBER_BONUS = 0.04
LEAST_SHARE_BELOW = 0.5
SURE, SURE_BY_TITLE, SURE_BY_WORDS, MOST_BY_SIMILARITY = 1.0, 0.99, 0.98, 0.97

RowKey = Callable[["Outline", int], Hashable]
Similarities = NDArray[np.float64]


@dataclass(frozen=True)
class Outline:
    """What is known of an edition's rules, row by row in its order.

    `titles` are those of a titled rule and its chapter, `headings` the nearest ones, `hashes` those of the words, None
    for a rule that is only a title; `sketch` gives the sketches of some rows.
    """

    ids: tuple[str, ...]
    numbers: tuple[str, ...]
    titles: tuple[tuple[str, ...], ...]
    headings: tuple[str, ...]
    parents: tuple[int | None, ...]
    hashes: tuple[int | None, ...]
    sketch: Callable[[Sequence[int]], Sketches]

    @classmethod
    def of_rulebook(cls, rulebook: Rulebook) -> "Outline":
        """The outline of an edition with its texts."""
        rules = rulebook.rules
        hashes = tuple(words_hash(rule.text) if rule.text else None for rule in rules)
        return cls._of(rules, hashes, lambda rows: sketches([rules[row].text for row in rows]))

    @classmethod
    def of_fingerprints(cls, rulebook: Rulebook, prints: Fingerprints) -> "Outline":
        """The outline of the rules whose texts are known by their fingerprints alone, or that are only titles."""
        row_of = {number: row for row, number in enumerate(prints.numbers)}
        rules = [rule for rule in rulebook.rules if rule.number in row_of or rulebook.has_title(rule)]
        hashes = tuple(prints.hashes[row_of[rule.number]] if rule.number in row_of else None for rule in rules)
        return cls._of(rules, hashes, lambda rows: prints.sketches[[row_of[rules[row].number] for row in rows]])

    @classmethod
    def _of(
        cls, rules: Sequence[Rule], hashes: tuple[int | None, ...], sketch: Callable[[Sequence[int]], Sketches]
    ) -> "Outline":
        rows = {rule.id: row for row, rule in enumerate(rules)}
        return cls(
            tuple(rule.id for rule in rules),
            tuple(rule.number for rule in rules),
            tuple(tuple(title.casefold() for title in rule.path[-1 if rule.is_chapter else -2 :]) for rule in rules),
            tuple(rule.heading.casefold() for rule in rules),
            tuple(rows.get(rule.parent or "") for rule in rules),
            hashes,
            sketch,
        )


@dataclass(frozen=True)
class RulePair:
    """The ids of a rule in the older and in the newer edition; `confidence` is between 0 and 1."""

    old: str
    new: str
    confidence: float


def align(old: Outline, new: Outline) -> list[RulePair]:
    """Which rule of `old` is which of `new`, in the order of `new`; a rule belongs to at most one."""
    work = _Alignment(old, new)
    work.pair(_words_in_place, SURE)
    work.pair(_words_under_title, SURE)
    work.pair(_title_in_place, SURE_BY_TITLE)
    work.pair(_titles, SURE_BY_TITLE, once=True)
    work.pair(_title, SURE_BY_TITLE, once=True)
    work.pair(_words, SURE_BY_WORDS, once=True)
    work.pair_similar()
    work.pair_titles_by_rules_below()
    work.pair_similar()
    return [RulePair(old.ids[row], new.ids[at], round(sure, 2)) for at, (row, sure) in sorted(work.found.items())]


def _words(side: Outline, row: int) -> Hashable:
    return side.hashes[row]


def _words_under_title(side: Outline, row: int) -> Hashable:
    return None if side.hashes[row] is None else (side.headings[row], side.hashes[row])


def _words_in_place(side: Outline, row: int) -> Hashable:
    return None if side.hashes[row] is None else (side.numbers[row], side.headings[row], side.hashes[row])


def _title(side: Outline, row: int) -> Hashable:
    return None if side.hashes[row] is not None else (is_chapter(side.numbers[row]), side.headings[row])


def _titles(side: Outline, row: int) -> Hashable:
    return None if side.hashes[row] is not None else (is_chapter(side.numbers[row]), side.titles[row])


def _title_in_place(side: Outline, row: int) -> Hashable:
    return None if side.hashes[row] is not None else (side.numbers[row], side.headings[row])


class _Alignment:
    """Two outlines while their rows are being paired; `found` has old rows and how sure they are, by new rows."""

    def __init__(self, old: Outline, new: Outline) -> None:
        self.old, self.new = old, new
        self.found: dict[int, tuple[int, float]] = {}
        self.new_of_old: dict[int, int] = {}

    def pair(self, key: RowKey, sure: float, once: bool = False) -> None:
        """RulePair the remaining rows with the same key in their order, or, with `once`, those that alone have it."""
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        counts = Counter(key(self.new, at) for at in self._free_new())
        for row in self._free_old():
            waiting[key(self.old, row)].append(row)
        for at in self._free_new():
            wanted = key(self.new, at)
            rows = waiting.get(wanted, [])
            if wanted is not None and rows and not (once and (len(rows) > 1 or counts[wanted] > 1)):
                self._take(rows.pop(0), at, sure)

    def pair_similar(self) -> None:
        """RulePair the remaining rows that have a text, the most similar first."""
        rows = [row for row in self._free_old() if self.old.hashes[row] is not None]
        places = [at for at in self._free_new() if self.new.hashes[at] is not None]
        if not rows or not places:
            return
        for row, at, score in self._similar(rows, places):
            if row not in self.new_of_old and at not in self.found:
                self._take(row, at, min(score, MOST_BY_SIMILARITY))

    def pair_titles_by_rules_below(self) -> None:
        """RulePair the remaining titles whose rules belong together: the title was reworded."""
        below: dict[int, list[int | None]] = defaultdict(list)
        for row, parent in enumerate(self.old.parents):
            if parent is not None and parent not in self.new_of_old:
                at = self.new_of_old.get(row)
                below[parent].append(None if at is None else self.new.parents[at])
        for row, parents in below.items():
            (at, count), *_ = Counter(parents).most_common(1)
            alike = at is not None and at not in self.found and self.new.hashes[at] is None
            if at is not None and alike and self.old.hashes[row] is None and count > LEAST_SHARE_BELOW * len(parents):
                self._take(row, at, min(count / len(parents), MOST_BY_SIMILARITY))

    def _similar(self, rows: Sequence[int], places: Sequence[int]) -> Iterator[tuple[int, int, float]]:
        """The pairs that are similar enough, best first, with their scores."""
        old, new = self.old, self.new
        shares = similarity(old.sketch(rows), new.sketch(places))
        title = _same([old.headings[row] for row in rows], [new.headings[at] for at in places])
        number = _same([old.numbers[row] for row in rows], [new.numbers[at] for at in places])
        parent = _same([self._parent(row) for row in rows], [new.parents[at] for at in places])
        beside = _same([self._neighbor(row, -1) for row in rows], places)
        beside |= _same([self._neighbor(row, 1) for row in rows], places)
        enough = (shares >= SIMILAR_ANYWHERE) | (title & (shares >= SIMILAR_UNDER_SAME_TITLE))
        enough |= parent & beside & (shares >= SIMILAR_BESIDE_SAME)
        scores: Similarities = (
            shares + SAME_TITLE_BONUS * title + SAME_NEIGHBOR_BONUS * beside + SAME_NUMBER_BONUS * number
        )
        found, at = np.nonzero(enough)
        for place in np.lexsort((at, found, -scores[found, at])):
            yield rows[found[place]], places[at[place]], float(scores[found[place], at[place]])

    def _parent(self, row: int) -> int:
        """The new row of an old row's parent, -1 where it has none."""
        parent = self.old.parents[row]
        return -1 if parent is None else self.new_of_old.get(parent, -1)

    def _neighbor(self, row: int, step: int) -> int:
        """Where a row would stand in the new edition, by the row before or after it; -1 where that is unknown."""
        at = self.new_of_old.get(row + step)
        return -1 if at is None else at - step

    def _free_old(self) -> list[int]:
        return [row for row in range(len(self.old.ids)) if row not in self.new_of_old]

    def _free_new(self) -> list[int]:
        return [at for at in range(len(self.new.ids)) if at not in self.found]

    def _take(self, row: int, at: int, sure: float) -> None:
        self.new_of_old[row] = at
        self.found[at] = row, sure


def _same(some: Sequence[object], others: Sequence[object]) -> NDArray[np.bool_]:
    """Whether each one equals each other one, shape (some, others)."""
    codes: dict[object, int] = {}
    left = np.array([codes.setdefault(each, len(codes)) for each in some])
    right = np.array([codes.setdefault(each, len(codes)) for each in others])
    same: NDArray[np.bool_] = left[:, None] == right[None]
    return same
