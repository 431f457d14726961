"""The words of a text → names that are misspelled, or written with a space too many or too few."""

from collections.abc import Iterator, Mapping
from itertools import product

from rapidfuzz import process
from rapidfuzz.distance import OSA

from index.cards.names.lookup import NamedCard
from index.cards.names.matching import Match, NameMatcher
from index.cards.names.partial import part
from index.cards.names.spelling import Candidate
from index.words import folded

LONGEST_SQUASHED = 4
MOST_MISSPELLED, LONGEST_MISSPELLED = 4, 6
# A short unknown word is more often a person than a misspelled card.
SHORTEST_ALONE, SHORTEST_CAPITAL, SHORTEST_OWN = 6, 7, 8

Guesses = Mapping[int, list[Candidate]]


def read_misspelled_names(matcher: NameMatcher) -> Iterator[Match]:
    """Names of several words, some of them misspelled."""
    guesses = {place: _meant(matcher, place) for place in _doubtful(matcher)}
    for place in guesses:
        match = None if matcher.taken[place] else _around(matcher, place, guesses)
        if match:
            yield match


def read_misspelled_words(matcher: NameMatcher) -> Iterator[Match]:
    """Misspelled names of one word, and misspelled words of a name."""
    for place in _doubtful(matcher):
        match = None if matcher.taken[place] else _alone(matcher, place)
        if match:
            yield match


def read_squashed_names(matcher: NameMatcher) -> Iterator[Match]:
    """Names with a space too few or too many: "lightningbolt", "thought seize"."""
    for start in range(len(matcher.words)):
        for length in range(min(LONGEST_SQUASHED, matcher.runs[start]), 0, -1):
            end = start + length
            key = matcher.lookup.squashed.get("".join(matcher.bases[start:end]), "")
            known = length == 1 and key in matcher.lookup.name_words
            apart = length == 1 and matcher.bases[start] in matcher.lookup.name_words
            if key and not known and not apart and matcher.free(start, end) and matcher.lookup.grade(key) == "sure":
                yield Match(start, end, matcher.lookup.whole_or_faces(key), "misspelt")
                break


def near_names(matcher: NameMatcher) -> list[NamedCard]:
    """The cards whose names are spelled most like the whole text."""
    key, lookup = matcher.key(0, len(matcher.words)), matcher.lookup
    limit = max(1, len(key) // 5)
    alike = [other for other in lookup.full if other[:1] == key[:1] and abs(len(other) - len(key)) <= limit]
    near = process.extract(key, alike, scorer=OSA.distance, score_cutoff=limit, limit=5)
    best = min((wrong for _, wrong, _ in near), default=0)
    return [named for other, wrong, _ in near if wrong == best for named in lookup.whole_or_faces(other)]


def _doubtful(matcher: NameMatcher) -> list[int]:
    """The places of words that may be misspelled and belong to no name yet."""
    places = [place for place, base in enumerate(matcher.bases) if matcher.spelling.doubtful(base)]
    return [place for place in places if not matcher.taken[place]][:MOST_MISSPELLED]


def _meant(matcher: NameMatcher, place: int) -> list[Candidate]:
    """The words that a misspelled word may stand for, by its base and as written."""
    spellings = {matcher.bases[place], folded(matcher.words[place].letters)}
    meant = {each for spelling in spellings for each in matcher.spelling.meant(spelling)}
    return sorted(meant, key=lambda each: (each.wrong, each.word))


def _around(matcher: NameMatcher, place: int, guesses: Guesses) -> Match | None:
    """The longest name around a doubtful word when a candidate takes its place."""
    for length in range(LONGEST_MISSPELLED, 1, -1):
        for start in range(max(0, place - length + 1), place + 1):
            end = start + length
            if end <= len(matcher.words) and length <= matcher.runs[start] and matcher.free(start, end):
                named = _named_by(matcher, start, end, guesses)
                if named:
                    return Match(start, end, named, "misspelt")
    return None


def _named_by(matcher: NameMatcher, start: int, end: int, guesses: Guesses) -> list[NamedCard]:
    lookup = matcher.lookup
    meant = [[matcher.bases[place], *(each.word for each in guesses.get(place, ()))] for place in range(start, end)]
    keys = [" ".join(words) for words in product(*meant)]
    sure = [key for key in keys if lookup.grade(key) != "ordinary"]
    return [named for key in sure for named in lookup.whole_or_faces(key) or lookup.short.get(key, [])]


def _alone(matcher: NameMatcher, place: int) -> Match | None:
    """A word that is similar only to a word of a few names, or to a name of one word."""
    word, lookup = matcher.bases[place], matcher.lookup
    shortest = SHORTEST_CAPITAL if matcher.words[place].capital else SHORTEST_ALONE
    if len(word) < shortest or not matcher.spelling.unknown(word):
        return None
    meant = _meant(matcher, place)
    nearest = [each.word for each in meant if each.wrong == meant[0].wrong]
    named = [each for other in nearest for each in _of_word(matcher, other)]
    if not named or any(lookup.grade(other) != "sure" for other in nearest):
        return None
    matcher.bases[place] = nearest[0]
    grown, start, end = matcher.narrowed(named, place, place + 1) if len(nearest) == 1 else (named, place, place + 1)
    matcher.bases[place] = word
    return part(matcher, start, end, grown, "misspelt")


def _of_word(matcher: NameMatcher, word: str) -> list[NamedCard]:
    """The cards that one word names: by the whole name, the part before a comma, or a long word of few names."""
    lookup = matcher.lookup
    named = lookup.whole_or_faces(word) + lookup.short.get(word, [])
    return named or (lookup.own_words.get(word, []) if len(word) >= SHORTEST_OWN else [])
