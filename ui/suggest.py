"""An answer → what to ask next: typical questions of the cited rules."""

import re
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from judge.records import Answer

if TYPE_CHECKING:
    from judge.judge import Judge

MOST_NEXT = 3
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


def _bare(text: str) -> str:
    return " ".join(WORD.findall(text.casefold()))
