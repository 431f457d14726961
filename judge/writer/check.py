"""A model's reply and what it was given → the written answer; a word that can't be proven is not in it.

A step stays only where its source was given, its quote stands in that source, and its own sentence claims nothing
else: no rule that wasn't given, no quotation that stands nowhere, no web address. The quote is then taken from the
source, not from the reply. A verdict has to pass the same test and to keep at least one step.
"""

import re
import unicodedata

from index.rules.numbers import numbers_claimed
from judge.records import Written, WrittenStep
from judge.writer.endpoint import Endpoint
from judge.writer.quotes import LEAST_WORDS, quoted_words, sentences_with
from judge.writer.reply import Reply, ReplyStep
from judge.writer.sources import Source, Sources

MOST_STEPS = 5
LONGEST_SENTENCE = 320
LONGEST_QUOTE = 600
FEWEST_OF_A_CARD = 1
UNSHOWN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
WEB_ADDRESS = re.compile(r"://|\bwww\.|\b[\w-]+\.(?:com|net|org|io|gg|xyz|example)\b", re.IGNORECASE)
QUOTATION = re.compile(r"[“\"„«]([^“”\"„«»]*)[“”\"»]")
WORDS = re.compile(r"\w+")


def check(reply: Reply, sources: Sources, question: str, endpoint: Endpoint) -> Written:
    """What may be shown of a reply, and how many of its steps were dropped.

    The state is *shown*, *undecided* where the reply says that the texts don't decide the question, or *withheld* where
    no step or no verdict is left.
    """
    checks = _Checks(sources, question)
    if not reply.decided:
        return Written("undecided", endpoint.model, endpoint.address, missing=checks.sentence(reply.missing))
    found = [step and checks.step(step) for step in reply.steps[:MOST_STEPS]]
    steps = tuple(dict.fromkeys(step for step in found if step))
    verdict, dropped = checks.sentence(reply.verdict), len(reply.steps) - len(steps)
    if not verdict or not steps:
        return Written("withheld", endpoint.model, endpoint.address, dropped=len(reply.steps))
    return Written("shown", endpoint.model, endpoint.address, verdict, steps, dropped=dropped)


class _Checks:
    """The checks of one reply against its sources."""

    def __init__(self, sources: Sources, question: str) -> None:
        self._sources = sources
        self._texts = [question, *(text for source in sources.all for text in source.texts)]

    def step(self, step: ReplyStep) -> WrittenStep | None:
        """A step with the quote as its source has it; None where it can't be proven."""
        says = self.sentence(step.says)
        if not says or len(step.quote) > LONGEST_QUOTE:
            return None
        for source in self._sources.called(step.source):
            for text in source.texts:
                if quote := quoted_words(step.quote, text, _least_words(source)):
                    return WrittenStep(says, source.kind, source.id, quote, sentences_with(quote, text))
        return None

    def sentence(self, text: str) -> str:
        """A sentence on one line; "" where it claims what wasn't given, or is too long."""
        said = " ".join("".join(" " if unicodedata.category(each) in UNSHOWN else each for each in text).split())
        if len(said) > LONGEST_SENTENCE or not WORDS.search(said) or WEB_ADDRESS.search(said):
            return ""
        known = set(numbers_claimed(said)) <= self._sources.numbers
        return said if known and all(map(self._is_quoted, QUOTATION.findall(said))) else ""

    def _is_quoted(self, quotation: str) -> bool:
        """Whether a quotation inside a sentence stands in a source or in the question; single words may be terms."""
        few = len(WORDS.findall(quotation)) < LEAST_WORDS
        return few or any(quoted_words(quotation, text) for text in self._texts)


def _least_words(source: Source) -> int:
    """A keyword on a card is a whole ability; one word of a rule says nothing."""
    return FEWEST_OF_A_CARD if source.kind == "card" else LEAST_WORDS
