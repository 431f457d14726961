"""The evidence of a search → how sure the judge is that the rules decide the question, and the state of the answer.

A logistic regression over the evidence. `python -m eval.fit` learns it from the `dev` halves of the question sets, so
that from 0.5 on the judge answers. Its thresholds are chosen where each kind of question is predicted by a model that
never saw that kind.
"""

import json
import math
from functools import cache
from importlib.resources import files

from index.search.evidence import NAMES
from index.search.features import BARE, COVERED
from index.search.search import SearchResult
from judge.records import State

FILE = "confidence.json"
ANSWERS_FROM = 0.5
MOST_LOG_ODDS = 50.0


def confidence(found: SearchResult) -> float:
    """Between 0 and 1; 0 where the question has no word in common with the rules."""
    if not found.evidence.likelihood or not found.hits:
        return 0.0
    weights = _weights(found.covered)
    log_odds = weights["constant"] + sum(weights[name] * getattr(found.evidence, name) for name in NAMES)
    return _logistic(log_odds)


def state_of(confident: float, covered: bool) -> State:
    """What a confidence says of the answer."""
    if confident >= ANSWERS_FROM:
        return "answered"
    return "unsure" if confident >= unsure_from(covered) else "declined"


def unsure_from(covered: bool) -> float:
    """The least confidence that isn't declined."""
    return _logistic(_weights(covered)["unsure from"])


def _logistic(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-MOST_LOG_ODDS, min(MOST_LOG_ODDS, log_odds))))


@cache
def _weights(covered: bool) -> dict[str, float]:
    both: dict[str, dict[str, float]] = json.loads((files("index") / "models" / FILE).read_text("utf-8"))
    return both[COVERED if covered else BARE]
