"""judge/question/follow_up.py: which questions refer back to the one before, and by which features."""

from dataclasses import replace

import numpy as np
import pytest

from index.plain.procedures import Procedure
from index.search.evidence import Evidence
from index.search.procedures import ProcedureIndex
from index.search.search import Search
from judge.question.cross_encoder import MOST
from judge.question.follow_up import (
    CROSS_ENCODER_WEIGHT,
    QuestionPair,
    features,
    is_follow_up,
    log_odds,
    searched_pair,
)

EARLIER = "how many times can I cast my commander"
LIKE_NOTHING = Evidence(
    nearest=0.67, centroid=0.66, likelihood=3.1, unanswerable_nearest=0.58, unanswerable_centroid=0.46,
    unanswerable_likelihood=0.3, five_nearest=0.63, unanswerable_share=0.3, best_score=13.7, first_share=0.34,
    margin=0.12, five_shares=0.78, word_score=8.0, word_ratio=0.1, known_words=2.0, words=5.0,
)  # fmt: skip
LIKE_A_TYPICAL_ONE = Evidence(
    nearest=0.84, centroid=0.67, likelihood=2.0, unanswerable_nearest=0.6, unanswerable_centroid=0.18,
    unanswerable_likelihood=0.7, five_nearest=0.81, best_score=17.1, first_share=0.49, margin=0.33, five_shares=0.87,
    word_score=18.3, word_ratio=-0.2, known_words=5.0, words=6.0,
)  # fmt: skip
IN_CONTEXT = Evidence(
    nearest=0.74, centroid=0.62, likelihood=0.6, unanswerable_nearest=0.53, unanswerable_centroid=0.15,
    unanswerable_likelihood=0.4, five_nearest=0.69, best_score=15.9, first_share=0.39, margin=0.2, five_shares=0.81,
    word_score=20.5, word_ratio=-0.2, known_words=12.0, words=14.0,
)  # fmt: skip


@pytest.mark.parametrize(
    "question", ["and if it has lifelink?", "why though", "what happens then", "does it still die", "what about tokens"]
)
def test_a_question_that_refers_back(question: str) -> None:
    assert is_follow_up(QuestionPair(question, EARLIER, LIKE_NOTHING, IN_CONTEXT))


@pytest.mark.parametrize(
    "question",
    [
        "what happens during the cleanup step?",
        "can I attack with a creature I just stole",
        "unrelated: how many poison counters kill a player",
        "does lifelink stack",
    ],
)
def test_a_question_that_stands_alone(question: str) -> None:
    assert not is_follow_up(QuestionPair(question, EARLIER, LIKE_A_TYPICAL_ONE, IN_CONTEXT))


def test_what_the_search_finds_decides_with_the_words() -> None:
    asked = QuestionPair("what happens during the cleanup step?", EARLIER, LIKE_A_TYPICAL_ONE, IN_CONTEXT)
    better = replace(IN_CONTEXT, nearest=0.95, centroid=0.8, five_nearest=0.9, first_share=0.9, best_score=25.0)
    assert is_follow_up(replace(asked, alone=LIKE_NOTHING, in_context=better))


class Reader:
    """A cross-encoder that always says the same, and remembers what it was asked."""

    def __init__(self, says: float) -> None:
        self.says, self.asked = says, list[tuple[str, str]]()

    def log_odds(self, question: str, earlier: str) -> float:
        """What it always says."""
        self.asked.append((question, earlier))
        return self.says


@pytest.mark.parametrize(
    ("question", "alone"), [("does it still die", LIKE_NOTHING), ("does lifelink stack", LIKE_A_TYPICAL_ONE)]
)
def test_the_log_odds_of_the_cross_encoder_are_added(question: str, alone: Evidence) -> None:
    asked = QuestionPair(question, EARLIER, alone, IN_CONTEXT)
    turning = -log_odds(asked) / CROSS_ENCODER_WEIGHT
    assert abs(turning) < MOST
    for says in (turning - 0.1, turning + 0.1):
        reader = Reader(says)
        assert is_follow_up(asked, cross_encoder=reader) == (says > turning)
        assert reader.asked == [(question, EARLIER)]


def test_a_typical_question_stands_alone_whatever_the_rest_says() -> None:
    asked = QuestionPair("does it still die", EARLIER, LIKE_NOTHING, IN_CONTEXT)
    assert is_follow_up(asked)
    assert is_follow_up(replace(asked, typical=0.94))
    assert not is_follow_up(replace(asked, typical=0.95))


def test_typical_questions_and_those_of_procedures_are_counted(search: Search) -> None:
    typical = next(each.text for each in search.passages if each.kind == "question")
    assert searched_pair(typical, EARLIER, search.search, search.encoder).typical == pytest.approx(1, abs=1e-3)
    other = searched_pair("xyzzy", EARLIER, search.search, search.encoder)
    assert other.typical < 0.5
    procedure = Procedure("A kite's day", ("702.19b",), ("xyzzy",))
    with_procedure = replace(search, procedures=ProcedureIndex((procedure,), search.encoder.encode(["xyzzy"])))
    asked = searched_pair("xyzzy", EARLIER, with_procedure.search, search.encoder)
    assert asked.typical == pytest.approx(1, abs=1e-3)


def test_a_vector_of_another_encoder_does_not_count() -> None:
    asked = QuestionPair("does it still die", EARLIER, LIKE_NOTHING, IN_CONTEXT)
    assert is_follow_up(replace(asked, vector=np.full(7, 99.0, np.float32))) == is_follow_up(asked)


def test_a_component_of_the_vector_is_a_feature() -> None:
    vector = np.array([0.5, -0.25], np.float32)
    made = features(QuestionPair("why", EARLIER, LIKE_NOTHING, IN_CONTEXT, vector))
    assert (made["vector: 0"], made["vector: 1"]) == (0.5, -0.25)


def test_features_by_name() -> None:
    made = features(QuestionPair("And can’t my commander attack?", EARLIER, LIKE_NOTHING, IN_CONTEXT))
    assert made["alone: nearest"] == 0.67
    assert made["in context: words"] == 14.0
    assert (made["words"], made["content"], made["shared content"], made["new content"]) == (5.0, 3.0, 1.0, 2.0)
    assert made["share of shared content"] == 0.25
    assert {name.removeprefix("cue: ") for name in made if name.startswith("cue: ")} == {
        *("and", "my", "_", "^ and", "and _", "_ my", "my _", "_ _", "_ ?", "? $")
    }
