"""A text of the rules → its links: the numbers of rules and the terms of the glossary."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, Protocol
from urllib.parse import quote

from index.records import GlossaryEntry, Rule, Rulebook
from index.rules.numbers import is_chapter, number_of_id, numbers_shown
from index.words import words_of

# A term in more than one rule of twenty, such as "card", is not explained.
EVERYDAY = 0.05
FEW = 5
MOST_TEXTS = 5_000

RULE_LINK = re.compile(r'href="#(rule|history)-([^"@]+)"')

Key = tuple[str, ...]
Link = tuple[int, int, str]


def at_edition(html: str, edition: str) -> str:
    """HTML whose links to rules lead to those of an edition: `#rule-702.19b@2024-03-08`."""
    return RULE_LINK.sub(lambda link: f'href="#{link[1]}-{link[2]}@{quote(edition)}"', html)


class Find(Protocol):
    """Finds the links of a text that belongs to a rule with this heading and these references."""

    def __call__(self, text: str, heading: str, refers_to: tuple[str, ...]) -> tuple[Link, ...]:
        """The links of the text, in its order."""


@dataclass(frozen=True)
class Links:
    """The numbers of a rulebook's rules, and its terms by their words."""

    numbers: frozenset[str] = frozenset()
    terms: Mapping[Key, GlossaryEntry] = field(default_factory=dict)

    @classmethod
    def from_rulebook(cls, rulebook: Rulebook) -> "Links":
        """The numbers of an edition, and its glossary terms without everyday words."""
        terms = {key: entry for entry in reversed(rulebook.glossary) if (key := _key(entry.term))}
        most = _lengths(terms)
        found = ({key for _, _, key in _terms_in(rule.text, terms, most)} for rule in rulebook.rules)
        used = Counter(chain.from_iterable(found))
        often = max(EVERYDAY * len(rulebook.rules), FEW)
        return cls(frozenset(rulebook.by_id), {key: entry for key, entry in terms.items() if used[key] <= often})

    def explanation(self, term: str) -> GlossaryEntry | None:
        """The glossary entry of a term."""
        return self.terms.get(_key(term))

    def find(self, text: str, rule: Rule | None = None) -> tuple[Link, ...]:
        """The links of a text in its order; they are cached.

        Each term is explained once, the term that heads the rule not at all.
        """
        return self._find(text, rule.heading if rule else "", rule.refers_to if rule else ())

    @cached_property
    def _find(self) -> Find:
        most = _lengths(self.terms)

        @lru_cache(MOST_TEXTS)
        def find(text: str, heading: str, refers_to: tuple[str, ...]) -> tuple[Link, ...]:
            references = {number_of_id(each) for each in refers_to}
            links = [
                (found.start, found.end, f"#rule-{quote(found.number)}")
                for found in numbers_shown(text)
                if found.number in references
                or (found.number in self.numbers and (found.announced or not is_chapter(found.number)))
            ]
            seen = {_key(heading)}
            for start, end, key in _terms_in(text, self.terms, most):
                if key not in seen and all(end <= link[0] or start >= link[1] for link in links):
                    seen.add(key)
                    links.append((start, end, f"#term-{quote(self.terms[key].term)}"))
            return tuple(sorted(links))

        return find


def _key(term: str) -> Key:
    return tuple(word.base for word in words_of(term))


def _terms_in(text: str, terms: Mapping[Key, Any], most: Mapping[str, int]) -> Iterator[tuple[int, int, Key]]:
    """The places of terms, none inside a longer one; `most` comes from `_lengths`."""
    found, free = words_of(text), 0
    bases = [word.base for word in found]
    for at, base in enumerate(bases):
        if at < free or base not in most:
            continue
        for length in range(min(most[base], len(bases) - at), 0, -1):
            key = tuple(bases[at : at + length])
            if key in terms:
                yield found[at].start, found[at + length - 1].end, key
                free = at + length
                break


def _lengths(terms: Iterable[Key]) -> dict[str, int]:
    """A first word → the number of words in the longest term that begins with it."""
    most = dict[str, int]()
    for key in terms:
        most[key[0]] = max(len(key), most.get(key[0], 0))
    return most
