"""The words around a place in a text → whether they suggest the name of a card there.

Three grades of cue: `strong` ("cast Fork on", "Fork resolves"), `capital` (written as a name) and `weak` ("does
Humility").
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from index.cards.keys import POSSESSIVE, SMALL_WORDS
from index.cards.names.context_cues import (
    AFTER,
    ARTICLES,
    BEFORE,
    COUNTED,
    FOLLOWS,
    HANDLE,
    OBJECTS,
    OWNED,
    PERSONAL,
    STACK,
    SUBJECTS,
    THINGS,
    VERBS,
)
from index.words import Word, folded

MOSTLY_CAPITAL = 0.6


@dataclass(frozen=True)
class NameContext:
    """The cues in one text; `joined` is how many words, from each word on, can be one name."""

    text: str
    words: Sequence[Word]
    joined: Sequence[int]

    def capital(self, start: int, end: int) -> bool:
        """Whether words[start:end] are capitalized as a name, in a text that does not capitalize everything."""
        content = [word for word in self.words[start:end] if folded(word.letters) not in SMALL_WORDS]
        if not content or not all(word.capital for word in content) or self._all_capitals or self._at(end) in THINGS:
            return False
        begins = start in self._openings
        return len(content) > 1 if begins else not self._in_longer_name(start, end)

    def strong(self, start: int, end: int) -> bool:
        """Whether a player handles what words[start:end] name, or it does what only a card does."""
        if self._at(end) in AFTER or self._stack(end):
            return self._at(start - 1) not in {"it", "that", "which", "who", "ability", "and", "to", "creature"}
        return self.handled(start, end)

    def handled(self, start: int, end: int, handled: frozenset[str] = HANDLE) -> bool:
        """True for `cast Fork on`, `in response to opt`."""
        before = self._at(start - 1)
        if before in ARTICLES:
            before = self._at(start - 2)
        return before in handled and self._ends(end)

    def weak(self, start: int, end: int, phrase: bool) -> bool:
        """Whether words[start:end] are used like a name: `does humility stop`.

        A phrase of several words is, unless "the", "some" or the like precedes it.
        """
        before = self._at(start - 1)
        if phrase:
            return before not in COUNTED
        if before in ARTICLES and self._at(start - 2) in {"stop", "stops"}:
            before = self._at(start - 2)
        confident = start == 0 or before in BEFORE
        return self.strong(start, end) or (confident and (self._ends(end) or self._at(end) in VERBS))

    def owned(self, start: int, end: int) -> bool:
        """True for `my bob`, `Bob's trigger`, `bob dies`."""
        ending = self.words[end - 1].letters.casefold().endswith(("'s", "’s"))
        return (
            (self._at(start - 1) in OWNED and (self._ends(end) or self._at(end) in VERBS))
            or (ending and self._at(end) in {"trigger", "triggers", "ability"})
            or (self._at(end) in {"trigger", "triggers", "flip", "flips"})
        )

    def person(self, start: int, end: int) -> bool:
        """True for `Heike casts` and `Heike's Rhystic Study`: a player."""
        capital = self.words[start].capital
        owner = (
            bool(POSSESSIVE.search(self.words[end - 1].letters)) and end < len(self.words) and self.words[end].capital
        )
        return capital and (self._at(end) in PERSONAL or owner)

    def verb(self, start: int, end: int) -> bool:
        """True for `bolt my bear`, `I bolt it`."""
        return self._at(end) in OBJECTS and (start == 0 or self._at(start - 1) in SUBJECTS)

    def _at(self, place: int) -> str:
        return folded(self.words[place].letters) if 0 <= place < len(self.words) else ""

    def _ends(self, end: int) -> bool:
        return end >= len(self.words) or self.joined[end - 1] == 1 or self._comma(end) or self._at(end) in FOLLOWS

    def _comma(self, end: int) -> bool:
        return "," in self.text[self.words[end - 1].end : self.words[end].start]

    def _stack(self, end: int) -> bool:
        return any(tuple(self._at(end + step) for step in range(len(each))) == each for each in STACK)

    @cached_property
    def _all_capitals(self) -> bool:
        letters = [word for word in self.words if word.letters[0].isalpha()]
        capitals = sum(word.capital for word in letters)
        return len(letters) > 3 and capitals / len(letters) > MOSTLY_CAPITAL

    @cached_property
    def _openings(self) -> set[int]:
        """The places where sentences begin."""
        opened = {0}
        for place in range(1, len(self.words)):
            gap = self.text[self.words[place - 1].end : self.words[place].start]
            if any(sign in gap for sign in '.?!:\n"“(') and not gap.isspace():
                opened.add(place)
        return opened

    def _in_longer_name(self, start: int, end: int) -> bool:
        """Whether it is next to another capitalized word, and so part of an unknown name."""
        before = start - 1 not in self._openings and start > 0 and self.joined[start - 1] > 1
        left = before and self.words[start - 1].capital and self._at(start - 1) != "i"
        right = end < len(self.words) and self.joined[end - 1] > 1 and not self._comma(end)
        return bool(left or (right and self.words[end].capital and self._at(end) != "i"))
