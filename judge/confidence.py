"""What the search found → how sure the judge is that the rules decide the question.

A logistic regression: how like is the question to what is said about a rule, and how like to the questions that no rule
decides, each by the nearest passage, by the mean of all that is said, and by how likely that makes its words?
`python -m eval.fit` learns it from the `dev` half of the question set, and so that from 0.5 on the errors that are
allowed are used up alike: one in twenty of the questions that rules decide declined, one in ten of the others answered.
"""

import json
import math
from functools import cache
from importlib.resources import files

from index.ranking import BARE, COVERED
from index.search import Found

FILE = "confidence.json"
OF_LIKENESS = ("nearest", "middle", "likelihood")
SIGNS = (*OF_LIKENESS, *(f"undecided {name}" for name in OF_LIKENESS))


def confidence(found: Found) -> float:
    """Between 0 and 1; 0 where the question has no word in common with all that is said."""
    if not found.rules.likelihood:
        return 0.0
    weights = _weights(found.covered)
    total = weights["constant"] + sum(weights[name] * value for name, value in zip(SIGNS, signs(found), strict=True))
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, total))))


def signs(found: Found) -> tuple[float, ...]:
    """The signs, in the order of their names; each speaks for the rules."""
    of_rules = (getattr(found.rules, name) for name in OF_LIKENESS)
    of_undecided = (-getattr(found.undecided, name) for name in OF_LIKENESS)
    return (*of_rules, *of_undecided)


@cache
def _weights(covered: bool) -> dict[str, float]:
    both: dict[str, dict[str, float]] = json.loads((files("judge") / FILE).read_text("utf-8"))
    return both[COVERED if covered else BARE]
