"""What the search found → how sure the judge is that the rules decide the question.

A logistic regression over what speaks for the rules, what for the questions that no rule decides, and how many words
stand nowhere. `python -m eval.fit` learns it from the question set's `dev` half.
"""

import json
import math
from functools import cache
from importlib.resources import files

from index.ranking import BARE, COVERED
from index.search import Found

FILE = "confidence.json"
SIGNS = ("nearest", "words", "evidence", "undecided", "undecided words", "unknown words")
FOR = 3


def confidence(found: Found) -> float:
    """Between 0 and 1; 0.5 is where the judge begins to answer."""
    weights = _weights(found.covered)
    total = weights["constant"] + sum(weights[name] * value for name, value in zip(SIGNS, signs(found), strict=True))
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, total))))


def signs(found: Found) -> tuple[float, ...]:
    """The signs, in the order of their names; the first three speak for the rules, the others against."""
    speaks_for = found.nearest, found.words, found.evidence
    return *speaks_for, found.undecided, found.undecided_words, math.log1p(found.unknown)


@cache
def _weights(covered: bool) -> dict[str, float]:
    both: dict[str, dict[str, float]] = json.loads((files("judge") / FILE).read_text("utf-8"))
    return both[COVERED if covered else BARE]
