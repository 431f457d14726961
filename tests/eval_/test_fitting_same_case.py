"""eval/fitting/same_case.py and its study: the model learned from pairs, its threshold, its figures."""

from dataclasses import replace

import numpy as np
import pytest

from eval.fitting.same_case import PRECISION, LabeledPair, cosines, fit_same_case, log_odds, shipped_pairs
from eval.studies.same_case import row, table
from index.encoder.encoder import Encoder
from judge.answer.case_features import CaseFeatures
from judge.answer.same_case import CaseMatcher

FEATURES = CaseFeatures({}, 1.0, frozenset())


def _pair(number: int, same: bool) -> LabeledPair:
    label = "same" if same else "similar"
    return LabeledPair(f"a question about kite{number}", f"kite{number}?", label, label, "found", "dev")


def test_no_typical_question_is_in_both_halves() -> None:
    dev, test = shipped_pairs("dev"), shipped_pairs("test")
    assert (len(dev), len(test)) == (317, 322)
    assert not {pair.typical for pair in dev} & {pair.typical for pair in test}
    for labels in ({pair.label for pair in (*dev, *test)}, {pair.second for pair in (*dev, *test)}):
        assert labels == {"same", "similar", "opposite", "different"}


def test_a_pair_is_the_same_case_where_both_readers_say_so() -> None:
    pair = _pair(1, same=True)
    assert pair.same
    assert not replace(pair, second="opposite").same
    assert not replace(pair, label="similar").same


def test_likeness_is_learned_and_passes_from_the_precise_threshold() -> None:
    pairs = [_pair(number, number % 2 == 0) for number in range(80)]
    near = np.array([0.9 if pair.same else 0.5 for pair in pairs]) + np.random.default_rng(0).normal(0, 0.05, 80)
    model = fit_same_case(pairs, near, FEATURES)
    shown = log_odds(CaseMatcher(FEATURES, model), pairs, near) >= 0
    assert model.weights["cosine"] > 0
    same = np.array([pair.same for pair in pairs])
    assert same[shown].mean() >= PRECISION
    assert shown[same].mean() > 0.9


def test_likeness_never_speaks_against_the_same_case() -> None:
    pairs = [_pair(number, number % 2 == 0) for number in range(80)]
    near = np.array([0.5 if pair.same else 0.9 for pair in pairs])
    assert fit_same_case(pairs, near, FEATURES).weights["cosine"] == 0


def test_cosines_of_pairs(encoder: Encoder) -> None:
    pairs = [
        LabeledPair("trample", "trample", "same", "same", "found", "dev"),
        LabeledPair("trample", "bread", "similar", "similar", "found", "dev"),
    ]
    assert cosines(pairs, encoder) == pytest.approx([1.0, 0.0], abs=1e-6)


def test_the_table_counts_what_is_shown() -> None:
    pairs = [_pair(0, True), _pair(1, True), _pair(2, False), _pair(3, False)]
    shown = np.array([True, False, True, False])
    assert row("all", pairs, shown) == "| all | 4 | 2 | 2 | 1 | 0.500 | 0.500 |"
    assert table(pairs, shown).splitlines()[-1] == "| written | 0 | 0 | 0 | 0 |  |  |"
