"""The words of a text → the full names and the nicknames among them."""

from collections.abc import Iterator

from index.cards.names import folded, key_of
from index.cards.reading import Match, Reading
from index.cards.table_talk import CAST, HANDLE


def read_full_names(reading: Reading) -> Iterator[Match]:
    """Names of cards and of their faces."""
    yield from reading.from_left(lambda start, end: _full_name(reading, start, end))


def read_nicknames(reading: Reading) -> Iterator[Match]:
    """What players call cards."""
    yield from reading.from_left(lambda start, end: _nickname(reading, start, end))


def _full_name(reading: Reading, start: int, end: int) -> Match | None:
    key, lookup, signs = reading.key(start, end), reading.lookup, reading.signs
    named = lookup.whole_or_faces(key)
    if not named:
        return None
    grade, capital = lookup.grade(key), signs.capital(start, end)
    if grade == "term":
        told = signs.handled(start, end, CAST)
    elif grade == "common":
        told = capital or signs.handled(start, end, CAST)
    elif grade == "ordinary":
        told = capital or signs.strong(start, end)
    else:
        told = grade == "sure" or capital or signs.weak(start, end, phrase=end - start > 1)
    if not told:
        return None
    said = reading.said_before(key)
    if said:
        return Match(start, end, said, "short")
    # A face is called like the first words of other cards: a choice.
    also = lookup.short.get(key, []) if all(key_of(each.name) != key for each in named) else []
    named, start, end = reading.narrowed([*named, *also], start, end) if also else (named, start, end)
    return Match(start, end, named, "exact", capital or grade in ("sure", "rare"))


def _nickname(reading: Reading, start: int, end: int) -> Match | None:
    key, lookup, signs = reading.key(start, end), reading.lookup, reading.signs
    nickname = lookup.nicknames.get(key)
    if not nickname:
        return None
    named = lookup.nicknamed(nickname)
    if nickname.reading == "":
        return Match(start, end, named, "nickname")
    if not folded(reading.text[reading.words[start].start :]).startswith(nickname.called):
        return None  # "sword" is not "swords"
    said = reading.said_before(key)
    if said and reading.words[start].capital:
        return Match(start, end, said, "short")
    person = key in lookup.proper
    told = signs.handled(start, end, CAST if person else HANDLE) or signs.owned(start, end)
    told = told or (not person and signs.capital(start, end))
    told = told or (nickname.reading == "!" and signs.verb(start, end))
    return Match(start, end, named, "nickname") if told else None
