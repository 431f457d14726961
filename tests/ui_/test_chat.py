"""ui/page/chat.py: the steps of the chat that need no browser."""

from pathlib import Path

from own_rules import OFFICIAL, ToyJudge

from ui import strings
from ui.page.chat import Chat, saved
from ui.page.features import PageFeatures
from ui.state.feedback import Feedback, FeedbackEntry

JUDGE = ToyJudge(OFFICIAL)
SENT = {"question": "a kite?", "edition": OFFICIAL.id, "verdict": "right", "cited": ["900.1a"], "rule": ""}


def test_feedback_is_kept(home: Path) -> None:
    chat = Chat(JUDGE, PageFeatures(feedback=Feedback.at(home)))
    assert chat.feedback(SENT) == strings.FEEDBACK_KEPT
    assert Feedback.at(home).all() == [FeedbackEntry("a kite?", OFFICIAL.id, "right", ("900.1a",), ("900.1a",))]


def test_feedback_that_cannot_be_kept_is_refused(home: Path) -> None:
    chat = Chat(JUDGE, PageFeatures(feedback=Feedback.at(home)))
    assert chat.feedback({**SENT, "edition": "2001-01-01"}) == strings.FEEDBACK_OTHER.format(edition="2001-01-01")
    assert 'found no rule "<b>"' in chat.feedback({**SENT, "cited": ["<b>"]})
    assert "expected right, wrong or wrong-rule" in chat.feedback({**SENT, "question": "x" * 100_000})
    assert Feedback.at(home).all() == []
    assert Chat(JUDGE).feedback(SENT) == strings.NO_FEEDBACK


def test_only_turns_are_taken_from_a_browser() -> None:
    turn = {"question": "a", "answer": "b", "edition": "c"}
    assert saved([turn, {"question": "a", "answer": "b"}, {"x": 1}, "no", None]) == [turn, {**turn, "edition": ""}]
    assert saved("no") == []


def test_a_search_and_a_term_of_100000_characters_find_nothing() -> None:
    chat, hostile = Chat(JUDGE), "<script>" * 12_500
    assert "<script" not in chat.found(hostile)
    assert chat.term(hostile) == ""
    assert chat.branch(hostile) == ""
    assert "<script" not in chat.rule(hostile)
