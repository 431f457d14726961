"""A text → the cards that it names, and the text with a noun in place of each name."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from index.cards.keys import key_of
from index.cards.names.context_cues import DETERMINERS, MANY
from index.cards.names.full import read_full_names, read_nicknames
from index.cards.names.lookup import Lookup, NamedCard
from index.cards.names.matching import NameMatcher, names_of
from index.cards.names.misspelled import near_names, read_misspelled_names, read_misspelled_words, read_squashed_names
from index.cards.names.partial import read_parts, whole_text
from index.cards.names.spelling import NameSpelling
from index.cards.records import Mention
from index.cards.store import CardStore

BRACKETED = re.compile(r"\[\[([^\[\]]+)\]\]")
# A word that one step takes is not read by the next.
STEPS = (
    read_full_names,
    read_misspelled_names,
    read_nicknames,
    read_parts,
    read_squashed_names,
    read_misspelled_words,
)


@dataclass(frozen=True)
class CardNames:
    """The names of the cards in a store, ready to be found in texts."""

    lookup: Lookup
    spelling: NameSpelling

    @classmethod
    def from_store(cls, store: CardStore) -> "CardNames":
        """Read the names of a store.

        Raises CardError where there is none.
        """
        with store.reading() as database:
            lookup = Lookup.from_database(database)
        return cls(lookup, NameSpelling.from_lookup(lookup))

    def find_cards(self, text: str) -> list[Mention]:
        """The places that name cards, in order and without overlap."""
        matcher = NameMatcher(text, self.lookup, self.spelling)
        found = list(self._bracketed(matcher))
        for step in STEPS:
            found += [matcher.take(match) for match in step(matcher)]
        return sorted(found, key=lambda mention: mention.start)

    def called(self, name: str) -> list[str]:
        """The names of the cards that a text known to be the name of a card can mean: none, one or a choice."""
        same = [each for each in self.lookup.by_name if each.casefold() == name.strip().casefold()]
        return same or names_of(self._named(name)[0])

    def _named(self, name: str) -> tuple[list[NamedCard], bool]:
        """The cards that the whole text names, by its surest reading, and whether it is spelled right."""
        matcher, lookup = NameMatcher(name, self.lookup, self.spelling), self.lookup
        key = matcher.key(0, len(matcher.words))
        nickname = lookup.nicknames.get(key)
        named = lookup.whole_or_faces(key)
        if not any(key_of(each.name) == key for each in named):  # a face, whose name can be short for other cards
            named = named + lookup.short.get(key, [])
        named = named or (lookup.nicknamed(nickname) if nickname else [])
        named = named or lookup.whole_or_faces(lookup.squashed.get(key.replace(" ", ""), ""))
        named = named or whole_text(matcher)
        return (named, True) if named else (near_names(matcher), False)

    def _bracketed(self, matcher: NameMatcher) -> Iterator[Mention]:
        for found in BRACKETED.finditer(matcher.text):
            for place, word in enumerate(matcher.words):
                if found.start() <= word.start < found.end():
                    matcher.taken[place] = True
            named, right = self._named(found[1].split("|")[0])
            names = tuple(names_of(named))
            if names:
                certain = len(names) == 1 and right
                yield Mention(found.start(), found.end(), names, "bracketed", certain, named[0].noun)


def masked(text: str, mentions: Iterable[Mention]) -> str:
    """The text with "this creature" and the like in place of each name.

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
