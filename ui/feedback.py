"""What a reader says of an answer → a SQLite file in the home folder → a question set that `judge eval` reads."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from index.errors import HomeError, JudgeError, QuestionSetError
from index.home import unwritable
from index.records import Edition

Verdict = Literal["right", "wrong", "wrong-rule"]

FILE = "feedback.sqlite"
LONGEST_QUESTION = 2000
MOST_RULES = 8
TABLE = """CREATE TABLE IF NOT EXISTS feedback (
    question TEXT NOT NULL, edition TEXT NOT NULL, verdict TEXT NOT NULL, cited TEXT NOT NULL, deciding TEXT NOT NULL,
    PRIMARY KEY (question, edition))"""


class FeedbackError(JudgeError):
    """Feedback that cannot be kept or exported."""


@dataclass(frozen=True)
class Said:
    """What was said of one answer: `cited` are the rules that it gave as deciding, `deciding` those that do."""

    question: str
    edition: str
    verdict: str
    cited: tuple[str, ...] = ()
    deciding: tuple[str, ...] = ()


@dataclass(frozen=True)
class Feedback:
    """The feedback of one home folder; the last word on a question in an edition counts."""

    path: Path

    @classmethod
    def at(cls, home: Path) -> "Feedback":
        """The feedback that is kept in a home folder."""
        return cls(home / FILE)

    def keep(self, said: Said) -> None:
        """Keep what was said.

        Raises FeedbackError where it is no feedback, HomeError where the folder cannot be written.
        """
        if said.verdict not in get_args(Verdict) or not 0 < len(said.question) <= LONGEST_QUESTION:
            raise FeedbackError(
                f"found {said.verdict[:20]!r} about {len(said.question)} characters; expected right, wrong or"
                " wrong-rule about a question; use the buttons below an answer."
            )
        row = (said.question, said.edition, said.verdict, json.dumps(said.cited), json.dumps(said.deciding))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path)) as store, store:
                store.execute(TABLE)
                store.execute("INSERT OR REPLACE INTO feedback VALUES (?, ?, ?, ?, ?)", row)
        except OSError as error:
            raise unwritable(self.path.parent, error) from error
        except sqlite3.Error as error:
            raise HomeError(f"cannot write {self.path} ({error}); expected our feedback; move it away.") from error

    def all(self) -> list[Said]:
        """Everything that was said, in the order of the questions."""
        if not self.path.exists():
            return []
        try:
            with closing(sqlite3.connect(self.path)) as store:
                rows = store.execute(
                    "SELECT question, edition, verdict, cited, deciding FROM feedback ORDER BY question, edition"
                ).fetchall()
        except sqlite3.Error as error:
            raise HomeError(f"cannot read {self.path} ({error}); expected our feedback; move it away.") from error
        return [
            Said(question, edition, verdict, tuple(json.loads(cited)), tuple(json.loads(deciding)))
            for question, edition, verdict, cited, deciding in rows
        ]

    def export(self, file: Path) -> tuple[int, int]:
        """Write the questions whose deciding rules are known as a question set; how many, and how many were left out.

        Raises FeedbackError where there are none, QuestionSetError where the file cannot be written.
        """
        said = self.all()
        known = [each for each in said if each.verdict != "wrong"]
        if not known:
            raise FeedbackError(
                f"found {len(said)} answers with feedback and none whose rules are known; expected one at least; say"
                " Right or Wrong rule below an answer first."
            )
        rows = [_row(place, each) for place, each in enumerate(known, 1)]
        try:
            file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
        except OSError as error:
            raise QuestionSetError(f"cannot write {file} ({error.strerror}); expected a file you may write.") from error
        return len(known), len(said) - len(known)


def edition_of(edition: Edition) -> str:
    """The edition whose numbers a question set names: the plain rulebook has those of its date."""
    return edition.effective or edition.id


def deciding_of(verdict: str, cited: Sequence[str], rule: str) -> tuple[str, ...]:
    """The rules that decide: those cited where that was right, the one named where another was."""
    if verdict == "right":
        return tuple(cited)
    return (rule,) if verdict == "wrong-rule" and rule else ()


def _row(place: int, said: Said) -> dict[str, object]:
    return {
        "id": f"feedback-{place}",
        "question": said.question,
        "deciding": list(said.deciding),
        "edition": said.edition,
        "category": "feedback",
        "why": said.verdict,
    }
