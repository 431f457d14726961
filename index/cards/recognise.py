"""A text → the cards that it names, and the text with a plain word in the place of each name."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from index.cards.lookup import Lookup, Named
from index.cards.misspelt import Spelling
from index.cards.misspelt_names import near_names, read_misspelt_names, read_misspelt_words, read_squashed_names
from index.cards.names import key_of
from index.cards.part_names import read_parts, whole_text
from index.cards.reading import Reading, names_of
from index.cards.records import Mention
from index.cards.store import CardStore
from index.cards.table_talk import DETERMINERS, MANY
from index.cards.whole_names import read_full_names, read_nicknames

BRACKETED = re.compile(r"\[\[([^\[\]]+)\]\]")
# What is read first takes its words.
STEPS = (
    read_full_names,
    read_misspelt_names,
    read_nicknames,
    read_parts,
    read_squashed_names,
    read_misspelt_words,
)


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
        with store.reading() as database:
            lookup = Lookup.from_database(database)
        return cls(lookup, Spelling.from_lookup(lookup))

    def find_cards(self, text: str) -> list[Mention]:
        """The places that name cards, in their order; they do not overlap."""
        reading = Reading(text, self.lookup, self.spelling)
        found = list(self._bracketed(reading))
        for step in STEPS:
            found += [reading.take(match) for match in step(reading)]
        return sorted(found, key=lambda mention: mention.start)

    def called(self, name: str) -> list[str]:
        """The names of the cards that someone means who says that he names a card; none, one or a choice."""
        same = [each for each in self.lookup.by_name if each.casefold() == name.strip().casefold()]
        return same or names_of(self._named(name)[0])

    def _named(self, name: str) -> tuple[list[Named], bool]:
        """The cards that a whole text is a name of, by its surest reading, and whether it is spelt right."""
        reading, lookup = Reading(name, self.lookup, self.spelling), self.lookup
        key = reading.key(0, len(reading.words))
        nickname = lookup.nicknames.get(key)
        named = lookup.whole_or_faces(key)
        if not any(key_of(each.name) == key for each in named):  # a face: other cards may be called so for short
            named = named + lookup.short.get(key, [])
        named = named or (lookup.nicknamed(nickname) if nickname else [])
        named = named or lookup.whole_or_faces(lookup.squashed.get(key.replace(" ", ""), ""))
        named = named or whole_text(reading)
        return (named, True) if named else (near_names(reading), False)

    def _bracketed(self, reading: Reading) -> Iterator[Mention]:
        for found in BRACKETED.finditer(reading.text):
            for place, word in enumerate(reading.words):
                if found.start() <= word.start < found.end():
                    reading.taken[place] = True
            named, right = self._named(found[1].split("|")[0])
            names = tuple(names_of(named))
            if names:
                certain = len(names) == 1 and right
                yield Mention(found.start(), found.end(), names, "bracketed", certain, named[0].noun)


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
