"""A question and its answer → what to ask next: typical questions of the cited rules, and misspelt keywords mended."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from judge.records import Answer
from ui.find import titled

if TYPE_CHECKING:
    from spellchecker import SpellChecker

    from judge.judge import Judge

MOST_NEXT = 3
SHORTEST_KEYWORD = 5
LEAST_ALIKE = 80.0
WORD = re.compile(r"[^\W\d_]+")


def next_questions(answer: Answer, judge: "Judge", most: int = MOST_NEXT) -> list[str]:
    """Typical questions of the cited rules, the first of each rule before the second of any."""
    said = {_bare(answer.question), *(_bare(each.matched.text) for each in answer.citations)}
    ordered = sorted(answer.citations, key=lambda citation: citation.role != "decides")
    rounds = zip_longest(*(judge.questions(each.rule.id) for each in ordered))
    offered = (question for question in chain.from_iterable(rounds) if question and _bare(question) not in said)
    different = dict[str, str]()
    for question in offered:
        different.setdefault(_bare(question), question)
        if len(different) == most:
            break
    return list(different.values())


@dataclass(frozen=True)
class Spelling:
    """The words of an edition, and those of its titles and terms, which a misspelt word may have been meant as."""

    known: frozenset[str]
    keywords: tuple[str, ...]

    @classmethod
    def from_judge(cls, judge: "Judge") -> "Spelling":
        """The words of the judge's edition and of our wording of it."""
        book = judge.rulebook
        names = [*(rule.heading for rule in titled(book)), *(entry.term for entry in book.glossary)]
        texts = chain.from_iterable((rule.text, *rule.examples, judge.plain(rule.id)) for rule in book.rules)
        keywords = {word for word in _words(names) if len(word) >= SHORTEST_KEYWORD}
        return cls(frozenset(_words(chain(names, texts))), tuple(sorted(keywords)))

    def mended(self, question: str) -> str:
        """The question with its misspelt keywords mended, "" where nothing is to be mended."""
        mended = WORD.sub(lambda found: self._meant(found[0]) or found[0], question)
        return mended if mended != question else ""

    def _meant(self, word: str) -> str:
        low = word.casefold()
        if len(low) < SHORTEST_KEYWORD or low in self.known or _is_english(low):
            return ""
        from rapidfuzz import fuzz, process

        near = process.extract(low, self.keywords, scorer=fuzz.ratio, score_cutoff=LEAST_ALIKE)
        return next((keyword for keyword, _, _ in near if keyword[0] == low[0]), "")


def _bare(text: str) -> str:
    return " ".join(WORD.findall(text.casefold()))


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in WORD.findall(text.casefold())}


def _is_english(word: str) -> bool:
    return word in _english()


@cache
def _english() -> "SpellChecker":
    from spellchecker import SpellChecker

    return SpellChecker(language="en", distance=1)
