"""judge/answer/same_case.py: which typical questions pass for the same case, and the answer that is given then."""

from dataclasses import replace

import numpy as np
import pytest

from index.records import Edition, Hit, Passage, PassageKind, PlainRulebook, Rulebook
from index.search.query_likelihood import QueryLikelihood
from index.search.search import Search
from judge.answer.case_features import NAMES, CaseFeatures, same_wording
from judge.answer.linear_model import LinearModel, shipped_model
from judge.answer.same_case import CERTAIN, FILE, NEAR_FROM, CaseMatcher, find_same_case, is_near
from judge.judge import Judge
from judge.records import SameCase

FEATURES = CaseFeatures({"beetl": 2.0, "tappe": 2.0, "block": 1.0}, 4.0, frozenset({"trampl", "hast"}))
LIKE = LinearModel(dict.fromkeys(NAMES, 0.0) | {"cosine": 10.0}, -9.0)
MATCHER = CaseMatcher(FEATURES, LIKE)
TYPICAL = "how much tramples over a chump blocker"


@pytest.mark.parametrize(
    ("asked", "typical", "same"),
    [
        ("Hey, can a tapped beetle block?", "can the tapped beetle block", True),
        ("can tapped beetles block", "can a tapped beetle block", True),
        ("what's a beetle", "what is a beetle?", True),
        ("can a tapped beetle block", "can an untapped beetle block", False),
        ("???", "!!!", False),
    ],
)
def test_fillers_and_case_do_not_change_the_wording(asked: str, typical: str, same: bool) -> None:
    assert same_wording(asked, typical) is same


@pytest.mark.parametrize(
    ("asked", "typical"),
    [
        ("does it go to the graveyard", "does it go to the hand"),
        ("can I sacrifice my own beetle", "can I sacrifice my opponent's beetle"),
        ("may I play a land in combat", "may I play a land in my upkeep"),
        ("my 2/2 is blocked", "my 3/3 is blocked"),
        ("does trample matter", "does haste matter"),
        ("discard a land, trigger?", "discard a creature, trigger?"),
    ],
)
def test_another_fact_in_its_place_is_another_case(asked: str, typical: str) -> None:
    assert FEATURES.swaps_fact(asked, typical)
    assert MATCHER.log_odds(asked, typical, 1.0) == -CERTAIN


def test_a_fact_that_only_one_names_swaps_nothing() -> None:
    assert not FEATURES.swaps_fact("can I sacrifice my own beetle", "can I sacrifice the beetle")


def test_features_measure_what_is_shared() -> None:
    found = dict(zip(NAMES, FEATURES.features("beetle blocks, haste", "block beetle", 0.5), strict=True))
    assert found["cosine"] == 0.5
    assert found["typical words asked"] == 1.0
    assert found["asked words typical"] == pytest.approx(3 / 7)
    assert found["order"] == pytest.approx(1 / 3)
    assert (found["keywords added"], found["keywords left out"]) == (1.0, 0.0)


def test_rare_words_weigh_more() -> None:
    likelihood = QueryLikelihood.from_texts(["beetle", "beetle ant"], ["702", "702"])
    features = CaseFeatures.from_search(likelihood, Rulebook(Edition("x", "x", "", True), ()))
    assert features.total_rarity(["ant"]) == pytest.approx(np.log(3 / 2))
    assert features.total_rarity(["beetl", "the"]) == 0
    assert features.total_rarity(["ant", "kite"]) == pytest.approx(np.log(3 / 2) + np.log(3))


def test_the_model_weighs_what_swaps_no_fact() -> None:
    assert MATCHER.log_odds("what of that", "what of this", 0.95) == pytest.approx(0.5)
    assert MATCHER.log_odds("What of it?", "what of it", 0.1) == CERTAIN


def test_only_a_question_with_the_same_wording_is_found() -> None:
    known = [SameCase("what of it", "Yes.", "1.1"), SameCase("what of it?", "No.", "1.2")]
    assert find_same_case("what of that", known) is None
    assert find_same_case("What of it?", known) == known[0]
    assert find_same_case("What of it and more?", known) is None
    assert find_same_case("what", known) is None
    assert find_same_case("what of it", []) is None


def test_the_shipped_model_weighs_every_feature() -> None:
    model = shipped_model(FILE, NAMES)
    assert list(model.weights) == list(NAMES)
    assert model.weights["cosine"] > 0
    assert model.log_odds([1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]) > 0
    assert model.log_odds([0.6, 0.5, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0]) < 0


def test_the_answer_of_the_same_question_is_given(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> None:
    entries = tuple(
        replace(entry, answers=("All but lethal.", "")) if TYPICAL in entry.questions else entry
        for entry in plain.entries
    )
    judge = Judge.from_rulebooks(rulebook, replace(plain, entries=entries), search)
    assert judge.ask("How much tramples over a chump blocker?").same_case == SameCase(
        TYPICAL, "All but lethal.", "702.19b"
    )
    assert judge.ask("how much tramples over a chump blocker", earlier=["what is haste"]).same_case is not None
    later = "and how much tramples over the chump blocker?"
    assert judge.ask(later).same_case is not None
    assert judge.ask(later, earlier=["can my new beetle attack at once"]).same_case is None
    assert judge.ask("deathtouch with trample, one point each?").same_case is None
    assert judge.ask("who bakes the best bread").same_case is None


@pytest.mark.parametrize(
    ("kind", "cosine", "near"),
    [
        pytest.param("question", NEAR_FROM, True, id="a near question"),
        pytest.param("question", NEAR_FROM - 0.01, False, id="a distant question"),
        pytest.param("plain", 0.2, True, id="a wording"),
    ],
)
def test_only_a_distant_question_is_no_answer(kind: PassageKind, cosine: float, near: bool) -> None:
    assert is_near(Hit("302.6", 0.9, Passage("302.6", kind, "can a beetle block?"), cosine)) is near
