"""The words of a text → the names among them that are misspelt, written together or apart."""

from collections.abc import Iterator, Mapping
from itertools import product

from rapidfuzz import process
from rapidfuzz.distance import OSA

from index.cards.lookup import Named
from index.cards.misspelt import Meant
from index.cards.names import folded
from index.cards.part_names import part
from index.cards.reading import Match, Reading

LONGEST_SQUASHED = 4
MOST_MISSPELT, LONGEST_MISSPELT = 4, 6
# A short word that nobody knows is more often a person than a misspelt card.
SHORTEST_ALONE, SHORTEST_CAPITAL, SHORTEST_OWN = 6, 7, 8

Guesses = Mapping[int, list[Meant]]


def read_misspelt_names(reading: Reading) -> Iterator[Match]:
    """Names of several words of which some are misspelt."""
    guesses = {place: _meant(reading, place) for place in _doubtful(reading)}
    for place in guesses:
        match = None if reading.taken[place] else _around(reading, place, guesses)
        if match:
            yield match


def read_misspelt_words(reading: Reading) -> Iterator[Match]:
    """Misspelt names of one word, and misspelt words of a name."""
    for place in _doubtful(reading):
        match = None if reading.taken[place] else _alone(reading, place)
        if match:
            yield match


def read_squashed_names(reading: Reading) -> Iterator[Match]:
    """Names written together or apart: "lightningbolt", "thought seize"."""
    for start in range(len(reading.words)):
        for length in range(min(LONGEST_SQUASHED, reading.runs[start]), 0, -1):
            end = start + length
            key = reading.lookup.squashed.get("".join(reading.bases[start:end]), "")
            known = length == 1 and key in reading.lookup.name_words
            apart = length == 1 and reading.bases[start] in reading.lookup.name_words
            if key and not known and not apart and reading.free(start, end) and reading.lookup.grade(key) == "sure":
                yield Match(start, end, reading.lookup.whole_or_faces(key), "misspelt")
                break


def near_names(reading: Reading) -> list[Named]:
    """The cards whose names are spelt most like the whole text."""
    key, lookup = reading.key(0, len(reading.words)), reading.lookup
    limit = max(1, len(key) // 5)
    alike = [other for other in lookup.full if other[:1] == key[:1] and abs(len(other) - len(key)) <= limit]
    near = process.extract(key, alike, scorer=OSA.distance, score_cutoff=limit, limit=5)
    best = min((wrong for _, wrong, _ in near), default=0)
    return [named for other, wrong, _ in near if wrong == best for named in lookup.whole_or_faces(other)]


def _doubtful(reading: Reading) -> list[int]:
    """Where words stand that may be misspelt and belong to no name yet."""
    places = [place for place, base in enumerate(reading.bases) if reading.spelling.doubtful(base)]
    return [place for place in places if not reading.taken[place]][:MOST_MISSPELT]


def _meant(reading: Reading, place: int) -> list[Meant]:
    """What a word may be meant as, by its base and as it is written."""
    spellings = {reading.bases[place], folded(reading.words[place].letters)}
    meant = {each for spelling in spellings for each in reading.spelling.meant(spelling)}
    return sorted(meant, key=lambda each: (each.wrong, each.word))


def _around(reading: Reading, place: int, guesses: Guesses) -> Match | None:
    """The longest name around a doubtful word when it is spelt as a word that it may be meant as."""
    for length in range(LONGEST_MISSPELT, 1, -1):
        for start in range(max(0, place - length + 1), place + 1):
            end = start + length
            if end <= len(reading.words) and length <= reading.runs[start] and reading.free(start, end):
                named = _spelt(reading, start, end, guesses)
                if named:
                    return Match(start, end, named, "misspelt")
    return None


def _spelt(reading: Reading, start: int, end: int, guesses: Guesses) -> list[Named]:
    lookup = reading.lookup
    meant = [[reading.bases[place], *(each.word for each in guesses.get(place, ()))] for place in range(start, end)]
    keys = [" ".join(words) for words in product(*meant)]
    sure = [key for key in keys if lookup.grade(key) != "ordinary"]
    return [named for key in sure for named in lookup.whole_or_faces(key) or lookup.short.get(key, [])]


def _alone(reading: Reading, place: int) -> Match | None:
    """A word that is near to nothing but a word of few names, or to a name of one word."""
    word, lookup = reading.bases[place], reading.lookup
    shortest = SHORTEST_CAPITAL if reading.words[place].capital else SHORTEST_ALONE
    if len(word) < shortest or not reading.spelling.unknown(word):
        return None
    meant = _meant(reading, place)
    nearest = [each.word for each in meant if each.wrong == meant[0].wrong]
    named = [each for other in nearest for each in _of_word(reading, other)]
    if not named or any(lookup.grade(other) != "sure" for other in nearest):
        return None
    reading.bases[place] = nearest[0]
    grown, start, end = reading.narrowed(named, place, place + 1) if len(nearest) == 1 else (named, place, place + 1)
    reading.bases[place] = word
    return part(reading, start, end, grown, "misspelt")


def _of_word(reading: Reading, word: str) -> list[Named]:
    """The cards that one word names: their whole name, what stands before a comma, a long word of few names."""
    lookup = reading.lookup
    named = lookup.whole_or_faces(word) + lookup.short.get(word, [])
    return named or (lookup.own_words.get(word, []) if len(word) >= SHORTEST_OWN else [])
