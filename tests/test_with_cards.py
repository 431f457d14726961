"""eval/with_cards.py: the signs of a card, on cards and rules of our own."""

import numpy as np
import pytest

from eval.records import Question
from eval.with_cards import Asked, by_card_text, by_clues, by_rulings
from index.cards.store import CardStore
from index.ranking import FEATURES
from index.records import Rulebook
from index.search import Search
from judge.cards import CardReader

QUESTION = Question("q", "what happens when Snorple, the Twice-Baked dies", (("702.19b",),))


@pytest.fixture
def asked(card_store: CardStore, rulebook: Rulebook) -> Asked:
    """A question that names one card, which has trample."""
    return Asked.read(QUESTION, CardReader.from_store(card_store, rulebook))


def test_the_card_and_what_stands_in_place_of_its_name(asked: Asked) -> None:
    assert [read.card.name for read in asked.cards] == ["Snorple, the Twice-Baked"]
    assert asked.masked == "what happens when this creature dies"


def test_the_rules_that_a_cards_words_lead_to(asked: Asked, search: Search) -> None:
    values = dict(zip(search.rules, by_clues(search, QUESTION, asked.cards)[:, 0], strict=True))
    assert {rule: values[rule] for rule in ("702.19", "702.19a", "702.19b", "702.2", "104.2")} == {
        "702.19": 1.0,
        "702.19a": 0.7,
        "702.19b": 0.7,
        "702.2": 0.0,
        "104.2": 0.0,
    }


def test_the_text_of_a_card_brings_its_words(asked: Asked, search: Search) -> None:
    said = FEATURES.index("words")
    trample = search.rules.index("702.19")
    alone = search.features(search.evidence(QUESTION.question))
    with_text = by_card_text(search, QUESTION, asked.cards)
    assert alone[trample, said] == 0
    assert with_text[trample, said] > 0


def test_a_question_without_a_card_has_nothing_from_cards(search: Search) -> None:
    nothing = np.zeros((len(search.rules), len(FEATURES)))
    assert np.array_equal(by_card_text(search, QUESTION, ()), nothing)
    assert np.array_equal(by_rulings(search, QUESTION, ()), nothing)
    assert not by_clues(search, QUESTION, ()).any()
