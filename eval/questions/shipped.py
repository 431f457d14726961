"""The name of a question set (a shipped one or a file) and a split → its questions.

`shipped` holds situations with a `dev` and a `test` half, `kinds` short questions of many kinds, answerable and not,
and `posts` players' posts that are only measured. `verdicts` are questions with the verdict that a writer should reach.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from importlib.resources import as_file, files
from pathlib import Path

from eval.questions.read import read_questions
from eval.records import Question
from index.errors import QuestionSetError

SHIPPED, KINDS, POSTS, VERDICTS = "shipped", "kinds", "posts", "verdicts"
SHIPPED_SETS = {SHIPPED: "questions.jsonl", KINDS: "kinds.jsonl", POSTS: "posts.jsonl", VERDICTS: "verdicts.jsonl"}
WHOLE = (POSTS, VERDICTS)
SPLITS = ("dev", "test")
DEFAULT_SPLIT = "dev"


def load_questions(name: str, split: str | None = None, shipped: Path | None = None) -> list[Question]:
    """The questions of one split of a file or of the shipped set.

    Without a split, a file, `posts` and `verdicts` are read whole, while the other shipped sets default to `dev`:
    `test` is for reporting, not for choosing. `shipped` replaces the file of a shipped set. Raises QuestionSetError
    when the split has no question.
    """
    if name not in SHIPPED_SETS:
        return in_split(read_questions(name), split, name)
    with _shipped(name, shipped) as path:
        return in_split(read_questions(path), split or (None if name in WHOLE else DEFAULT_SPLIT), name)


def in_split(questions: Sequence[Question], split: str | None, name: str) -> list[Question]:
    """The questions of a split, or all of them without one.

    Raises QuestionSetError when there are none.
    """
    chosen = [question for question in questions if split in (None, question.split)]
    if not chosen:
        splits = ", ".join(sorted({question.split for question in questions} - {""})) or "none"
        raise QuestionSetError(
            f'{name}: found no question in the split "{split}", expected one of its splits ({splits}); omit --split or '
            'add the field "split".'
        )
    return chosen


def _shipped(name: str, path: Path | None) -> AbstractContextManager[Path]:
    return as_file(path or files("eval.questions").joinpath("sets", SHIPPED_SETS[name]))
