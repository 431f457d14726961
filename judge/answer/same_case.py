"""A question and the typical questions nearest to it → the answered one that asks about the same case, if there is one.

The judge takes only one with the same wording. How likely any other asks about the same case is measured beside it:
never where one has another zone, player, number and so on in place of the other's; otherwise a logistic regression over
their features decides. `python -m eval.fit` learns it from labeled pairs; its threshold is where 97 of 100 held-out
pairs that pass are the same case.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from index.records import Hit
from judge.answer.case_features import CaseFeatures, same_wording
from judge.answer.linear_model import LinearModel
from judge.records import SameCase

FILE = "same_case.json"
CERTAIN = float("inf")
# Of the labeled pairs that were found by searching, 58 of 71 below are not the same case, 120 of 259 above.
NEAR_FROM = 0.7


@dataclass(frozen=True)
class CaseMatcher:
    """Recognizes questions about the same case."""

    features: CaseFeatures
    model: LinearModel

    def log_odds(self, asked: str, typical: str, cosine: float) -> float:
        """Above 0 for the same case, infinite where the wording is the same, minus infinite where a fact differs."""
        if same_wording(asked, typical):
            return CERTAIN
        if self.features.swaps_fact(asked, typical):
            return -CERTAIN
        return self.model.log_odds(self.features.features(asked, typical, cosine))


def is_near(hit: Hit) -> bool:
    """False for a typical question that is too different from the one asked for its answer to apply."""
    return hit.passage.kind != "question" or hit.cosine >= NEAR_FROM


def find_same_case(asked: str, known: Iterable[SameCase]) -> SameCase | None:
    """The first known question with the wording of the one asked, None where none has it.

    Nothing less will do: to the model, "does lifelink stack" is "does lifelink use the stack".
    """
    return next((each for each in known if same_wording(asked, each.question)), None)
