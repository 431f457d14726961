"""judge/follow_up.py: which questions lean on the one before."""

import pytest

from judge.question.follow_up import is_follow_up, with_context

LEANING = [
    "and if it has lifelink?",
    "what about tokens",
    "same thing on my turn",
    "ok so what happens to the counters",
    "why though",
    "does it still die",
    "in a 4 player game?",
    "with two blockers?",
    "could I bounce my own one instead",
    "even if I pay for it?",
    "what happens then",
    "what happens if I chump block",
    "what happens to them at the end of the turn?",
    "and what happens to my counters?",
]
ALONE = [
    "does lifelink stack",
    "can I attack with a creature I just stole",
    "if I cloudshift a token does it come back",
    "unrelated: how many poison counters kill a player",
    "With a trampler and a deathtoucher attacking together, which has to kill the blocker first",
    "702.19b",
    "what happens during the cleanup step?",
    "what happens to damage when my turn ends?",
    "what happens when a player leaves the game",
]


@pytest.mark.parametrize("question", LEANING)
def test_a_question_that_leans(question: str) -> None:
    assert is_follow_up(question)


@pytest.mark.parametrize("question", ALONE)
def test_a_question_that_stands_alone(question: str) -> None:
    assert not is_follow_up(question)


def test_what_is_leant_on_comes_behind_as_far_as_it_goes() -> None:
    turns = ["can a wall attack", "does trample work with deathtouch", "and with two blockers?"]
    assert with_context(turns, "what if one of them dies") == (
        "what if one of them dies does trample work with deathtouch and with two blockers?"
    )
    assert with_context(turns, "can I mill myself") == "can I mill myself"
    assert with_context([], "and then?") == "and then?"
