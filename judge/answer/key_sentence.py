"""A question and a text → the sentence of the text that answers it, where one clearly leads.

A sentence is worth the rarity of the words that it shares with the question, and half of that for those that it shares
with the answer to a similar question.
"""

import re
from collections.abc import Callable, Iterable

from judge.answer.case_features import read_words

SENTENCE = re.compile(r"\S.*?(?:[.!?][)”\"]?(?=\s+[A-Z(“\"{])|$)", re.DOTALL)
LEAD = 1.5
LEAST_SHARED = 2

Rarity = Callable[[Iterable[str]], float]


def sentences(text: str) -> list[str]:
    """The sentences of a text, as they stand there.

    >>> sentences("It dies. See rule 1.2a (below). Then it goes.")
    ['It dies.', 'See rule 1.2a (below).', 'Then it goes.']
    """
    return [found[0].rstrip() for found in SENTENCE.finditer(text)]


def key_sentence(text: str, question: str, answer: str, rarity: Rarity) -> str:
    """The sentence that answers a question, "" where none clearly leads; `answer` is to a similar question, or ""."""
    found = sentences(text)
    if len(found) < 2:
        return ""
    asked, said = read_words(question).stems, read_words(answer).stems
    words = [read_words(sentence).stems for sentence in found]
    worth = [rarity(each & asked) + rarity(each & said) / 2 for each in words]
    best, second = sorted(worth, reverse=True)[:2]
    at = worth.index(best)
    return found[at] if best > LEAD * second and len(words[at] & (asked | said)) >= LEAST_SHARED else ""
