"""A text → its words, and which of them belong to names already found: the state that all steps share."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from index.cards.keys import POSSESSIVE, SMALL_WORDS, joined, key_of
from index.cards.names.context import NameContext
from index.cards.names.lookup import Lookup, NamedCard
from index.cards.names.spelling import NameSpelling
from index.cards.records import Mention, MentionKind
from index.words import words_of


@dataclass(frozen=True)
class Match:
    """Words[start:end] of a text and the cards that they can name; `confident` is false where that is only likely."""

    start: int
    end: int
    named: Sequence[NamedCard]
    kind: MentionKind
    confident: bool = True

    @property
    def certain(self) -> bool:
        """True for a single card that is surely meant."""
        return self.confident and len(names_of(self.named)) == 1


class NameMatcher:
    """One text while its names are being found; a word that belongs to a name is taken."""

    def __init__(self, text: str, lookup: Lookup, spelling: NameSpelling) -> None:
        self.text, self.lookup, self.spelling = text, lookup, spelling
        self.words = words_of(text)
        self.bases = [word.base for word in self.words]
        self.runs = joined(text, self.words)
        self.context = NameContext(text, self.words, self.runs)
        self.taken = [False] * len(self.words)
        self.said: dict[str, NamedCard] = {}  # the cards that are surely named so far, by their full names

    def key(self, start: int, end: int) -> str:
        """The key of words[start:end]."""
        return " ".join(self.bases[start:end])

    def free(self, start: int, end: int) -> bool:
        """True where none of words[start:end] is taken."""
        return not any(self.taken[start:end])

    def from_left(
        self, read: Callable[[int, int], Match | None], keys: Container[str], more: Container[str] = ()
    ) -> Iterator[Match]:
        """What `read` finds in the words that are one of the keys, from left to right and the longest first."""
        place = 0
        while place < len(self.words):
            known = (end for end, key in self._spans[place] if key in keys or key in more)
            match = next((found for end in known if self.free(place, end) and (found := read(place, end))), None)
            if match:
                yield match
            place = match.end if match else place + 1

    @cached_property
    def _spans(self) -> list[list[tuple[int, str]]]:
        """For each word, where a name that begins with it can end, and its key then, the longest first."""
        return [
            [
                (place + length, self.key(place, place + length))
                for length in range(min(self.lookup.longest.get(base, 1), self.runs[place]), 0, -1)
            ]
            for place, base in enumerate(self.bases)
        ]

    def take(self, match: Match) -> Mention:
        """Take the words of a match and return its place in the text, without a possessive ending."""
        self.taken[match.start : match.end] = [True] * (match.end - match.start)
        if match.certain:
            self.said[match.named[0].name] = match.named[0]
        last = self.words[match.end - 1]
        ending = POSSESSIVE.search(last.letters)
        end = last.end - (len(ending[0]) if ending else 0)
        names = tuple(names_of(match.named))
        return Mention(self.words[match.start].start, end, names, match.kind, match.certain, match.named[0].noun)

    def said_before(self, key: str) -> list[NamedCard]:
        """The card named before that a word of its name refers to: "Exquisite Archangel dies. Does the Archangel"."""
        return [each for each in self.said.values() if key in each.words and key_of(each.name) != key][:1]

    def narrowed(self, named: Sequence[NamedCard], start: int, end: int) -> tuple[list[NamedCard], int, int]:
        """The cards whose names contain most of the words after words[start:end], and the span with those words."""
        reached = [(self._reach(each.words, end), each) for each in named]
        furthest = max(reach for reach, _ in reached)
        left = [each for reach, each in reached if reach == furthest]
        if start and not self.taken[start - 1] and self.runs[start - 1] > 1:
            before = self.bases[start - 1]
            earlier = [each for each in left if before in each.words[: _place(each.words, self.bases[start])]]
            if earlier and before not in SMALL_WORDS:
                return earlier, start - 1, furthest
        return left, start, furthest

    def _reach(self, words: Sequence[str], end: int) -> int:
        """How far words of a name, in its order, continue after words[:end]."""
        at, reach, sure = _place(words, self.bases[end - 1]), end, end
        while reach < len(self.words) and self.runs[reach - 1] > 1 and not self.taken[reach]:
            base, coming = self.bases[reach], words[at + 1 :]
            if base not in coming and coming and self.spelling.nearly(base, coming[0]):
                base = coming[0]
            if base not in coming or POSSESSIVE.search(self.words[reach - 1].letters):
                break
            at = words.index(base, at + 1)
            reach += 1
            if base not in SMALL_WORDS:
                sure = reach
        return sure


def names_of(named: Iterable[NamedCard]) -> list[str]:
    """The full names of cards, each once."""
    return list(dict.fromkeys(each.name for each in named))


def _place(words: Sequence[str], base: str) -> int:
    """The position of a word in a name, -1 if it is not in it."""
    return words.index(base) if base in words else -1
