"""A text of the rules → its HTML: numbers are links, glossary terms are explained, the question's words are marked."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Any
from urllib.parse import quote

from index.cards.names import WORD, Word, base_of, each_word
from index.records import GlossaryEntry, Rule, Rulebook
from ui.symbols import symbols

# A term that more than one rule in twenty uses, such as "card", is left alone.
EVERYDAY = 0.05
FEW = 5
MOST_WORDS = 20_000
SHORTEST_MARKED = 3
NUMBER = re.compile(r"(?<![\w.])(rules? |section )?(\d{3}(?:\.\d+[a-z]{0,2})?)(?!\w|\.\d)", re.IGNORECASE)
UNMARKED = each_word(
    "a an and any are as at be been before but by can could did do does each for from gets get had has have he her him"
    " his how i if in into is it its just like many may me much must my no not of off on one or our out over say she so"
    " some such than that the their them then there these they this to too up us was we were what when where which"
    " while who whose why will with would yes you your work works working happen happens"
)

Key = tuple[str, ...]
Span = tuple[int, int, str]


@dataclass(frozen=True)
class Marks:
    """What is marked in a text: numbers of a rulebook, its terms, the stems of a question's words."""

    numbers: frozenset[str] = frozenset()
    terms: Mapping[Key, GlossaryEntry] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()

    @classmethod
    def from_rulebook(cls, rulebook: Rulebook) -> "Marks":
        """The numbers of an edition, and those of its glossary terms that are no everyday words in it."""
        terms = {key: entry for entry in reversed(rulebook.glossary) if (key := _key(entry.term))}
        most = _lengths(terms)
        found = ({key for _, _, key in _terms_in(rule.text, terms, most)} for rule in rulebook.rules)
        used = Counter(chain.from_iterable(found))
        often = max(EVERYDAY * len(rulebook.rules), FEW)
        kept = {key: entry for key, entry in terms.items() if used[key] <= often}
        return cls(frozenset(rulebook.by_id), kept)

    def for_question(self, question: str) -> "Marks":
        """The same marks with the words of a question."""
        return replace(self, asked=frozenset(_stem(word) for word in _words_of(question) if _says_much(word)))

    def html(self, text: str, rule: Rule | None = None) -> str:
        """The text with its marks; each term is explained once, the term that heads the rule not at all."""
        marked, parts, done = self.marked(text), list[str](), 0
        for start, end, address in self._links(text, rule):
            parts.append(_with_marks(text, done, start, marked))
            inner, kind = _with_marks(text, start, end, marked), "term" if address.startswith("#term-") else "ref"
            parts.append(f'<a class="{kind}" href="{address}">{inner}</a>')
            done = end
        return "".join([*parts, _with_marks(text, done, len(text), marked)])

    def explanation(self, term: str) -> GlossaryEntry | None:
        """The glossary entry of a term."""
        return self.terms.get(_key(term))

    def _links(self, text: str, rule: Rule | None) -> list[Span]:
        named = {each.split("#")[0] for each in rule.refers_to} if rule else set[str]()
        links = [
            (found.start(2), found.end(2), f"#rule-{quote(found[2].lower())}")
            for found in NUMBER.finditer(text)
            if found[2] in named or (found[2].lower() in self.numbers and ("." in found[2] or found[1]))
        ]
        seen = {_key(rule.heading)} if rule else set[Key]()
        for start, end, key in _terms_in(text, self.terms, self._most):
            if key not in seen and all(end <= link[0] or start >= link[1] for link in links):
                seen.add(key)
                links.append((start, end, f"#term-{quote(self.terms[key].term)}"))
        return sorted(links)

    @cached_property
    def _most(self) -> dict[str, int]:
        return _lengths(self.terms)

    def marked(self, text: str) -> list[tuple[int, int]]:
        """Where the question's words stand."""
        if not self.asked:
            return []
        return [(word.start, word.end) for word in _words_of(text) if _stem(word) in self.asked]


def _words_of(text: str) -> list[Word]:
    return [Word(found.start(), found.end(), found[0], _base_of(found[0])) for found in WORD.finditer(text)]


@lru_cache(maxsize=MOST_WORDS)
def _base_of(word: str) -> str:
    """A rulebook has few words, each of them often."""
    return base_of(word)


def _key(term: str) -> Key:
    return tuple(word.base for word in _words_of(term))


def _terms_in(text: str, terms: Mapping[Key, Any], most: Mapping[str, int]) -> Iterator[tuple[int, int, Key]]:
    """Where terms stand, the longest first, none inside another; `most` is what `_lengths` says of the terms."""
    found, at = _words_of(text), 0
    while at < len(found):
        for length in range(min(most.get(found[at].base, 0), len(found) - at), 0, -1):
            key = tuple(word.base for word in found[at : at + length])
            if key in terms:
                yield found[at].start, found[at + length - 1].end, key
                at += length - 1
                break
        at += 1


def _lengths(terms: Iterable[Key]) -> dict[str, int]:
    """How many words the longest term has that begins with a word."""
    most = dict[str, int]()
    for key in terms:
        most[key[0]] = max(len(key), most.get(key[0], 0))
    return most


def _with_marks(text: str, start: int, end: int, marked: list[tuple[int, int]]) -> str:
    parts, done = list[str](), start
    for first, last in marked:
        if start <= first and last <= end:
            parts += [symbols(text[done:first]), f"<mark>{symbols(text[first:last])}</mark>"]
            done = last
    return "".join([*parts, symbols(text[done:end])])


def _says_much(word: Word) -> bool:
    return len(word.letters) >= SHORTEST_MARKED and word.letters.casefold() not in UNMARKED


def _stem(word: Word) -> str:
    stem: str = _stemmer().stemWord(word.base)
    return stem


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")
