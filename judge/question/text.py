"""What a user typed → a clean question."""

import re
import unicodedata

from index.errors import JudgeError
from judge.messages import too_long

MOST = 2000
LETTERS = re.compile(r"[^\W\d_]{2,}")


class QuestionError(JudgeError):
    """A question that cannot be taken."""


def clean_question(text: str) -> str:
    """The question without control characters and doubled spaces.

    Raises QuestionError when it is longer than 2,000 characters.
    """
    if len(text) > MOST:
        raise QuestionError(too_long(len(text), MOST))
    return " ".join((text if text.isprintable() else _without_control(text)).split())


def _without_control(text: str) -> str:
    return "".join(" " if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") else char for char in text)


def says_something(question: str) -> bool:
    """True when there is at least one word in it."""
    return bool(LETTERS.search(question))
