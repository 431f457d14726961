"""An answer → what to ask next: typical questions of the cited rules."""

from itertools import chain, zip_longest

from index.words import letter_runs
from judge.lookup.reader import RuleReader
from judge.records import Answer

MOST_NEXT = 3


def next_questions(answer: Answer, reader: RuleReader, most: int = MOST_NEXT) -> tuple[str, ...]:
    """Typical questions of the cited rules, the first of each rule before the second of any."""
    said = {_bare(answer.question), *(_bare(each.matched.text) for each in answer.citations)}
    ordered = sorted(answer.citations, key=lambda citation: citation.role != "decides")
    rounds = zip_longest(*(reader.questions(each.rule.id) for each in ordered))
    offered = (question for question in chain.from_iterable(rounds) if question and _bare(question) not in said)
    different = dict[str, str]()
    for question in offered:
        different.setdefault(_bare(question), question)
        if len(different) == most:
            break
    return tuple(different.values())


def _bare(text: str) -> str:
    return " ".join(letter_runs(text.casefold()))
