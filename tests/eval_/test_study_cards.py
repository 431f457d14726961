"""eval/studies/cards.py: the card features, on cards and rules of our own."""

import numpy as np
import pytest

from eval.examples import SearchedRules
from eval.records import Question
from eval.studies.cards import CardQuestion, by_card_text, by_rule_links, by_rulings
from index.cards.store import CardStore
from index.records import Rulebook
from index.search.features import FEATURES
from index.search.search import Search
from judge.lookup.cards import CardReader

pytestmark = pytest.mark.patient

QUESTION = Question("q", "what happens when Snorple, the Twice-Baked dies", (("702.19b",),))


@pytest.fixture
def rules(search: Search, rulebook: Rulebook) -> SearchedRules:
    """Our small rules."""
    return SearchedRules.from_rulebook(search, rulebook)


@pytest.fixture
def asked(card_store: CardStore, rulebook: Rulebook) -> CardQuestion:
    """A question that names one card, which has trample."""
    return CardQuestion.read(QUESTION, CardReader.from_store(card_store, rulebook))


def test_the_named_card_is_read_and_masked(asked: CardQuestion) -> None:
    assert [read.card.name for read in asked.cards] == ["Snorple, the Twice-Baked"]
    assert asked.masked == "what happens when this creature dies"


def test_rules_linked_from_a_cards_words(asked: CardQuestion, rules: SearchedRules) -> None:
    values = dict(zip(rules.search.rules, by_rule_links(rules, QUESTION, asked.cards)[:, 0], strict=True))
    assert {rule: values[rule] for rule in ("702.19", "702.19a", "702.19b", "702.2", "104.2")} == {
        "702.19": 1.0,
        "702.19a": 0.7,
        "702.19b": 0.7,
        "702.2": 0.0,
        "104.2": 0.0,
    }


def test_card_text_adds_its_words(asked: CardQuestion, rules: SearchedRules) -> None:
    words, trample = FEATURES.index("words"), rules.numbers.index("702.19")
    assert rules.features(QUESTION.question)[trample, words] == 0
    assert by_card_text(rules, QUESTION, asked.cards)[trample, words] > 0


def test_questions_without_cards_have_no_card_features(rules: SearchedRules) -> None:
    zeros = np.zeros((len(rules.numbers), len(FEATURES)))
    assert np.array_equal(by_card_text(rules, QUESTION, ()), zeros)
    assert np.array_equal(by_rulings(rules, QUESTION, ()), zeros)
    assert not by_rule_links(rules, QUESTION, ()).any()
