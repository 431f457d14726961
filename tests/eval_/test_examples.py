"""Training examples over our small rules."""

import numpy as np

from eval.examples import SearchedRules
from eval.records import Question
from index.records import Rulebook
from index.search.features import FEATURES
from index.search.search import Search


def test_examples_hold_features_and_deciding_rules(search: Search, rulebook: Rulebook) -> None:
    rules = SearchedRules.from_rulebook(search, rulebook)
    first, second = rules.examples(
        [
            Question("a", "how much tramples over", (("702.19b", "702.19c"), ("100.1",))),
            Question("b", "who bakes", ()),
            Question("c", "what is trample", (("702.19",),)),
        ]
    )
    assert first.features.shape == (len(rules.numbers), len(FEATURES))
    assert [[rules.numbers[at] for at in np.flatnonzero(item)] for item in first.items] == [
        ["702.19b", "702.19c"],
        ["100.1"],
    ]
    assert [rules.numbers[at] for at in np.flatnonzero(second.items[0])] == [
        *("702.19", "702.19a", "702.19b", "702.19c"),
    ]


def test_an_example_may_be_asked_in_other_words(search: Search, rulebook: Rulebook) -> None:
    rules = SearchedRules.from_rulebook(search, rulebook)
    question = Question("a", "zebras", (("702.19b",),))
    np.testing.assert_array_equal(rules.example(question, "chump blocker").features, rules.features("chump blocker"))
    assert not np.array_equal(rules.example(question).features, rules.features("chump blocker"))
