"""Abstention figures worked out by hand."""

import numpy as np
import pytest
from small_set import small_runs

from eval.scores.abstention import abstention, auroc, risk_coverage
from index.records import Rulebook


def test_figures_of_a_run(rulebook: Rulebook) -> None:
    judge, none = small_runs(rulebook)
    assert abstention(judge) == {
        "answerable": 2,
        "to_decline": 1,
        "auroc": 1.0,
        "answered_right": 1.0,
        "declined_right": 1.0,
        "risk": pytest.approx(1 / 9),
        "curve": [[pytest.approx(1 / 3), 0.0], [pytest.approx(2 / 3), 0.0], [1.0, pytest.approx(1 / 3)]],
    }
    assert abstention(none) is None


@pytest.mark.parametrize(
    ("answerable", "unanswerable", "expected"),
    [
        pytest.param([0.9, 0.5], [0.5, 0.1], 0.875, id="tie-counts-half"),
        pytest.param([0.1], [0.9], 0.0, id="wrong-way-round"),
        pytest.param([0.5], [0.5], 0.5, id="tie-only"),
        pytest.param([0.5], [], None, id="all-answerable"),
        pytest.param([], [0.5], None, id="none-answerable"),
    ],
)
def test_auroc(answerable: list[float], unanswerable: list[float], expected: float | None) -> None:
    flags = np.array([True] * len(answerable) + [False] * len(unanswerable))
    assert auroc(np.array(answerable + unanswerable), flags) == expected


def test_equal_confidences_are_answered_together() -> None:
    curve, risk = risk_coverage(np.array([0.9, 0.5, 0.5, 0.1]), np.array([False, True, False, True]))
    assert curve == [[0.25, 0.0], [0.75, pytest.approx(1 / 3)], [1.0, 0.5]]
    assert risk == pytest.approx(0.5 / 3 + 0.25 * 0.5)


def test_long_curves_are_thinned_to_a_hundred_points() -> None:
    curve, risk = risk_coverage(np.linspace(1, 0, 5000), np.zeros(5000, bool))
    assert len(curve) == 100
    assert (curve[0], curve[-1], risk) == ([1 / 5000, 0.0], [1.0, 0.0], 0.0)
