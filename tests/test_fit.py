"""eval/fit.py: weights that can be known by hand."""

import numpy as np
import pytest

from eval.declining import auroc
from eval.fit import Example, examples, fit_confidence, fit_ranking, held_out, least_sure
from eval.measures import headings
from eval.records import Question
from index.ranking import FEATURES
from index.records import Rulebook
from index.search import Search


def _example(gold: int, wanted: int = 1) -> Example:
    features = np.random.default_rng(gold).random((5, 3))
    features[:, wanted] = 0
    features[gold, wanted] = 1
    return Example(features, (np.arange(5) == gold,))


def test_the_feature_that_tells_the_deciding_rule_gets_the_weight() -> None:
    weights = fit_ranking([_example(gold % 5) for gold in range(20)])
    assert (weights >= 0).all()
    assert int(np.argmax(weights)) == 1
    assert weights[1] > 10 * max(weights[0], weights[2])


def test_an_item_is_found_by_any_of_its_rules() -> None:
    either = np.array([True, True, False, False, False])
    weights = fit_ranking([Example(example.features, (either,)) for example in map(_example, (0, 1, 0, 1))])
    assert int(np.argmax(weights)) == 1


def test_confidence_parts_what_can_be_parted() -> None:
    values = np.array([[0.9, 0.9], [0.8, 0.7], [0.7, 0.8], [0.3, 0.2], [0.2, 0.1]])
    answerable = np.array([True, True, True, False, False])
    weights = fit_confidence(values, answerable)
    sure = np.column_stack([values, np.ones(5)]) @ weights
    assert (sure[:3] > 0).all()
    assert (sure[3:] < 0).all()
    assert (weights[:2] > 0).all()
    assert weights[2] < 0
    scaled = fit_confidence(values * [1, 1000], answerable)
    assert np.allclose(scaled * [1, 1000, 1], weights, rtol=1e-3)


def test_held_out_questions_say_from_what_on_to_answer() -> None:
    dice = np.random.default_rng(1)
    answerable = np.arange(200) % 2 == 0
    values = (dice.normal(size=200) + 3 * answerable)[:, None]
    sure = held_out(values, answerable)
    assert auroc(sure[answerable], sure[~answerable]) == pytest.approx(0.98, abs=0.02)
    least = least_sure(sure, answerable)
    assert least == pytest.approx(0, abs=0.5)
    assert np.mean(sure[~answerable] >= least) == pytest.approx(2 * np.mean(sure[answerable] < least), abs=0.02)


def test_the_errors_that_are_allowed_are_used_up_alike() -> None:
    sure = np.array([*range(40), *np.arange(-20, 0), 1.5, 2.5, 7.5])
    answerable = np.arange(len(sure)) < 40
    # There 2 of 40 are declined and 2 of 23 answered; a step below 3 are answered, a step above 3 are declined.
    assert least_sure(sure, answerable) == 1.75


def test_examples_hold_the_features_of_all_rules_and_where_the_deciding_ones_stand(
    search: Search, rulebook: Rulebook
) -> None:
    numbers = [rulebook.by_id[rule].number for rule in search.rules]
    asked = [
        Question("a", "how much tramples over", (("702.19b", "702.19c"), ("100.1",))),
        Question("b", "who bakes", ()),
        Question("c", "what is trample", (("702.19",),)),
    ]
    made = examples(search, numbers, asked, headings(rulebook))
    assert len(made) == 2
    assert made[0].features.shape == (len(numbers), len(FEATURES))
    assert [[numbers[at] for at in np.flatnonzero(item)] for item in made[0].items] == [
        ["702.19b", "702.19c"],
        ["100.1"],
    ]
    assert [numbers[at] for at in np.flatnonzero(made[1].items[0])] == ["702.19", "702.19a", "702.19b", "702.19c"]
