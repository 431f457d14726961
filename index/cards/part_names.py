"""The words of a text → the parts of names among them: what stands before a comma, words that few names have."""

from collections.abc import Iterator, Sequence

from index.cards.lookup import Named
from index.cards.reading import Match, Reading, names_of
from index.cards.records import MentionKind


def read_parts(reading: Reading) -> Iterator[Match]:
    """Parts of names, each with the words of the name that follow it: "uro titan", "jace mind sculptor"."""
    yield from reading.from_left(lambda start, end: _first_part(reading, start, end) or _own_word(reading, start, end))


def part(reading: Reading, start: int, end: int, named: Sequence[Named], kind: MentionKind = "short") -> Match | None:
    """A part of a name; where the text has said the whole name it means that card, where a person acts none."""
    if reading.signs.person(start, end):
        return None
    return Match(start, end, [each for each in named if each.name in reading.said] or named, kind)


def whole_text(reading: Reading) -> list[Named]:
    """The cards of which the whole text is a part: "jace mind sculptor"."""
    lookup, length = reading.lookup, len(reading.words)
    for start in range(length):
        for end in range(length, start, -1):
            key = reading.key(start, end)
            named = lookup.short.get(key) or lookup.own_words.get(key)
            grown, first, last = reading.narrowed(named, start, end) if named else ([], 0, 0)
            if grown and last - first == length:
                return grown
    return []


def _first_part(reading: Reading, start: int, end: int) -> Match | None:
    key = reading.key(start, end)
    named = reading.lookup.short.get(key)
    if not named:
        return None
    grade, capital = reading.lookup.grade(key), reading.signs.capital(start, end)
    narrowed, first, last = reading.narrowed(named, start, end)
    one = last > end and len(names_of(narrowed)) == 1 and reading.words[start].capital
    told = grade == "sure" or one or (capital and grade != "term")
    return part(reading, first, last, narrowed) if told else None


def _own_word(reading: Reading, start: int, end: int) -> Match | None:
    named = reading.lookup.own_words.get(reading.key(start, end))
    if not named:
        return None
    narrowed, first, last = reading.narrowed(named, start, end)
    return part(reading, first, last, narrowed)
