"""What the search found → how sure the judge is that the rules decide the question.

A logistic regression: is the question more like what is said about a rule, or like a question that no rule decides, by
its words, by the nearest passage, and by the mean of all that is said? `python -m eval.fit` learns it from the `dev`
half of the question set.
"""

import json
import math
from functools import cache
from importlib.resources import files

from index.ranking import BARE, COVERED
from index.search import Found

FILE = "confidence.json"
SIGNS = ("words", "nearness", "middle")


def confidence(found: Found) -> float:
    """Between 0 and 1."""
    weights = _weights(found.covered)
    total = weights["constant"] + sum(weights[name] * value for name, value in zip(SIGNS, signs(found), strict=True))
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, total))))


def signs(found: Found) -> tuple[float, float, float]:
    """The signs, in the order of their names; each speaks for the rules."""
    rules, undecided = found.rules, found.undecided
    return rules.words - undecided.words, rules.nearest - undecided.nearest, rules.middle - undecided.middle


@cache
def _weights(covered: bool) -> dict[str, float]:
    both: dict[str, dict[str, float]] = json.loads((files("judge") / FILE).read_text("utf-8"))
    return both[COVERED if covered else BARE]
