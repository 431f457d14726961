"""Graded rulings: how they are read, what is learned from them, and the table of what is shown."""

from pathlib import Path

import numpy as np
import pytest

from eval.fitting.rulings import GradedRuling, fit_rulings, graded_rulings, held_out_log_odds
from eval.questions.rulings import parse_grades, read_grades, ruling_id, shipped_grades
from eval.questions.shipped import POSTS, load_questions
from eval.records import Question
from eval.studies.rulings import HEAD, ShownRulings, main, table
from index.cards.records import Ruling
from index.cards.store import CardStore
from index.errors import QuestionSetError
from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.answer.card_rulings import RulingFeatures
from judge.judge import Judge
from judge.lookup.cards import CardFinder
from judge.records import CardRuling

SOUP = CardRuling("Spoon", Ruling("2029-01-05", "Spoon answers soup too."))


def _graded(question: str, cosine: float, grade: int) -> GradedRuling:
    return GradedRuling(question, SOUP, RulingFeatures(cosine, 0.0, 0.5, 1.0, 1.0), grade)


def test_the_shipped_grades_are_of_posts() -> None:
    grades = shipped_grades()
    assert len(grades) == 999
    assert {question for question, _ in grades} <= {post.id for post in load_questions(POSTS)}
    assert {grade: list(grades.values()).count(grade) for grade in (-1, 0, 1, 2)} == {-1: 4, 0: 811, 1: 66, 2: 118}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("id,grade\n", r"here: found the columns \['id', 'grade'\]"),
        ("", r"here: found the columns \[\]"),
        ("question,ruling,grade\nq,abc,2\nq,abc,3\n", r"here:3: found \['q', 'abc', '3'\]"),
        ("question,ruling,grade\nq,2\n", r"here:2: found \['q', '2'\]"),
    ],
)
def test_a_faulty_file_is_named_with_its_line(text: str, found: str) -> None:
    with pytest.raises(QuestionSetError, match=found):
        parse_grades(text, "here")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(QuestionSetError, match=r"found no readable .*grades\.csv"):
        read_grades(tmp_path / "grades.csv")


def test_a_ruling_is_known_by_its_card_and_its_text() -> None:
    other = CardRuling("Fork", SOUP.ruling)
    assert ruling_id(SOUP) == "a6c0f8ce28c3"
    assert ruling_id(other) != ruling_id(SOUP)


@pytest.mark.patient
def test_only_graded_rulings_of_the_questions_are_taken(
    rulebook: Rulebook, plain: PlainRulebook, search: Search, card_store: CardStore
) -> None:
    judge = Judge(Judge.from_rulebooks(rulebook, plain, search).reader, search, CardFinder(card_store))
    questions = [Question(id, "does [[Spoon]] answer soup too?", (("702.19b",),)) for id in ("q1", "q2")]
    grades = {("q1", ruling_id(SOUP)): 2, ("q1", "another"): 1, ("q3", ruling_id(SOUP)): 0}
    [graded] = graded_rulings(judge, questions, grades)
    assert (graded.question, graded.ruling, graded.grade) == ("q1", SOUP, 2)


def test_the_telling_feature_is_learned() -> None:
    dice = np.random.default_rng(0)
    graded = [_graded(f"q{at}", 0.3 + 0.4 * (at % 2) + dice.normal(0, 0.05), at % 2) for at in range(60)]
    model = fit_rulings(graded)
    assert model.weights["cosine"] > 1
    assert [model.log_odds(each.features) >= 0 for each in graded] == [bool(each.grade) for each in graded]
    held_out = held_out_log_odds(graded)
    assert np.mean([(odds >= 0) == each.grade for odds, each in zip(held_out, graded, strict=True)]) > 0.9


def test_the_table_counts_what_is_shown() -> None:
    grades = [("a", 2), ("a", -1), ("a", 1), ("b", 0), ("c", 2)]
    graded = [_graded(question, 0.5, grade) for question, grade in grades]
    shown = ShownRulings.of(graded, [3.0, 2.0, 1.0, 0.5, -1.0])
    assert [each.grade for each in shown.shown] == [2, -1, 0]
    assert table(graded, shown) == f"{HEAD}\n| --- | --- | --- | --- | --- | --- |\n| 3 | 2 | 3 | 1 | 1 | 1 |"


def test_a_set_needs_its_grades(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["questions.jsonl"])
    assert "found 1 files, expected none or two" in capsys.readouterr().err
