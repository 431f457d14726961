"""How near the best passage is to the question → how sure the judge is that the rules decide it."""

import math

# A logistic curve over the best cosine; docs/evaluation.md says how the two numbers were chosen.
MIDDLE = 0.43
SLOPE = 18.0


def confidence(nearest: float) -> float:
    """Between 0 and 1; 0.5 is where the judge begins to answer.

    >>> confidence(MIDDLE)
    0.5
    """
    return 1 / (1 + math.exp(-SLOPE * (nearest - MIDDLE)))
