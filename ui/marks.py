"""A text of the rules → its HTML: numbers are links, glossary terms are explained, the question's words are marked."""

from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from index.cards.names import Word, each_word
from index.records import GlossaryEntry, Rule, Rulebook
from ui.links import MOST_WORDS, Links, words_of
from ui.symbols import symbols

SHORTEST_MARKED = 3
UNMARKED = each_word(
    "a an and any are as at be been before but by can could did do does each for from gets get had has have he her him"
    " his how i if in into is it its just like many may me much must my no not of off on one or our out over say she so"
    " some such than that the their them then there these they this to too up us was we were what when where which"
    " while who whose why will with would yes you your work works working happen happens"
)


@dataclass(frozen=True)
class Marks:
    """What is marked in a text: an edition's numbers and terms, and the stems of a question's words."""

    links: Links = field(default_factory=Links)
    asked: frozenset[str] = frozenset()

    @classmethod
    def from_rulebook(cls, rulebook: Rulebook) -> "Marks":
        """The numbers and terms of an edition."""
        return cls(Links.from_rulebook(rulebook))

    def for_question(self, question: str) -> "Marks":
        """The same marks with the words of a question."""
        return replace(self, asked=frozenset(_stem(word.base) for word in words_of(question) if _says_much(word)))

    def without_terms(self) -> "Marks":
        """The same marks, but terms are not explained."""
        return replace(self, links=replace(self.links, terms={}))

    def html(self, text: str, rule: Rule | None = None) -> str:
        """The text with its marks; each term is explained once, the term that heads the rule not at all."""
        marked, parts, done = self.marked(text), list[str](), 0
        for start, end, address in self.links.find(text, rule):
            parts.append(_with_marks(text, done, start, marked))
            inner, kind = _with_marks(text, start, end, marked), "term" if address.startswith("#term-") else "ref"
            parts.append(f'<a class="{kind}" href="{address}">{inner}</a>')
            done = end
        return "".join([*parts, _with_marks(text, done, len(text), marked)])

    def explanation(self, term: str) -> GlossaryEntry | None:
        """The glossary entry of a term."""
        return self.links.explanation(term)

    def marked(self, text: str) -> list[tuple[int, int]]:
        """Where the question's words stand."""
        if not self.asked:
            return []
        return [(word.start, word.end) for word in words_of(text) if _stem(word.base) in self.asked]


def _with_marks(text: str, start: int, end: int, marked: list[tuple[int, int]]) -> str:
    parts, done = list[str](), start
    for first, last in marked:
        if start <= first and last <= end:
            parts += [symbols(text[done:first]), f"<mark>{symbols(text[first:last])}</mark>"]
            done = last
    return "".join([*parts, symbols(text[done:end])])


def _says_much(word: Word) -> bool:
    return len(word.letters) >= SHORTEST_MARKED and word.letters.casefold() not in UNMARKED


@lru_cache(MOST_WORDS)
def _stem(base: str) -> str:
    stem: str = _stemmer().stemWord(base)
    return stem


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")
