"""eval/studies/glance.py: what a reader grades, and the table of the grades."""

from dataclasses import replace
from pathlib import Path

import pytest
from own_rules import answer, cite

from eval.records import Question
from eval.studies.glance import drawn, open_part, read_grades, table
from index.cards.records import Ruling
from index.errors import QuestionSetError
from judge.records import CardRuling, Matched, SameCase


def test_the_sheet_has_only_what_is_open() -> None:
    first = cite("900.1a", matched=Matched("question", "may my kite fly at night?", "Yes."))
    shown = replace(
        answer(citations=(first, cite("900.2", "supports"))),
        rulings=(CardRuling("Bog Ape", Ruling("2026-01-02", "It flies.")),),
        same_case=SameCase("does it come down?", "Yes, at once.", "900.1a"),
    )
    assert list(open_part(shown)) == [
        "State: answered.",
        "In a case like this: does it come down? — Yes, at once.",
        "Ruling, Bog Ape (2026-01-02): It flies.",
        "Rule 900.1a (decides): A kite goes up while {T} & <wind> last. See rule 900.2.",
        "  In plain words: No wind, no kite: it comes down <at once>.",
        "  Matched question: may my kite fly at night? Yes.",
    ]


def test_a_draw_is_always_the_same() -> None:
    questions = [Question(f"q{at}", "?", ((("1.1",),) if at % 2 else ())) for at in range(40)]
    first = drawn(questions, 5)
    assert first == drawn(questions, 5)
    assert len(first) == 5
    assert all(question.deciding for question in first)
    assert [question.id for question in first] == sorted((each.id for each in first), key=lambda id: int(id[1:]))


def test_grades_are_counted_over_what_all_readers_graded() -> None:
    first = {"a": "settled", "b": "settled", "c": "misleads", "d": "in part"}
    second = {"a": "settled", "b": "in part", "c": "misleads"}
    lines = table([first, second]).split("\n")
    assert lines[2] == "| settled | 2 | 1 |"
    assert lines[3] == "| in part | 0 | 1 |"
    assert lines[5] == "| misleads | 1 | 1 |"
    assert lines[-2:] == ["3 questions.", "Settled by both readers: 1. Agreement (Cohen's kappa): 0.50."]


def test_an_unknown_grade_is_named(tmp_path: Path) -> None:
    file = tmp_path / "grades.csv"
    file.write_text("id,grade\np1,setled\n")
    with pytest.raises(QuestionSetError, match='found the grade "setled" for p1, expected one of settled'):
        read_grades(file)
