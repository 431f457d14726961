"""chapters/procedures.md → procedures: the rules that apply one after another, and how players ask for all of them.

## The cleanup step
Steps: 514.1, 514.2, 514.3

- what happens at the end of turn, in order
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from index.errors import PlainError
from index.rules.numbers import is_number

FILE = "procedures.md"
STEPS, QUESTION = "Steps: ", "- "
LEAST_STEPS, MOST_STEPS = 2, 8


@dataclass(frozen=True)
class Procedure:
    """Rules in the order in which they apply; `steps` has their numbers in the plain rulebook, or their ids."""

    title: str
    steps: tuple[str, ...]
    questions: tuple[str, ...]


@cache
def shipped_procedures() -> tuple[Procedure, ...]:
    """The procedures that the package ships."""
    return tuple(read_procedures(FILE, (files("index") / "plain" / "chapters" / FILE).read_text("utf-8")))


def read_procedures(name: str, text: str) -> list[Procedure]:
    """The procedures in a file, in order; text before the first `##` is for the people who edit the file.

    Raises PlainError, naming the file and the procedure, for one without 2 to 8 steps or without questions.
    """
    return [_read_procedure(name, part.split("\n")) for part in f"\n{text}".split("\n## ")[1:]]


def in_edition(procedures: Sequence[Procedure], rule_of: Mapping[str, str]) -> list[Procedure]:
    """The procedures with the ids of an edition's rules by their numbers; a rule that it lacks is left out.

    A procedure of which fewer than two rules are left is left out, too.
    """
    kept = [replace(each, steps=tuple(rule_of[step] for step in each.steps if step in rule_of)) for each in procedures]
    return [each for each in kept if len(each.steps) >= LEAST_STEPS]


def _read_procedure(name: str, lines: Sequence[str]) -> Procedure:
    title, rest = lines[0].strip(), [line.strip() for line in lines[1:] if line.strip()]
    listed = [line.removeprefix(STEPS) for line in rest if line.startswith(STEPS)]
    steps = tuple(number.strip() for number in ",".join(listed).split(",") if number.strip())
    questions = tuple(line.removeprefix(QUESTION).strip() for line in rest if line.startswith(QUESTION))
    wrong = next((step for step in steps if not is_number(step)), "")
    if wrong or not LEAST_STEPS <= len(set(steps)) == len(steps) <= MOST_STEPS or not questions:
        found = f'the step "{wrong}"' if wrong else f"{len(steps)} steps and {len(questions)} questions"
        raise PlainError(
            f'{name}: found "{title[:60]}" with {found}, expected {LEAST_STEPS} to {MOST_STEPS} different numbers '
            f'after "{STEPS}" and questions after "{QUESTION}"; correct it.'
        )
    return Procedure(title, steps, questions)
