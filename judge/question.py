"""What a user typed → a clean question, and the rule numbers named in it."""

import re
import unicodedata

from index.errors import JudgeError
from judge.prompts import too_long

MOST = 2000
SUBRULE = re.compile(r"(?<![\d.])(\d{3}\.\d{1,3}[a-z]{0,2})(?![\w])", re.IGNORECASE)
CHAPTER = re.compile(r"(?:\b(?:rules?|cr|chapter|section)\s*#?\s*)(\d{3})(?![\w]|\.\d)", re.IGNORECASE)
ALONE = re.compile(r"\s*(\d{3})\s*[.?!]?\s*")
LETTERS = re.compile(r"[^\W\d_]{2,}")


class QuestionError(JudgeError):
    """A question that cannot be taken."""


def clean_question(text: str) -> str:
    """The question without control characters and doubled spaces.

    Raises QuestionError when it is longer than 2,000 characters.
    """
    if len(text) > MOST:
        raise QuestionError(too_long(len(text), MOST))
    kept = (" " if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") else char for char in text)
    return " ".join("".join(kept).split())


def numbers_in(question: str) -> list[str]:
    """The rule numbers that a question names, each once, in its order.

    >>> numbers_in("cr 704.5K and rule 613, not 2000")
    ['704.5k', '613']
    """
    alone = ALONE.fullmatch(question)
    if alone:
        return [alone[1]]
    found = [(match.start(1), match[1].lower()) for form in (SUBRULE, CHAPTER) for match in form.finditer(question)]
    return list(dict.fromkeys(number for _, number in sorted(found)))


def says_something(question: str) -> bool:
    """True when there is at least one word in it."""
    return bool(LETTERS.search(question))
