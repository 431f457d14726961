"""The shipped dialogues: conversations of two and three turns, the last of which refers back or is a new question."""

import json
from dataclasses import dataclass
from importlib.resources import files

from eval.questions.read import question_of
from eval.records import Question
from index.errors import QuestionSetError

FILE = "sets/dialogues.jsonl"


@dataclass(frozen=True)
class Dialogue:
    """The questions of a conversation; `complete` is the last one rephrased so that it needs no context."""

    turns: tuple[str, ...]
    complete: Question
    follow_up: bool


def shipped_dialogues(split: str | None = None) -> list[Dialogue]:
    """The dialogues in the package, or those of one half."""
    lines = (files("eval.questions") / FILE).read_text("utf-8").splitlines()
    every = [dialogue_of(json.loads(line), f"{FILE}:{number}") for number, line in enumerate(lines, 1)]
    return [dialogue for dialogue in every if split in (None, dialogue.complete.split)]


def dialogue_of(row: dict[str, object], place: str) -> Dialogue:
    """The dialogue in one row.

    Raises QuestionSetError.
    """
    turns, follow_up = row.get("turns"), row.get("follow_up")
    if not isinstance(turns, list) or len(turns) < 2:
        raise QuestionSetError(f'{place}: found {turns!r} as "turns", expected at least two questions; fix it.')
    if not isinstance(follow_up, bool):
        raise QuestionSetError(f'{place}: found {follow_up!r} as "follow_up", expected true or false; fix it.')
    return Dialogue(tuple(turns), question_of({**row, "question": row.get("whole")}, place), follow_up)
