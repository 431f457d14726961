"""Feedback on answers → the database of the shared state → a question set that `judge eval` reads."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from index.errors import JudgeError, QuestionSetError
from index.records import Edition
from ui.state.database import Database

Verdict = Literal["right", "wrong", "wrong-rule"]

LONGEST_QUESTION = 2000
MOST_RULES = 8
NO_LETTER = "\0"  # PostgreSQL's text cannot hold it


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
    """The feedback that a database holds; the newest entry for a question and an edition counts."""

    database: Database

    @classmethod
    def at(cls, home: Path) -> "Feedback":
        """The feedback of a home folder, or of the database that `JUDGE_DATABASE` names."""
        return cls(Database.at(home))

    def keep(self, entry: FeedbackEntry) -> None:
        """Save an entry; it is in the database when this returns.

        Raises FeedbackError where the verdict or question is not valid, StateError or HomeError where it is not saved.
        """
        from ui.state.tables import FEEDBACK, key_of, upsert

        question = entry.question.replace(NO_LETTER, "")
        if entry.verdict not in get_args(Verdict) or not 0 < len(question) <= LONGEST_QUESTION:
            raise FeedbackError(
                f"found {entry.verdict[:20]!r} about {len(question)} characters; expected right, wrong or"
                " wrong-rule about a question; use the buttons below an answer."
            )
        row = {
            "key": key_of(question, entry.edition),
            "question": question,
            "edition": entry.edition,
            "verdict": entry.verdict,
            "cited": json.dumps(entry.cited),
            "deciding": json.dumps(entry.deciding),
        }
        self.database.run(lambda connection: upsert(connection, FEEDBACK, row))

    def all(self) -> list[FeedbackEntry]:
        """Every entry, sorted by question.

        Raises StateError where the database cannot be read.
        """
        from sqlalchemy import select

        from ui.state.tables import FEEDBACK

        if not self.database.is_there:
            return []
        columns = [FEEDBACK.c[name] for name in ("question", "edition", "verdict", "cited", "deciding")]
        rows = self.database.run(lambda connection: connection.execute(select(*columns)).all())
        return sorted(
            (
                FeedbackEntry(question, edition, verdict, tuple(json.loads(cited)), tuple(json.loads(deciding)))
                for question, edition, verdict, cited, deciding in rows
            ),
            key=lambda entry: (entry.question, entry.edition),
        )

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
