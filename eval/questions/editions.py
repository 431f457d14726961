"""Questions with the rule numbers of one edition → the same questions with the numbers of another, aligned."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from eval.records import Question
from index.errors import EditionError, QuestionSetError
from index.records import Rule, Rulebook
from index.rules.history.align import Outline, align
from judge.library import Library

MOST_NAMED = 8
LEFT_OUT = "left out {count} whose deciding rules have no counterpart in edition {edition}: {named}."
DROPPED = "dropped rule numbers that have no counterpart in edition {edition} from {count}: {named}."

Renumber = Callable[[str], str]


@dataclass(frozen=True)
class Renumbered:
    """Questions with the numbers of another edition, and a line about each kind of number without a counterpart."""

    questions: tuple[Question, ...]
    notes: tuple[str, ...] = ()


def in_edition(
    questions: Sequence[Question], rulebook: Rulebook, library: Library, note: Callable[[str], None]
) -> list[Question]:
    """The questions with the numbers of a rulebook's edition; `note` gets a line about numbers that were lost.

    Raises QuestionSetError when the edition of a question is not installed, or does not have one of its numbers.
    """
    ready = list(questions)
    same = {rulebook.edition.id, rulebook.edition.effective}
    for edition in sorted({question.edition for question in questions} - same):
        renumbered = renumber(ready, _installed(edition, rulebook, library), rulebook)
        ready = list(renumbered.questions)
        for line in renumbered.notes:
            note(line)
    check_numbers(ready, rulebook)
    return ready


def _installed(edition: str, rulebook: Rulebook, library: Library) -> Rulebook:
    try:
        return library.rulebook(edition)
    except EditionError as error:
        raise QuestionSetError(
            f"found rule numbers of edition {edition}, expected those of {rulebook.edition.id}; to convert them, "
            f"install {edition} with: judge rules add FILE"
        ) from error


def renumber(questions: Sequence[Question], source: Rulebook, target: Rulebook) -> Renumbered:
    """Give the questions from the source's edition the target's numbers; leave the others unchanged.

    A number without a counterpart is dropped; a question whose needed rules are dropped is left out. Raises
    QuestionSetError for a number that the source itself does not have, or when no answerable question is left.
    """
    counterpart = _matcher(source, target)
    lost: dict[str, list[str]] = {LEFT_OUT: [], DROPPED: []}
    kept = []
    for question in questions:
        if question.edition != source.edition.id:
            kept.append(question)
            continue
        _check(question, source, source.by_id)
        renumbered = _renumbered(question, counterpart, target)
        numbers = [number for number in question.numbers if not counterpart(number)]
        if numbers:
            lost[DROPPED if renumbered else LEFT_OUT].append(f"{question.id} ({', '.join(numbers)})")
        kept += [renumbered] if renumbered else []
    notes = tuple(_note(message, places, target) for message, places in lost.items() if places)
    if notes and not any(question.deciding for question in kept):
        raise QuestionSetError(f"{notes[0]} No question with a deciding rule is left; use a newer edition.")
    return Renumbered(tuple(kept), notes)


def _renumbered(question: Question, counterpart: Renumber, target: Rulebook) -> Question | None:
    """The question with the target's numbers; None if rules that it needs are missing there."""
    items = [tuple(dict.fromkeys(filter(None, map(counterpart, item)))) for item in question.deciding]
    left = tuple(filter(None, items))
    if question.deciding and (not left or (question.need == "all" and len(left) < len(items))):
        return None
    supporting = tuple(dict.fromkeys(filter(None, map(counterpart, question.supporting))))
    return replace(question, deciding=left, supporting=supporting, edition=target.edition.id)


def _note(message: str, places: Sequence[str], target: Rulebook) -> str:
    named = ", ".join(places[:MOST_NAMED]) + (", …" if len(places) > MOST_NAMED else "")
    count = f"{len(places)} question{'s' if len(places) > 1 else ''}"
    return message.format(count=count, edition=target.edition.id, named=named)


def check_numbers(questions: Sequence[Question], rulebook: Rulebook) -> None:
    """Raise QuestionSetError for the first number that the rulebook does not have: it could never be found."""
    known = {rule.number: rule for rule in rulebook.rules}
    for question in questions:
        _check(question, rulebook, known)


def _check(question: Question, rulebook: Rulebook, known: Mapping[str, Rule]) -> None:
    for number in question.numbers:
        if number not in known:
            raise QuestionSetError(
                f"question {question.id}: found {number}, expected a rule of edition {rulebook.edition.id}; "
                "fix the number or the question's edition."
            )


def _matcher(source: Rulebook, target: Rulebook) -> Renumber:
    """A function from a number in the source to its counterpart in the target, "" if there is none."""
    pairs = align(Outline.of_rulebook(source), Outline.of_rulebook(target))
    numbers = {pair.old: target.by_id[pair.new].number for pair in pairs}
    return lambda number: numbers.get(number, "")
