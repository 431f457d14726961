"""ui/page/chat.py: the steps of the chat that need no browser."""

from pathlib import Path

from loops import finished
from own_rules import OFFICIAL, ToyJudge
from scripted_writer import message, reply, scripted, step
from two_editions_page import NEW, OLD, BirdEditions

from judge.writer.endpoint import Endpoint
from judge.writer.writer import Writer
from ui import strings
from ui.html.answer import writing_in
from ui.page.chat import Chat, saved
from ui.page.features import PageFeatures
from ui.page.writings import MOST_WAITING, Writings
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


def test_feedback_on_an_older_edition_is_kept_with_it(home: Path) -> None:
    past = BirdEditions.at(home)
    chat = Chat(past.judge(NEW), PageFeatures(feedback=Feedback.at(home), past=past))
    said = {"question": "an owl?", "edition": OLD, "verdict": "right", "cited": ["800.2b"], "rule": ""}
    assert chat.feedback(said) == strings.FEEDBACK_KEPT
    assert chat.feedback({**said, "question": "a cage?", "verdict": "wrong-rule", "rule": "802.1"}) == (
        strings.FEEDBACK_KEPT
    )
    assert "found no rule" in chat.feedback({**said, "verdict": "wrong-rule", "rule": "800.3b"})
    assert [(each.edition, each.deciding) for each in Feedback.at(home).all()] == [
        (OLD, ("802.1",)), (OLD, ("800.2b",)),
    ]  # fmt: skip


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


def test_a_written_answer_takes_its_place_once() -> None:
    with scripted() as server:
        server.says(message(reply(step("900.1a", "the kite comes down"), verdict="No, <b>not</b>.")))
        chat = Chat(JUDGE, PageFeatures(writer=Writer.at(server.endpoint)))
        _, turns = chat.answer("", chat.take("a kite?", [])[1], True)
        writing = writing_in(turns[0]["answer"])
        assert writing
        assert server.asked == []
        made = finished(chat.written(writing))
    assert '<p class="lead">No, &lt;b&gt;not&lt;/b&gt;.</p>' in made
    assert 'href="#rule-900.1a/The%20kite%20comes%20down."' in made
    assert writing_in(made) == ""
    assert finished(chat.written(writing)) == finished(chat.written("x")) == ""


def test_what_nobody_waits_for_is_stopped() -> None:
    chat = Chat(JUDGE, PageFeatures(writer=Writer.at(Endpoint("http://127.0.0.1:9/v1", "tiny"))))
    _, turns = chat.answer("", chat.take("a kite?", [])[1], True)
    for kept in (chat.take("and now?", turns)[1][0], saved(turns)[0]):
        assert writing_in(kept["answer"]) == ""
        assert strings.WRITING_STOPPED in kept["answer"]
    assert writing_in(chat.answer("", chat.take("off", [])[1], False)[1][0]["answer"]) == ""
    assert writing_in(Chat(JUDGE).answer("", chat.take("none", [])[1], True)[1][0]["answer"]) == ""


def test_few_answers_wait_to_be_written() -> None:
    writings, answer = Writings(), JUDGE.ask("a kite?")
    begun = [writings.begin(answer, "") for _ in range(MOST_WAITING + 1)]
    assert writings.take(begun[0]) is None
    assert [writings.take(begun[1]) is None, writings.take(begun[1]) is None] == [False, True]


def test_a_rule_is_shown_with_words_marked() -> None:
    shown = Chat(JUDGE).rule("900.1a/The kite comes down.")
    assert '<mark class="key">The kite comes down.</mark>' in shown
    assert "<mark" not in Chat(JUDGE).rule("900.1a/<b>nowhere</b>")
    assert "nowhere" not in Chat(JUDGE).rule("900.1a/<b>nowhere</b>")
