"""A text → the cards that it names, and the text with a plain word in the place of each name."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from index.cards.lookup import Lookup, Named
from index.cards.misspelt import Meant, Spelling
from index.cards.names import POSSESSIVE, Word, folded, joined, key_of, words_of
from index.cards.records import Mention, MentionKind
from index.cards.signs import CAST, HANDLE, SMALL_WORDS, Signs
from index.cards.store import CardStore

BRACKETED = re.compile(r"\[\[([^\[\]]+)\]\]")
LONGEST_SQUASHED = 4
MOST_MISSPELT = 4
LONGEST_MISSPELT = 6
# A short word that nobody knows is more often a person than a misspelt card.
SHORTEST_ALONE, SHORTEST_CAPITAL, SHORTEST_OWN = 6, 7, 8
DETERMINERS = frozenset("a an the my his her their your our another this that its opponent's no any each every".split())
MANY = frozenset("two three four five both all multiple several many some these those".split())


@dataclass(frozen=True)
class Match:
    """Words[start:end] of a text and the cards that they may name."""

    start: int
    end: int
    named: Sequence[Named]
    kind: MentionKind
    certain: bool = True


@dataclass(frozen=True)
class CardNames:
    """The names of a store's cards, ready to be found in texts."""

    lookup: Lookup
    spelling: Spelling

    @classmethod
    def from_store(cls, store: CardStore) -> "CardNames":
        """Read the names of a store.

        Raises CardError where there is none.
        """
        with closing(store.connect()) as database:
            lookup = Lookup.from_database(database)
        return cls(lookup, Spelling.from_lookup(lookup))

    def find_cards(self, text: str) -> list[Mention]:
        """The places that name cards, in their order; they do not overlap."""
        return _Reading(text, self.lookup, self.spelling).mentions()

    def called(self, name: str) -> list[str]:
        """The names of the cards that someone means who says that he names a card; none, one or a choice."""
        for called, cards in self.lookup.by_name.items():
            if called.casefold() == name.strip().casefold():
                return _names(cards)
        return _names(_Reading(name, self.lookup, self.spelling).whole()[0])


def masked(text: str, mentions: Iterable[Mention]) -> str:
    """The text with "this creature" and the like in the place of each name.

    >>> masked("Does my Bear fly?", [Mention(8, 12, ("Bear",), "exact", True, "creature")])
    'Does my creature fly?'
    """
    done, parts = 0, []
    for mention in mentions:
        before = text[done : mention.start]
        last = before.split()[-1].casefold() if before.split() else ""
        determined = last in DETERMINERS | MANY or last.endswith(("'s", "’s"))
        noun = f"{mention.noun}s" if last in MANY else mention.noun
        parts += [before, noun if determined else f"this {noun}"]
        done = mention.end
    return "".join([*parts, text[done:]])


