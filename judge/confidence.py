"""What the search found → how sure the judge is that the rules decide the question.

A logistic regression over three signs: how near the nearest passage of a rule is, how near the nearest question that
no rule decides, and the evidence for the best rule. `python -m eval.fit` learns it from the question set's `dev` half.
"""

import json
import math
from functools import cache
from importlib.resources import files

from index.search import Found

FILE = "confidence.json"
SIGNS = ("nearest", "undecided", "evidence")


def confidence(found: Found) -> float:
    """Between 0 and 1; 0.5 is where the judge begins to answer."""
    weights = _weights()
    total = weights["constant"] + sum(weights[name] * value for name, value in zip(SIGNS, signs(found), strict=True))
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, total))))


def signs(found: Found) -> tuple[float, float, float]:
    """The signs, in the order of their names."""
    return found.nearest, found.undecided, found.evidence


@cache
def _weights() -> dict[str, float]:
    weights: dict[str, float] = json.loads((files("judge") / FILE).read_text("utf-8"))["weights"]
    return weights
