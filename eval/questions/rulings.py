"""Rulings that a reader graded for a question, as a CSV file of identifiers and grades.

The columns are `question` (an id), `ruling` (see `ruling_id`; the text of a ruling isn't ours to publish) and `grade`:
2 settles the question, 1 helps, 0 is about something else, -1 misleads.
"""

import csv
import hashlib
from importlib.resources import files
from pathlib import Path

from index.errors import QuestionSetError
from judge.records import CardRuling

FILE = "sets/rulings.csv"
COLUMNS = ["question", "ruling", "grade"]
GRADES = (-1, 0, 1, 2)
ID_LENGTH = 12

Grades = dict[tuple[str, str], int]


def shipped_grades() -> Grades:
    """The graded rulings of the shipped posts, by the question's id and the ruling's."""
    return parse_grades((files("eval.questions") / FILE).read_text("utf-8"), FILE)


def read_grades(path: Path) -> Grades:
    """The graded rulings in a file.

    Raises QuestionSetError.
    """
    try:
        return parse_grades(path.read_text("utf-8"), str(path))
    except OSError as error:
        raise QuestionSetError(f"found no readable {path}, expected a file of graded rulings: {error}") from error


def parse_grades(text: str, place: str) -> Grades:
    """The grades in a CSV text.

    Raises QuestionSetError.
    """
    rows = csv.reader(text.splitlines())
    if (head := next(rows, [])) != COLUMNS:
        raise QuestionSetError(f"{place}: found the columns {head}, expected {COLUMNS}; fix the first line.")
    grades: Grades = {}
    for number, row in enumerate(rows, 2):
        if len(row) != len(COLUMNS) or row[2] not in map(str, GRADES):
            raise QuestionSetError(f"{place}:{number}: found {row}, expected two ids and a grade of {GRADES}; fix it.")
        grades[row[0], row[1]] = int(row[2])
    return grades


def ruling_id(found: CardRuling) -> str:
    """The beginning of the SHA-256 of the card's name and the ruling's text."""
    return hashlib.sha256(f"{found.card}\n{found.ruling.text}".encode()).hexdigest()[:ID_LENGTH]
