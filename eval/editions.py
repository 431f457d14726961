"""Questions of another edition → the same questions with the numbers of the edition in use, carried by text."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from eval.records import Question
from index.errors import QuestionSetError
from index.records import Rule, Rulebook

SIMILAR = 0.6

Carry = Callable[[str], str]


def carry_over(questions: Sequence[Question], source: Rulebook, target: Rulebook) -> list[Question]:
    """The questions whose edition is the source's, with the target's numbers; all others as they are.

    Raises QuestionSetError, naming question and number, when a number has no counterpart.
    """
    carried = _carrier(source, target)

    def carry(question: Question) -> Question:
        def number(old: str) -> str:
            new = carried(old)
            if not new:
                raise QuestionSetError(_lost(question.id, old, source, target))
            return new

        return replace(
            question,
            deciding=tuple(tuple(dict.fromkeys(map(number, item))) for item in question.deciding),
            supporting=tuple(dict.fromkeys(map(number, question.supporting))),
            edition=target.edition.id,
        )

    return [carry(question) if question.edition == source.edition.id else question for question in questions]


def check_numbers(questions: Sequence[Question], rulebook: Rulebook) -> None:
    """Raise QuestionSetError for the first number that the rulebook does not have: it could never be found."""
    known = {rule.number for rule in rulebook.rules}
    for question in questions:
        for number in (*(number for item in question.deciding for number in item), *question.supporting):
            if number not in known:
                raise QuestionSetError(
                    f"question {question.id}: found {number}, expected a rule of edition {rulebook.edition.id}; "
                    "mend the number or the question's edition."
                )


def _lost(question: str, number: str, source: Rulebook, target: Rulebook) -> str:
    known = any(rule.number == number for rule in source.rules)
    where = f"no rule of edition {target.edition.id} says" if known else f"edition {source.edition.id} does not have"
    return f"question {question}: {where} {number}; mend the number, or use an edition that has the rule."


def _carrier(source: Rulebook, target: Rulebook) -> Carry:
    """A function from a number of the source to the target's number, "" where there is none."""
    same_words, same_but_references = defaultdict[str, list[Rule]](list), defaultdict[str, list[Rule]](list)
    for rule in target.rules:
        same_words[_words(rule)].append(rule)
        same_but_references[_masked(rule)].append(rule)

    def carry(number: str) -> str:
        rule = source.by_id.get(number)
        if rule is None:
            return ""
        return (
            _pick(rule, same_words[_words(rule)])
            or _pick(rule, same_but_references[_masked(rule)])
            or _same_place(rule, target.by_id.get(number))
        )

    return carry


def _words(rule: Rule) -> str:
    """The text, or the heading of a bare title."""
    return " ".join((rule.text or f"# {rule.heading}").split())


def _masked(rule: Rule) -> str:
    """The text without the numbers that it refers to, which change from edition to edition."""
    return re.sub(r"\b\d{3}(\.\d+[a-z]*)?\b", "#", _words(rule))


def _pick(rule: Rule, candidates: Sequence[Rule]) -> str:
    """The candidate with the same number, else the only one under the same heading, else the only one."""
    if any(candidate.number == rule.number for candidate in candidates):
        return rule.number
    for group in ([rule_ for rule_ in candidates if rule_.heading == rule.heading], candidates):
        if len(group) == 1:
            return group[0].number
    return ""


def _same_place(rule: Rule, candidate: Rule | None) -> str:
    """The candidate's number when it stands under the same heading and says nearly the same."""
    if candidate is None or candidate.heading != rule.heading:
        return ""
    ratio = SequenceMatcher(None, _words(rule).split(), _words(candidate).split(), autojunk=False).ratio()
    return candidate.number if ratio >= SIMILAR else ""
