"""Two questions → the features that show whether they ask about the same case: how alike they are, which facts differ.

A fact is a word that can change the answer: a zone, a time, a player, a number, a kind of object, a keyword, a "not".
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import zip_longest

from index.records import Rulebook
from index.rules.numbers import chapter_number
from index.search.query_likelihood import QueryLikelihood
from index.words import MOST_REMEMBERED, STOP_WORDS, each_word, folded, stem, written_words

KEYWORD_CHAPTERS = ("701", "702")
MOST_READ = 2_000
FILLERS = each_word("a an the so ok okay please hey hi and then also just really right is are do does")
CONTRACTED = {f"{word}s": word for word in ("what", "how", "who", "when", "where")}
FACTS = {
    "zones": "battlefield play graveyard yard bin hand library deck exile exiled stack command",
    "times": (
        "upkeep draw main combat attack attacking block blocking damage end cleanup untap before after during first"
        " again later already next cast resolve"
    ),
    "players": "own opponent opponents opp his her their theirs he she they him them owner controller me both",
    "negations": "not no never without cannot cant dont doesnt isnt arent wasnt wont didnt none only lost loses",
    "amounts": (
        "one two three four five six seven eight nine ten both each every all any another other second twice once"
        " several many multiple half double more less exactly x"
    ),
    "objects": (
        "creature land artifact enchantment planeswalker instant sorcery token copy copied commander spell ability aura"
        " equipment vehicle treasure counter plains island swamp mountain forest"
    ),
}
FACT_STEMS = {kind: frozenset(map(stem, each_word(words))) for kind, words in FACTS.items()}
NAMES = (
    "cosine",
    "typical words asked",
    "asked words typical",
    "order",
    "objects added",
    "objects left out",
    "keywords added",
    "keywords left out",
)


@dataclass(frozen=True)
class Words:
    """The words of a question."""

    text: str

    @cached_property
    def essential(self) -> tuple[str, ...]:
        """The words in order without case, accents, apostrophes and fillers."""
        return tuple(_essential(self.text))

    @cached_property
    def stemmed(self) -> tuple[str, ...]:
        """The stems of the essential words in order."""
        return tuple(map(stem, self.essential))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the essential words."""
        return frozenset(self.stemmed)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The words with digits."""
        return frozenset(word for word in self.essential if any(map(str.isdigit, word)))


@lru_cache(MOST_READ)
def read_words(text: str) -> Words:
    """The words of a question; they are cached."""
    return Words(text)


def same_wording(asked: str, typical: str) -> bool:
    """Whether two questions have the same words in the same order, fillers and endings aside."""
    words = read_words(asked).stemmed
    return bool(words) and all(one == other for one, other in zip_longest(words, map(stem, _essential(typical))))


def _essential(text: str) -> Iterator[str]:
    return (word for word in map(_bare, written_words(text)) if word not in FILLERS)


@lru_cache(MOST_REMEMBERED)
def _bare(word: str) -> str:
    """A word without case, accents, apostrophes and contraction."""
    bare = folded(word).replace("'", "")
    return CONTRACTED.get(bare, bare)


@dataclass(frozen=True)
class CaseFeatures:
    """How rare each stem is among the rules, how rare any other word is, and the stems of keywords."""

    rarity: dict[str, float]
    rarest: float
    keywords: frozenset[str]

    @classmethod
    def from_search(cls, likelihood: QueryLikelihood, rulebook: Rulebook) -> "CaseFeatures":
        """The rarity of a word is how few rules have it (inverse document frequency), 0 for a stop word."""
        rows = 1 + len(likelihood.chapters)
        counts = zip(likelihood.words, likelihood.rows_with_word.tolist(), strict=True)
        titles = (rule.heading for rule in rulebook.titled if chapter_number(rule.number) in KEYWORD_CHAPTERS)
        keywords = frozenset().union(*(read_words(title).stems for title in set(titles)))
        rarity = dict.fromkeys(map(stem, STOP_WORDS), 0.0)
        rarity |= {word: math.log(rows / (1 + count)) for word, count in counts}
        return cls(rarity, math.log(rows), keywords)

    def features(self, asked: str, typical: str, cosine: float) -> tuple[float, ...]:
        """The values of NAMES for a question and a typical question; `cosine` is that of their vectors."""
        here, there = read_words(asked), read_words(typical)
        shared = here.stems & there.stems
        facts = (FACT_STEMS["objects"], self.keywords)
        differences = (kind & (one - other) for kind in facts for one, other in _both_ways(here.stems, there.stems))
        return (
            cosine,
            self._share(shared, there.stems),
            self._share(shared, here.stems),
            _order(here, there),
            *(float(bool(each)) for each in differences),
        )

    def swaps_fact(self, asked: str, typical: str) -> bool:
        """Whether a question has another zone, player, number and so on in place of a typical question's."""
        here, there = read_words(asked), read_words(typical)
        kinds = [(here.stems & kind, there.stems & kind) for kind in (*FACT_STEMS.values(), self.keywords)]
        return any(one - other and other - one for one, other in (*kinds, (here.numbers, there.numbers)))

    def _share(self, shared: Iterable[str], words: Iterable[str]) -> float:
        """The share of the words' rarity that the shared ones have."""
        return self.total_rarity(shared) / max(self.total_rarity(words), 1e-9)

    def total_rarity(self, words: Iterable[str]) -> float:
        """The sum of how rare some stems are."""
        return sum(self.rarity.get(word, self.rarest) for word in words)


def _both_ways(one: frozenset[str], other: frozenset[str]) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    return (one, other), (other, one)


def _order(here: Words, there: Words) -> float:
    """How much of the longer question is, in order, in the other, from 0 to 1."""
    from rapidfuzz.distance import LCSseq

    return float(LCSseq.normalized_similarity(here.essential, there.essential))
