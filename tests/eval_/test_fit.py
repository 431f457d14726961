"""eval/fit.py: weights and thresholds that are known by hand."""

import numpy as np
import pytest

from eval.examples import Example
from eval.fit import answer_threshold, cross_validated, fit_confidence, fit_ranking, folds
from eval.scores.abstention import auroc


def _example(gold: int, telling: int = 1) -> Example:
    features = np.random.default_rng(gold).random((5, 3))
    features[:, telling] = 0
    features[gold, telling] = 1
    return Example(features, (np.arange(5) == gold,))


def test_the_telling_feature_gets_the_weight() -> None:
    weights = fit_ranking([_example(gold % 5) for gold in range(20)])
    assert (weights >= 0).all()
    assert int(np.argmax(weights)) == 1
    assert weights[1] > 10 * max(weights[0], weights[2])


def test_any_rule_of_an_item_finds_it() -> None:
    either = np.array([True, True, False, False, False])
    weights = fit_ranking([Example(example.features, (either,)) for example in map(_example, (0, 1, 0, 1))])
    assert int(np.argmax(weights)) == 1


def test_confidence_separates_separable_questions() -> None:
    values = np.array([[0.9, 0.9], [0.8, 0.7], [0.7, 0.8], [0.3, 0.2], [0.2, 0.1]])
    answerable = np.array([True, True, True, False, False])
    weights = fit_confidence(values, answerable)
    log_odds = np.column_stack([values, np.ones(5)]) @ weights
    assert (log_odds[:3] > 0).all()
    assert (log_odds[3:] < 0).all()
    assert (weights[:2] > 0).all()
    assert weights[2] < 0


def test_confidence_does_not_depend_on_units() -> None:
    values = np.array([[0.9, 0.9], [0.8, 0.7], [0.7, 0.8], [0.3, 0.2], [0.2, 0.1]])
    answerable = np.array([True, True, True, False, False])
    scaled = fit_confidence(values * [1, 1000], answerable)
    assert np.allclose(scaled * [1, 1000, 1], fit_confidence(values, answerable), rtol=1e-3)


def test_every_fifth_question_is_held_out_together() -> None:
    assert [(learned.tolist(), held_out.tolist()) for learned, held_out in folds(7)] == [
        ([1, 2, 3, 4, 6], [0, 5]),
        ([0, 2, 3, 4, 5], [1, 6]),
        ([0, 1, 3, 4, 5, 6], [2]),
        ([0, 1, 2, 4, 5, 6], [3]),
        ([0, 1, 2, 3, 5, 6], [4]),
    ]


def test_held_out_questions_set_the_threshold() -> None:
    rng = np.random.default_rng(1)
    answerable = np.arange(200) % 2 == 0
    values = (rng.normal(size=200) + 3 * answerable)[:, None]
    log_odds = cross_validated(values, answerable)
    assert auroc(log_odds, answerable) == pytest.approx(0.98, abs=0.02)
    threshold = answer_threshold(log_odds, answerable)
    assert threshold == pytest.approx(0, abs=0.5)
    declined, answered = np.mean(log_odds[answerable] < threshold), np.mean(log_odds[~answerable] >= threshold)
    assert answered == pytest.approx(2 * declined, abs=0.02)


def test_the_threshold_spends_both_error_budgets_equally() -> None:
    log_odds = np.array([*range(40), *np.arange(-20, 0), 1.5, 2.5, 7.5])
    answerable = np.arange(len(log_odds)) < 40
    # At 1.75, 2 of 40 are declined and 2 of 23 answered; lower thresholds answer 3, higher ones decline 3.
    assert answer_threshold(log_odds, answerable) == 1.75
