"""The shipped conversations, the last turn of which refers back or is a new question.

`dialogues.jsonl` has dialogues of two and three turns with the rules that decide the last one; `turns.jsonl` has pairs
of turns without them.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from eval.questions.read import question_of
from eval.records import Question
from index.errors import QuestionSetError

DIALOGUES, TURNS = "sets/dialogues.jsonl", "sets/turns.jsonl"

Row = dict[str, object]


@dataclass(frozen=True)
class Turns:
    """The questions of a conversation, whether the last one is a follow-up, and who wrote them."""

    turns: tuple[str, ...]
    follow_up: bool
    style: str


@dataclass(frozen=True)
class Dialogue(Turns):
    """A conversation; `complete` is the last question rephrased so that it needs no context."""

    complete: Question


def shipped_dialogues(split: str | None = None) -> list[Dialogue]:
    """The dialogues in the package, or those of one half."""
    every = [dialogue_of(row, place) for row, place in _rows(DIALOGUES)]
    return [dialogue for dialogue in every if split in (None, dialogue.complete.split)]


def shipped_turns(split: str | None = None) -> list[Turns]:
    """The turns in the package, or those of one half."""
    return [turns_of(row, place) for row, place in _rows(TURNS) if split in (None, row["split"])]


def dialogue_of(row: Row, place: str) -> Dialogue:
    """The dialogue in one row.

    Raises QuestionSetError.
    """
    found = turns_of(row, place)
    return Dialogue(
        found.turns, found.follow_up, found.style, question_of({**row, "question": row.get("whole")}, place)
    )


def turns_of(row: Row, place: str) -> Turns:
    """The turns in one row.

    Raises QuestionSetError.
    """
    turns, follow_up = row.get("turns"), row.get("follow_up")
    if not isinstance(turns, list) or len(turns) < 2:
        raise QuestionSetError(f'{place}: found {turns!r} as "turns", expected at least two questions; fix it.')
    if not isinstance(follow_up, bool):
        raise QuestionSetError(f'{place}: found {follow_up!r} as "follow_up", expected true or false; fix it.')
    return Turns(tuple(turns), follow_up, str(row.get("style", "")))


def _rows(name: str) -> Iterator[tuple[Row, str]]:
    """The rows of a file, each with its place for messages."""
    lines = (files("eval.questions") / name).read_text("utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        yield json.loads(line), f"{name}:{number}"
