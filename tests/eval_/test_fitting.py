"""eval/fitting: weights, trees and thresholds that are known by hand."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from eval.examples import SearchedRules, TrainingExample
from eval.fitting import follow_up
from eval.fitting.confidence import (
    MAY_NOT_ANSWER,
    TOTAL,
    Confidence,
    ConfidenceExamples,
    examples,
    fit_confidence,
    leave_one_kind_out,
    question_weights,
)
from eval.fitting.ranking import fit_ranking, folds
from eval.fitting.reranker import Candidates, candidates, fit_reranker
from eval.questions.dialogues import Turns
from eval.records import Array, Question
from eval.scores.abstention import auroc
from index.records import Rulebook
from index.search.evidence import NAMES
from index.search.search import Search
from judge.question.follow_up import Features


def _example(gold: int, telling: int = 1) -> TrainingExample:
    features = np.random.default_rng(gold).random((5, 3))
    features[:, telling] = 0
    features[gold, telling] = 1
    return TrainingExample(features, (np.arange(5) == gold,))


def test_the_telling_feature_gets_the_weight() -> None:
    weights = fit_ranking([_example(gold % 5) for gold in range(20)])
    assert (weights >= 0).all()
    assert int(np.argmax(weights)) == 1
    assert weights[1] > 10 * max(weights[0], weights[2])


def test_any_rule_of_an_item_finds_it() -> None:
    either = np.array([True, True, False, False, False])
    weights = fit_ranking([TrainingExample(example.features, (either,)) for example in map(_example, (0, 1, 0, 1))])
    assert int(np.argmax(weights)) == 1


def test_every_fifth_question_is_held_out_together() -> None:
    assert [(learned.tolist(), held_out.tolist()) for learned, held_out in folds(7)] == [
        ([1, 2, 3, 4, 6], [0, 5]),
        ([0, 2, 3, 4, 5], [1, 6]),
        ([0, 1, 3, 4, 5, 6], [2]),
        ([0, 1, 2, 4, 5, 6], [3]),
        ([0, 1, 2, 3, 5, 6], [4]),
    ]


def _candidates(seed: int) -> Candidates:
    """Rules whose two features are high or low; the one with exactly one of them high decides."""
    features = np.random.default_rng(seed).permutation([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    return Candidates(features, features.sum(axis=1) == 1)


@pytest.mark.slow
def test_trees_learn_what_no_weights_can() -> None:
    questions = [_candidates(seed) for seed in range(200)]
    trees = fit_reranker(questions)
    for question in questions[:10]:
        scores = trees.scores(question.features.astype(np.float32))
        assert question.decides[int(np.argmax(scores))]
    assert trees.sharpness > 0


def test_only_questions_with_a_deciding_rule_teach_the_reranker(search: Search, rulebook: Rulebook) -> None:
    rules = SearchedRules.from_rulebook(search, rulebook)
    questions = [Question("a", "tramples over a chump blocker", (("702.19b",),)), Question("b", "who bakes", ())]
    [made] = candidates(rules, questions)
    assert made.features.shape[0] == len(made.decides) == len(rules.numbers)
    assert made.decides.sum() == 1


def _evidence(answerable: NDArray[np.integer], kinds: list[str], shift: float = 3.0) -> ConfidenceExamples:
    """Examples whose first value is higher by `shift` where they are answerable."""
    values = np.random.default_rng(1).normal(size=(len(answerable), len(NAMES)))
    values[:, 0] += shift * answerable
    return ConfidenceExamples(values, answerable.astype(bool), tuple(kinds))


def _log_odds(model: Confidence, values: Array) -> Array:
    log_odds: Array = values @ model.weights + model.constant
    return log_odds


def test_confidence_tells_questions_apart() -> None:
    answerable = np.arange(400) % 2
    made = _evidence(answerable, [f"{kind}" for kind in np.arange(400) % 4])
    model = fit_confidence(made)
    assert int(np.argmax(np.abs(model.weights))) == 0
    assert auroc(_log_odds(model, made.values), made.answerable) == pytest.approx(0.98, abs=0.02)
    answered = _log_odds(model, made.values) >= 0
    assert np.mean(answered[made.answerable]) == pytest.approx(1 - MAY_NOT_ANSWER, abs=0.03)
    assert model.unsure_from < 0


def test_confidence_does_not_depend_on_units() -> None:
    made = _evidence(np.arange(200) % 2, ["a"] * 100 + ["b"] * 100)
    scaled = replace(made, values=made.values * 1000)
    first, second = fit_confidence(made), fit_confidence(scaled)
    np.testing.assert_allclose(first.weights, second.weights * 1000, rtol=1e-3)
    assert first.constant == pytest.approx(second.constant, rel=1e-3)


def test_a_kind_is_predicted_without_itself() -> None:
    answerable = np.array([1, 0] * 100 + [0] * 20)
    made = _evidence(answerable, ["usual"] * 100 + ["other"] * 100 + ["odd"] * 20)
    made.values[200:, 0] = 3  # the odd ones look answerable, and only they themselves could say that they are not
    made.values[200:, 1] = 9
    without, learned = leave_one_kind_out(made)[200:], _log_odds(fit_confidence(made), made.values)[200:]
    assert (without > 0).all()
    assert (learned < without).all() and np.median(learned) < 0


def test_a_kind_counts_by_the_square_root_of_its_size() -> None:
    made = _evidence(np.array([1, 0] * 100), ["usual yes", "usual no"] * 50 + ["odd yes", "odd no"] * 50)
    again = ConfidenceExamples(
        np.repeat(made.values, 4, axis=0), np.repeat(made.answerable, 4), tuple(np.repeat(made.kinds, 4))
    )
    np.testing.assert_allclose(fit_confidence(made).weights, fit_confidence(again).weights, atol=1e-3)
    only_odd = np.repeat(np.arange(200), [1] * 100 + [4] * 100)
    more = ConfidenceExamples(made.values[only_odd], made.answerable[only_odd], tuple(np.array(made.kinds)[only_odd]))
    counts = question_weights(more)
    assert counts.sum() == pytest.approx(TOTAL)
    assert counts[100:].sum() == pytest.approx(2 * counts[:100].sum())
    assert counts[more.answerable].sum() == pytest.approx(TOTAL / 2)


def test_evidence_of_questions_by_kind(search: Search) -> None:
    questions = [
        Question("a", "tramples over a chump blocker", (("702.19b",),), style="short"),
        Question("b", "who bakes the best bread", (), style="short"),
    ]
    made = examples(search, questions)
    assert made.values.shape == (2, len(NAMES))
    assert made.answerable.tolist() == [True, False]
    assert made.kinds == ("short True", "short False")
    again = examples(search, [replace(questions[1], question="oops")], {"oops": "who bakes the best bread"}.__getitem__)
    np.testing.assert_array_equal(again.values[0], made.values[1])


def test_the_confidence_is_written_by_name() -> None:
    model = Confidence(np.arange(len(NAMES), dtype=float), 0.123456, -1.5)
    assert list(model.as_json()) == [*NAMES, "constant", "unsure from"]
    assert model.as_json()["constant"] == 0.1235


def _turns(count: int) -> follow_up.FollowUpExamples:
    """Last turns that are follow-ups where they have the cue "and", half of them; the other feature says nothing."""
    leans = np.arange(count) % 2 == 0
    made: list[Features] = [{"words": 5.0} | ({"cue: and": 1.0} if lean else {}) for lean in leans]
    made[1]["cue: rare"] = 1.0
    return follow_up.FollowUpExamples(tuple(made), leans, np.ones(count), tuple(f"turn {at}" for at in range(count)))


def test_cues_of_follow_ups_get_their_weight() -> None:
    weights = follow_up.fit_follow_up(_turns(40))
    assert list(weights) == ["cue: and", "words", "constant"]  # a cue of one dialogue alone is left out
    assert weights["cue: and"] > 0.3
    assert -weights["cue: and"] < weights["constant"] + 5 * weights["words"] < 0
    assert follow_up.report(_turns(40)).startswith("40 of 40 last turns rightly taken")


def test_questions_that_stand_alone_teach_too(search: Search) -> None:
    turns = [Turns(("does it trample", "and then?"), True, "")]
    questions = [Question(f"{at}", f"question {at}", ()) for at in range(8)]
    assert [each.turns for each in follow_up.unrelated(questions)] == [
        ("question 7", "question 0"),
        ("question 3", "question 4"),
    ]
    made = follow_up.examples(search, turns, questions)
    assert made.follow_up.tolist() == [True, False, False]  # every fourth of them
    assert made.counts.tolist() == [1.0, 750.0, 750.0]
    assert made.first == ("does it trample", "", "")
    assert made.features[0]["shared content"] == 0
