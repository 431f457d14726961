"""judge/answer/confidence.py and refusal.py: three states, and what is said in each."""

from dataclasses import replace

import pytest

from index.plain.unanswerable import shipped_unanswerable
from index.records import Hit, Passage
from index.search.evidence import Evidence
from index.search.search import SearchResult
from judge.answer.confidence import ANSWERS_FROM, confidence, state_of
from judge.answer.refusal import not_answered
from judge.messages import NOT_SURE, REFUSAL

HIT = Hit("702.19b", 0.9, Passage("702.19b", "question", "how much tramples over"))
SURE = Evidence(
    nearest=0.95, centroid=0.8, likelihood=3.0, unanswerable_nearest=0.2, unanswerable_centroid=0.1,
    unanswerable_likelihood=0.2, five_nearest=0.8, best_score=30.0, first_share=0.9, margin=0.8, five_shares=0.99,
    word_score=30.0, word_ratio=1.0, known_words=8.0, words=10.0,
)  # fmt: skip
NONSENSE = Evidence(
    nearest=0.3, centroid=0.2, likelihood=0.1, unanswerable_nearest=0.9, unanswerable_centroid=0.8,
    unanswerable_likelihood=2.0, five_nearest=0.25, unanswerable_share=1.0, first_share=0.02, word_ratio=-2.0,
    unknown_share=0.5, known_words=3.0, words=6.0,
)  # fmt: skip


@pytest.mark.parametrize("covered", [True, False], ids=["with plain wording", "without"])
def test_evidence_decides(covered: bool) -> None:
    assert confidence(SearchResult((HIT,), SURE, covered=covered)) > 0.9
    assert confidence(SearchResult((HIT,), NONSENSE, covered=covered)) < 0.1


def test_nothing_in_common_with_the_rules() -> None:
    assert confidence(SearchResult((HIT,), replace(SURE, likelihood=0.0))) == 0
    assert confidence(SearchResult((), SURE)) == 0


def test_three_states() -> None:
    states = [state_of(value / 1000, True) for value in range(1001)]
    assert states[0] == "declined"
    assert states[499] == "unsure"
    assert states[500:] == ["answered"] * 501
    assert sorted(set(states), key=states.index) == ["declined", "unsure", "answered"]
    assert state_of(ANSWERS_FROM, False) == "answered"


def test_an_unsure_answer_says_so_and_does_not_refuse() -> None:
    found = SearchResult((HIT,), SURE)
    assert not_answered("unsure", found, ()) == NOT_SURE
    assert not_answered("declined", found, ()) == REFUSAL


def test_the_reason_is_that_of_the_nearest_kind() -> None:
    kind = shipped_unanswerable()[0]
    found = SearchResult((HIT,), NONSENSE, kind.title)
    assert not_answered("declined", found, ()) == f"{REFUSAL} {kind.why}"
    assert not_answered("declined", replace(found, evidence=SURE), ()) == REFUSAL


def test_an_unknown_word_is_named() -> None:
    found = SearchResult((HIT,), SURE)
    assert not_answered("unsure", found, ("stormkiss",)).startswith("No rule or card I know has the word “stormkiss”.")
    assert "the words “zorp”, “quib”" in not_answered("declined", found, ("zorp", "quib"))
