"""The name of a question set, `shipped` or a file's, and a split → its questions."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from importlib.resources import as_file, files
from pathlib import Path

from eval.questions import read_questions
from eval.records import Question
from index.errors import QuestionSetError

SHIPPED = "shipped"
SHIPPED_SET = "sets/questions.jsonl"
SPLITS = ("dev", "test")
DEFAULT_SPLIT = "dev"


def load_questions(name: str, split: str | None = None, shipped: Path | None = None) -> list[Question]:
    """The questions of a file, or of the shipped set, that are in a split.

    Without a split it is all of a file, and `dev` of the shipped set: `test` is to report on, not to choose by.
    `shipped` is another file in place of the shipped set. Raises QuestionSetError when there is no such question.
    """
    if name != SHIPPED:
        return in_split(read_questions(name), split, name)
    with _shipped(shipped) as path:
        return in_split(read_questions(path), split or DEFAULT_SPLIT, SHIPPED)


def in_split(questions: Sequence[Question], split: str | None, name: str) -> list[Question]:
    """The questions of a split, all of them without one."""
    chosen = [question for question in questions if split in (None, question.split)]
    if not chosen:
        there = ", ".join(sorted({question.split for question in questions} - {""})) or "none"
        raise QuestionSetError(
            f'{name}: found no question of the split "{split}", expected one of its splits ({there}); leave out '
            '--split or write the field "split".'
        )
    return chosen


def _shipped(path: Path | None) -> AbstractContextManager[Path]:
    return as_file(path or files("eval").joinpath(SHIPPED_SET))
