"""Feedback on answers → a SQLite file in the home folder → a question set that `judge eval` reads."""

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
class FeedbackEntry:
    """The feedback on one answer: `cited` are the rules that it cited as deciding, `deciding` those that do decide."""

    question: str
    edition: str
    verdict: str
    cited: tuple[str, ...] = ()
    deciding: tuple[str, ...] = ()


@dataclass(frozen=True)
class Feedback:
    """The feedback of one home folder; the newest entry for a question and an edition counts."""

    path: Path

    @classmethod
    def at(cls, home: Path) -> "Feedback":
        """The feedback in a home folder."""
        return cls(home / FILE)

    def keep(self, entry: FeedbackEntry) -> None:
        """Save an entry.

        Raises FeedbackError where the verdict or question is not valid, HomeError where the folder cannot be written.
        """
        if entry.verdict not in get_args(Verdict) or not 0 < len(entry.question) <= LONGEST_QUESTION:
            raise FeedbackError(
                f"found {entry.verdict[:20]!r} about {len(entry.question)} characters; expected right, wrong or"
                " wrong-rule about a question; use the buttons below an answer."
            )
        row = (entry.question, entry.edition, entry.verdict, json.dumps(entry.cited), json.dumps(entry.deciding))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path)) as store, store:
                store.execute(TABLE)
                store.execute("INSERT OR REPLACE INTO feedback VALUES (?, ?, ?, ?, ?)", row)
        except OSError as error:
            raise unwritable(self.path.parent, error) from error
        except sqlite3.Error as error:
            raise HomeError(f"cannot write {self.path} ({error}); expected our feedback; move it away.") from error

    def all(self) -> list[FeedbackEntry]:
        """Every entry, sorted by question."""
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
            FeedbackEntry(question, edition, verdict, tuple(json.loads(cited)), tuple(json.loads(deciding)))
            for question, edition, verdict, cited, deciding in rows
        ]

    def export(self, file: Path) -> tuple[int, int]:
        """Write the questions with known deciding rules as a question set; returns how many, and how many others.

        Raises FeedbackError where there are none, QuestionSetError where the file cannot be written.
        """
        entries = self.all()
        known = [each for each in entries if each.verdict != "wrong"]
        if not known:
            raise FeedbackError(
                f"found {len(entries)} answers with feedback, none with known rules; expected at least one; choose"
                " Right or Wrong rule below an answer first."
            )
        rows = [_row(place, each) for place, each in enumerate(known, 1)]
        try:
            file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
        except OSError as error:
            raise QuestionSetError(f"cannot write {file} ({error.strerror}); expected a file you may write.") from error
        return len(known), len(entries) - len(known)


def edition_of(edition: Edition) -> str:
    """The edition that a question set names; for the plain rulebook, the edition that its numbers come from."""
    return edition.effective or edition.id


def deciding_of(verdict: str, cited: Sequence[str], rule: str) -> tuple[str, ...]:
    """The deciding rules: those cited if the answer was right, `rule` if another one decides."""
    if verdict == "right":
        return tuple(cited)
    return (rule,) if verdict == "wrong-rule" and rule else ()


def _row(place: int, entry: FeedbackEntry) -> dict[str, object]:
    return {
        "id": f"feedback-{place}",
        "question": entry.question,
        "deciding": list(entry.deciding),
        "edition": entry.edition,
        "category": "feedback",
        "why": entry.verdict,
    }
