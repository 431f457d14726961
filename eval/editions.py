"""Questions of another edition → the same questions with the numbers of the edition in use, carried by text."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache

from eval.records import Question
from index.errors import QuestionSetError
from index.records import Rule, Rulebook

SIMILAR = 0.6
NAMED = 8
LEFT_OUT = "left out {count} of the questions, because no rule of edition {edition} says what decides {named}."
DROPPED = "left out numbers of {count} of the questions, which no rule of edition {edition} says: {named}."

Carry = Callable[[str], str]


@dataclass(frozen=True)
class Carried:
    """Questions with the numbers of another edition; `lost` says in a line each what had no counterpart there."""

    questions: tuple[Question, ...]
    lost: tuple[str, ...] = ()


def carry_over(questions: Sequence[Question], source: Rulebook, target: Rulebook) -> Carried:
    """The questions whose edition is the source's, with the target's numbers; all others as they are.

    A number that the target has no counterpart of is left out. A question is left out with it where what it needs is
    not there any more. Raises QuestionSetError for a number that the source itself does not have, or when no question
    that rules decide is left.
    """
    carried = _carrier(source, target)
    dropped: dict[str, list[str]] = {}
    kept = []
    for question in questions:
        if question.edition != source.edition.id:
            kept.append(question)
            continue
        moved = _moved(question, carried, source, target)
        numbers = [number for number in _numbers(question) if not carried(number)]
        reason = LEFT_OUT if moved is None else DROPPED
        if numbers:
            dropped.setdefault(reason, []).append(f"{question.id} ({', '.join(numbers)})")
        kept += [moved] if moved else []
    lost = tuple(_line(reason, dropped[reason], target) for reason in (LEFT_OUT, DROPPED) if reason in dropped)
    if lost and not any(question.deciding for question in kept):
        raise QuestionSetError(f"{lost[0]} No question with a deciding rule is left; use a newer edition.")
    return Carried(tuple(kept), lost)


def _moved(question: Question, carried: Carry, source: Rulebook, target: Rulebook) -> Question | None:
    """The question with the target's numbers; None where the rules that it needs are not all there."""
    for number in _numbers(question):
        if number not in source.by_id:
            raise QuestionSetError(
                f"question {question.id}: found {number}, expected a rule of edition {source.edition.id}; "
                "mend the number or the question's edition."
            )
    items = [tuple(dict.fromkeys(filter(None, map(carried, item)))) for item in question.deciding]
    left = tuple(filter(None, items))
    if question.deciding and (not left or (question.need == "all" and len(left) < len(items))):
        return None
    supporting = tuple(dict.fromkeys(filter(None, map(carried, question.supporting))))
    return replace(question, deciding=left, supporting=supporting, edition=target.edition.id)


def _line(reason: str, dropped: Sequence[str], target: Rulebook) -> str:
    named = ", ".join(dropped[:NAMED]) + (", …" if len(dropped) > NAMED else "")
    return reason.format(count=len(dropped), edition=target.edition.id, named=named)


def _numbers(question: Question) -> list[str]:
    return [*(number for item in question.deciding for number in item), *question.supporting]


def check_numbers(questions: Sequence[Question], rulebook: Rulebook) -> None:
    """Raise QuestionSetError for the first number that the rulebook does not have: it could never be found."""
    known = {rule.number for rule in rulebook.rules}
    for question in questions:
        for number in _numbers(question):
            if number not in known:
                raise QuestionSetError(
                    f"question {question.id}: found {number}, expected a rule of edition {rulebook.edition.id}; "
                    "mend the number or the question's edition."
                )


def _carrier(source: Rulebook, target: Rulebook) -> Carry:
    """A function from a number of the source to the target's number, "" where there is none."""
    same_words, same_but_references = defaultdict[str, list[Rule]](list), defaultdict[str, list[Rule]](list)
    for rule in target.rules:
        same_words[_words(rule)].append(rule)
        same_but_references[_masked(rule)].append(rule)

    @cache
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
