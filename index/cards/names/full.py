"""The words of a text → the full names and the nicknames among them."""

from collections.abc import Iterator

from index.cards.keys import key_of
from index.cards.names.context_cues import CAST, HANDLE
from index.cards.names.matching import Match, NameMatcher
from index.words import folded


def read_full_names(matcher: NameMatcher) -> Iterator[Match]:
    """Names of cards and of their faces."""
    yield from matcher.from_left(lambda start, end: _full_name(matcher, start, end), matcher.lookup.full)


def read_nicknames(matcher: NameMatcher) -> Iterator[Match]:
    """Nicknames of cards."""
    yield from matcher.from_left(lambda start, end: _nickname(matcher, start, end), matcher.lookup.nicknames)


def _full_name(matcher: NameMatcher, start: int, end: int) -> Match | None:
    key, lookup, context = matcher.key(start, end), matcher.lookup, matcher.context
    named = lookup.whole_or_faces(key)
    if not named:
        return None
    grade, capital = lookup.grade(key), context.capital(start, end)
    if grade == "term":
        confident = context.handled(start, end, CAST)
    elif grade == "common":
        confident = capital or context.handled(start, end, CAST)
    elif grade == "ordinary":
        confident = capital or context.strong(start, end)
    else:
        confident = grade == "sure" or capital or context.weak(start, end, phrase=end - start > 1)
    if not confident:
        return None
    said = matcher.said_before(key)
    if said:
        return Match(start, end, said, "short")
    # A face can have the name that is short for other cards: a choice.
    also = lookup.short.get(key, []) if all(key_of(each.name) != key for each in named) else []
    named, start, end = matcher.narrowed([*named, *also], start, end) if also else (named, start, end)
    return Match(start, end, named, "exact", capital or grade in ("sure", "rare"))


def _nickname(matcher: NameMatcher, start: int, end: int) -> Match | None:
    key, lookup, context = matcher.key(start, end), matcher.lookup, matcher.context
    nickname = lookup.nicknames.get(key)
    if not nickname:
        return None
    named = lookup.nicknamed(nickname)
    if nickname.reading == "":
        return Match(start, end, named, "nickname")
    if not folded(matcher.text[matcher.words[start].start :]).startswith(nickname.called):
        return None  # "sword" is not "swords"
    said = matcher.said_before(key)
    if said and matcher.words[start].capital:
        return Match(start, end, said, "short")
    person = key in lookup.proper
    confident = context.handled(start, end, CAST if person else HANDLE) or context.owned(start, end)
    confident = confident or (not person and context.capital(start, end))
    confident = confident or (nickname.reading == "!" and context.verb(start, end))
    return Match(start, end, named, "nickname") if confident else None
