"""Declining by hand, and AUROC as scikit-learn has it."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from small_set import small_runs

from eval.declining import auroc, declining, risk_coverage
from index.records import Rulebook


def test_the_figures_of_a_run(rulebook: Rulebook) -> None:
    judge, none = small_runs(rulebook)
    figures = declining(judge)
    assert figures == {
        "answerable": 2,
        "to_decline": 1,
        "auroc": 1.0,
        "answered_right": 1.0,
        "declined_right": 1.0,
        "risk": pytest.approx(1 / 9),
        "curve": [[pytest.approx(1 / 3), 0.0], [pytest.approx(2 / 3), 0.0], [1.0, pytest.approx(1 / 3)]],
    }
    assert declining(none) is None


def test_auroc_is_that_of_scikit_learn() -> None:
    rng = np.random.default_rng(1)
    some, others = rng.random(80).round(2) + 0.1, rng.random(40).round(2)
    expected = roc_auc_score([1] * 80 + [0] * 40, np.concatenate([some, others]))
    assert auroc(some, others) == pytest.approx(expected)


def test_auroc_wants_both_kinds() -> None:
    assert auroc(np.array([0.5]), np.array([])) is None
    assert auroc(np.array([]), np.array([0.5])) is None
    assert auroc(np.array([0.5]), np.array([0.5])) == 0.5


def test_questions_of_one_confidence_are_answered_together() -> None:
    curve, risk = risk_coverage(np.array([0.9, 0.5, 0.5, 0.1]), np.array([False, True, False, True]))
    assert curve == [[0.25, 0.0], [0.75, pytest.approx(1 / 3)], [1.0, 0.5]]
    assert risk == pytest.approx(0.5 / 3 + 0.25 * 0.5)


def test_a_long_curve_has_a_hundred_points() -> None:
    curve, risk = risk_coverage(np.linspace(1, 0, 5000), np.zeros(5000, bool))
    assert len(curve) == 100
    assert (curve[0], curve[-1], risk) == ([1 / 5000, 0.0], [1.0, 0.0], 0.0)
