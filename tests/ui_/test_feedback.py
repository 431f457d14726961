"""ui/state/feedback.py: what is kept, and the question set that it becomes."""

from dataclasses import replace
from pathlib import Path

import pytest
from own_rules import OFFICIAL, PLAIN

from eval.questions.read import read_questions
from ui.cli import main
from ui.state.database import StateError
from ui.state.feedback import Feedback, FeedbackEntry, FeedbackError, deciding_of, edition_of

RIGHT = FeedbackEntry("does <wind> stop?", "2031-05-01", "right", ("900.1a",), ("900.1a",))
WRONG = FeedbackEntry("a wet kite?", "2031-05-01", "wrong", ("900.2",))
HOSTILE = FeedbackEntry("'); DROP TABLE feedback; --", "2031-05-01", "wrong-rule", ("900.2",), ("900.1b",))


def test_the_last_word_counts(home: Path) -> None:
    kept = Feedback.at(home)
    assert kept.all() == []
    for said in (WRONG, HOSTILE, replace(RIGHT, verdict="wrong", deciding=()), RIGHT):
        kept.keep(said)
    assert kept.all() == [HOSTILE, WRONG, RIGHT]


def test_export_writes_a_question_set(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for said in (RIGHT, WRONG, HOSTILE):
        Feedback.at(home).keep(said)
    file = tmp_path / "set.jsonl"
    assert main(["feedback", "export", str(file)]) == 0
    assert capsys.readouterr().out.endswith("; left out 1 without known deciding rules.\n")
    questions = read_questions(file)
    assert [each.question for each in questions] == [HOSTILE.question, RIGHT.question]
    assert [each.deciding for each in questions] == [(("900.1b",),), (("900.1a",),)]
    assert {each.edition for each in questions} == {"2031-05-01"}


def test_a_declined_question_that_was_right_must_be_declined(home: Path, tmp_path: Path) -> None:
    Feedback.at(home).keep(replace(RIGHT, cited=(), deciding=deciding_of("right", (), "")))
    assert Feedback.at(home).export(tmp_path / "set.jsonl") == (1, 0)
    assert read_questions(tmp_path / "set.jsonl")[0].deciding == ()


def test_nothing_to_export_is_said(home: Path, tmp_path: Path) -> None:
    Feedback.at(home).keep(WRONG)
    with pytest.raises(FeedbackError, match="found 1 answers with feedback, none with known rules"):
        Feedback.at(home).export(tmp_path / "set.jsonl")


@pytest.mark.parametrize("said", [replace(RIGHT, verdict="maybe"), replace(RIGHT, question="x" * 2001)])
def test_what_is_no_feedback_is_refused(home: Path, said: FeedbackEntry) -> None:
    with pytest.raises(FeedbackError, match="expected right, wrong or wrong-rule"):
        Feedback.at(home).keep(said)
    assert Feedback.at(home).all() == []


def test_a_file_that_is_no_store_is_said(home: Path) -> None:
    home.mkdir()
    (home / "state.sqlite").write_text("no store" * 200)
    with pytest.raises(StateError, match="expected our feedback; move it away"):
        Feedback.at(home).keep(RIGHT)


def test_deciding_rules_and_edition() -> None:
    assert deciding_of("right", ["1"], "") == ("1",)
    assert deciding_of("wrong-rule", ["1"], "2") == ("2",)
    assert deciding_of("wrong", ["1"], "") == ()
    assert edition_of(OFFICIAL) == "2031-05-01"
    assert edition_of(PLAIN) == "plain"
