"""The words of a text → parts of names: the part before a comma, words that few names have."""

from collections.abc import Iterator, Sequence

from index.cards.names.lookup import NamedCard
from index.cards.names.matching import Match, NameMatcher, names_of
from index.cards.records import MentionKind


def read_parts(matcher: NameMatcher) -> Iterator[Match]:
    """Parts of names, each with the words of the name that follow it: "uro titan", "jace mind sculptor"."""
    short, own_words = matcher.lookup.short, matcher.lookup.own_words

    def read(start: int, end: int) -> Match | None:
        return _first_part(matcher, start, end) or _own_word(matcher, start, end)

    yield from matcher.from_left(read, short, own_words)


def part(
    matcher: NameMatcher, start: int, end: int, named: Sequence[NamedCard], kind: MentionKind = "short"
) -> Match | None:
    """A part of a name: it means the card whose whole name came before, and no card where a player acts."""
    if matcher.context.person(start, end):
        return None
    return Match(start, end, [each for each in named if each.name in matcher.said] or named, kind)


def whole_text(matcher: NameMatcher) -> list[NamedCard]:
    """The cards of which the whole text is a part: "jace mind sculptor"."""
    lookup, length = matcher.lookup, len(matcher.words)
    for start in range(length):
        for end in range(length, start, -1):
            key = matcher.key(start, end)
            named = lookup.short.get(key) or lookup.own_words.get(key)
            grown, first, last = matcher.narrowed(named, start, end) if named else ([], 0, 0)
            if grown and last - first == length:
                return grown
    return []


def _first_part(matcher: NameMatcher, start: int, end: int) -> Match | None:
    key = matcher.key(start, end)
    named = matcher.lookup.short.get(key)
    if not named:
        return None
    grade, capital = matcher.lookup.grade(key), matcher.context.capital(start, end)
    narrowed, first, last = matcher.narrowed(named, start, end)
    one = last > end and len(names_of(narrowed)) == 1 and matcher.words[start].capital
    confident = grade == "sure" or one or (capital and grade != "term")
    return part(matcher, first, last, narrowed) if confident else None


def _own_word(matcher: NameMatcher, start: int, end: int) -> Match | None:
    named = matcher.lookup.own_words.get(matcher.key(start, end))
    if not named:
        return None
    narrowed, first, last = matcher.narrowed(named, start, end)
    return part(matcher, first, last, narrowed)