class _Reading:
    """One text while its names are being found; a word that belongs to a name is taken."""

    def __init__(self, text: str, lookup: Lookup, spelling: Spelling) -> None:
        self.text, self.lookup, self.spelling = text, lookup, spelling
        self.words: list[Word] = words_of(text)
        self.bases = [word.base for word in self.words]
        self.runs = joined(text, self.words)
        self.signs = Signs(text, self.words, self.runs)
        self.taken = [False] * len(self.words)
        self.said: dict[str, Named] = {}
        self.guesses: dict[int, list[Meant]] = {}

    def mentions(self) -> list[Mention]:
        """All names in the text."""
        found = list(self._bracketed())
        for read in (
            self._whole_names,
            self._misspelt_names,
            self._nicknames,
            self._short_names,
            self._squashed_names,
            self._misspelt_words,
        ):
            for match in read():
                self.taken[match.start : match.end] = [True] * (match.end - match.start)
                found.append(self._mention(match))
                if match.certain:
                    self.said[match.named[0].name] = match.named[0]
        return sorted(found, key=lambda mention: mention.start)

    def whole(self) -> tuple[list[Named], bool]:
        """The cards that the whole text is a name of, by its surest reading, and whether it is spelt right."""
        key, lookup = " ".join(self.bases), self.lookup
        nickname = lookup.nicknames.get(key)
        for named in (
            lookup.whole_or_faces(key),
            lookup.nicknamed(nickname) if nickname else None,
            lookup.short.get(key),
            lookup.whole_or_faces(lookup.squashed.get(key.replace(" ", ""), "")),
        ):
            if named:
                return named, True
        begun = self._begun()
        return (begun, True) if begun else (self._near(key), False)

    def _begun(self) -> list[Named]:
        """The cards that all words of the text are words of: "jace mind sculptor"."""
        lookup, length = self.lookup, len(self.words)
        for start in range(length):
            for end in range(length, start, -1):
                key = " ".join(self.bases[start:end])
                named = lookup.short.get(key) or lookup.own_words.get(key)
                grown, first, last = self._narrowed(named, start, end) if named else ([], 0, 0)
                if grown and last - first == length:
                    return grown
        return []

    def _near(self, key: str) -> list[Named]:
        """The cards whose keys are spelt most like this one."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        limit = max(1, len(key) // 5)
        near = process.extract(key, self.lookup.full.keys(), scorer=OSA.distance, score_cutoff=limit, limit=5)
        best = min((wrong for _, wrong, _ in near), default=0)
        return [named for other, wrong, _ in near if wrong == best for named in self.lookup.whole_or_faces(other)]

    def _bracketed(self) -> Iterator[Mention]:
        for found in BRACKETED.finditer(self.text):
            for place, word in enumerate(self.words):
                if found.start() <= word.start < found.end():
                    self.taken[place] = True
            named, right = _Reading(found[1].split("|")[0], self.lookup, self.spelling).whole()
            names = tuple(_names(named))
            if names:
                certain = len(names) == 1 and right
                yield Mention(found.start(), found.end(), names, "bracketed", certain, named[0].noun)

    def _whole_names(self) -> Iterator[Match]:
        """Full names, the longest first wherever one begins."""
        yield from self._from_left(self._exact)

    def _nicknames(self) -> Iterator[Match]:
        """What players call cards."""
        yield from self._from_left(self._nickname)

    def _short_names(self) -> Iterator[Match]:
        """Parts of names: what stands before a comma, and words that few names have."""
        yield from self._from_left(lambda start, end, key: self._short(start, end, key) or self._own_word(start, end, key))

    def _from_left(self, read: Callable[[int, int, str], Match | None]) -> Iterator[Match]:
        place = 0
        while place < len(self.words):
            match = None
            for length in range(min(self.lookup.longest.get(self.bases[place], 1), self.runs[place]), 0, -1):
                end = place + length
                if not match and not any(self.taken[place:end]):
                    match = read(place, end, " ".join(self.bases[place:end]))
            if match:
                yield match
            place = match.end if match else place + 1

    def _exact(self, start: int, end: int, key: str) -> Match | None:
        named = self.lookup.whole_or_faces(key)
        if not named:
            return None
        grade, capital = self.lookup.grade(key), self.signs.capital(start, end)
        if grade == "term":
            told = self.signs.handled(start, end, CAST)
        elif grade == "common":
            told = capital or self.signs.handled(start, end, CAST)
        elif grade == "ordinary":
            told = capital or self.signs.strong(start, end)
        else:
            told = grade == "sure" or capital or self.signs.weak(start, end, end - start > 1)
        if not told:
            return None
        said = self._said_before(key)
        if said:
            return Match(start, end, said, "short")
        # A face is called like the first words of other cards: a choice.
        also = self.lookup.short.get(key, []) if all(key_of(each.name) != key for each in named) else []
        named, first, end = self._narrowed([*named, *also], start, end) if also else (named, start, end)
        certain = len(_names(named)) == 1 and (grade in ("sure", "rare") or capital)
        return Match(first, end, named, "exact", certain)

    def _said_before(self, key: str) -> list[Named]:
        """The card that a word of its name means once the text has named it: "Exquisite Archangel ... the Archangel"."""
        return [each for each in self.said.values() if key in each.words and key_of(each.name) != key][:1]

    def _nickname(self, start: int, end: int, key: str) -> Match | None:
        nickname = self.lookup.nicknames.get(key)
        if not nickname:
            return None
        named, reading = self.lookup.nicknamed(nickname), nickname.reading
        if reading and not folded(self.text[self.words[start].start :]).startswith(nickname.called):
            return None
        said = self._said_before(key)
        if reading and said and self.words[start].capital:
            return Match(start, end, said, "short")
        told = reading == ""
        if reading:
            person = key in self.lookup.proper
            told = self.signs.handled(start, end, CAST if person else HANDLE) or self.signs.owned(start, end)
            told = told or (not person and self.signs.capital(start, end))
        if reading == "!":
            told = told or self.signs.verb(start, end)
        return Match(start, end, named, "nickname", len(_names(named)) == 1) if told else None

    def _short(self, start: int, end: int, key: str) -> Match | None:
        """The part of a name before its comma, and what else of a name follows it."""
        named = self.lookup.short.get(key)
        if not named:
            return None
        grade, capital = self.lookup.grade(key), self.signs.capital(start, end)
        narrowed, first, last = self._narrowed(named, start, end)
        told = grade == "sure" or (last > end and len(_names(narrowed)) == 1 and self.words[start].capital)
        told = told or (capital and grade in ("rare", "ordinary", "common"))
        return self._part(first, last, narrowed) if told else None

    def _own_word(self, start: int, end: int, key: str) -> Match | None:
        """A word of a few names."""
        if key not in self.lookup.own_words:
            return None
        named, first, last = self._narrowed(self.lookup.own_words[key], start, end)
        return self._part(first, last, named)

    def _part(self, start: int, end: int, named: Sequence[Named], kind: MentionKind = "short") -> Match | None:
        """A part of a name; where the text has said the whole name it means that card, where a person acts none."""
        if self.signs.person(start, end):
            return None
        said = [each for each in named if each.name in self.said]
        named = said or named
        return Match(start, end, named, kind, len(_names(named)) == 1)

    def _narrowed(self, named: Sequence[Named], start: int, end: int) -> tuple[list[Named], int, int]:
        """The cards whose names hold most of the words after words[start:end], with the span grown over those."""
        reached = [(self._reach(each.words, start, end), each) for each in named]
        furthest = max(reach for reach, _ in reached)
        left = [each for reach, each in reached if reach == furthest]
        if start and not self.taken[start - 1] and self.runs[start - 1] > 1:
            before = self.bases[start - 1]
            earlier = [each for each in left if before in each.words[: _place(each.words, self.bases[start])]]
            if earlier and before not in SMALL_WORDS:
                return earlier, start - 1, furthest
        return left, start, furthest

    def _reach(self, words: Sequence[str], start: int, end: int) -> int:
        """How far the text goes on with words of a name in the name's order."""
        at, reach, sure = _place(words, self.bases[end - 1]), end, end
        while reach < len(self.words) and self.runs[reach - 1] > 1 and not self.taken[reach]:
            base = self.bases[reach]
            if base not in words[at + 1 :] and at + 1 < len(words) and self.spelling.nearly(base, words[at + 1]):
                base = words[at + 1]
            if POSSESSIVE.search(self.words[reach - 1].letters) or base not in words[at + 1 :]:
                break
            at = words.index(base, at + 1)
            reach += 1
            if self.bases[reach - 1] not in SMALL_WORDS:
                sure = reach
        return sure

    def _squashed_names(self) -> Iterator[Match]:
        """Names written together or apart: "lightningbolt", "thought seize"."""
        for start in range(len(self.words)):
            for length in range(min(LONGEST_SQUASHED, self.runs[start]), 0, -1):
                end = start + length
                key = self.lookup.squashed.get("".join(self.bases[start:end]))
                if length == 1 and self.bases[start] in self.lookup.name_words:
                    continue
                if key and not any(self.taken[start:end]) and self.lookup.grade(key) == "sure":
                    named = self.lookup.whole_or_faces(key)
                    yield Match(start, end, named, "misspelt", len(_names(named)) == 1)
                    break

    def _misspelt_names(self) -> Iterator[Match]:
        """Names of several words of which some are misspelt."""
        for place in self._doubtful:
            match = None if self.taken[place] else self._misspelt(place)
            if match:
                yield match

    def _misspelt_words(self) -> Iterator[Match]:
        """Misspelt names of one word, and misspelt words of a name."""
        for place in self._doubtful:
            match = None if self.taken[place] else self._misspelt_alone(place)
            if match:
                yield match

    @cached_property
    def _doubtful(self) -> list[int]:
        """Where words stand that may be misspelt."""
        return [place for place, base in enumerate(self.bases) if self.spelling.doubtful(base)][:MOST_MISSPELT]

    def _misspelt(self, place: int) -> Match | None:
        """The longest name around a doubtful word when it is spelt as a word that it may be meant as."""
        for length in range(LONGEST_MISSPELT, 1, -1):
            for start in range(max(0, place - length + 1), place + 1):
                end = start + length
                if end > len(self.words) or length > self.runs[start] or any(self.taken[start:end]):
                    continue
                named = self._spelt(start, end)
                if named:
                    return Match(start, end, named, "misspelt", len(_names(named)) == 1)
        return None

    def _spelt(self, start: int, end: int) -> list[Named]:
        meant = [
            [self.bases[place]] + ([each.word for each in self._meant(place)] if place in self._doubtful else [])
            for place in range(start, end)
        ]
        keys = [" ".join(words) for words in product(*meant)]
        known = [key for key in keys if self.lookup.grade(key) != "ordinary"]
        return [
            named for key in known for named in self.lookup.whole_or_faces(key) or self.lookup.short.get(key, ())
        ]

    def _misspelt_alone(self, place: int) -> Match | None:
        """A word that is near to nothing but a word of few names, or to a name of one word."""
        word = self.bases[place]
        shortest = SHORTEST_CAPITAL if self.words[place].capital else SHORTEST_ALONE
        if len(word) < shortest or not self.spelling.unknown(word):
            return None
        meant = self._meant(place)
        nearest = [each.word for each in meant if each.wrong == meant[0].wrong]
        named = [each for other in nearest for each in self._alone(other)]
        if not named or any(self.lookup.grade(other) != "sure" for other in nearest):
            return None
        self.bases[place] = nearest[0]
        grown, start, end = self._narrowed(named, place, place + 1) if len(nearest) == 1 else (named, place, place + 1)
        self.bases[place] = word
        return self._part(start, end, grown, "misspelt")

    def _alone(self, word: str) -> list[Named]:
        """The cards that one word names: their whole name, what stands before a comma, a long word of few names."""
        named = self.lookup.whole_or_faces(word) + self.lookup.short.get(word, [])
        return named or (self.lookup.own_words.get(word, []) if len(word) >= SHORTEST_OWN else [])

    def _meant(self, place: int) -> list[Meant]:
        if place not in self.guesses:
            spellings = {self.bases[place], folded(self.words[place].letters)}
            meant = [each for spelling in sorted(spellings) for each in self.spelling.meant(spelling)]
            self.guesses[place] = sorted(set(meant), key=lambda each: (each.wrong, each.word))
        return self.guesses[place]

    def _mention(self, match: Match) -> Mention:
        last = self.words[match.end - 1]
        ending = POSSESSIVE.search(last.letters)
        end = last.end - (len(ending[0]) if ending else 0)
        names = tuple(_names(match.named))
        return Mention(self.words[match.start].start, end, names, match.kind, match.certain, match.named[0].noun)


def _names(named: Iterable[Named]) -> list[str]:
    return list(dict.fromkeys(each.name for each in named))


def _place(words: Sequence[str], base: str) -> int:
    """Where a word stands in a name; before it where the name has it not."""
    return words.index(base) if base in words else -1
