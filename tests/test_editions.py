"""Numbers carried from one edition to another by text."""

from dataclasses import replace

import pytest

from eval.editions import Carried, carry_over, check_numbers
from eval.records import Item, Need, Question
from index.errors import QuestionSetError
from index.records import Edition, Rule, Rulebook


def _rulebook(edition: str, *rules: tuple[str, str, str]) -> Rulebook:
    return Rulebook(
        Edition(edition, edition, edition, True),
        tuple(Rule(number, number, heading, text) for number, heading, text in rules),
    )


OLD = _rulebook(
    "2020-01-01",
    ("900.1", "Fruit", "A pear falls."),
    ("900.1a", "Fruit", "A pear that fell, see rule 900.2, is soft."),
    ("900.2", "Apple", ""),
    ("900.2a", "Apple", "An apple keeps well in a cool and dry room."),
    ("900.2b", "Apple", "Each one counts once."),
    ("900.3", "Plum", "Each one counts once."),
    ("900.4", "Plum", "A plum is eaten."),
    ("900.5", "Plum", "A plum has a stone that nobody eats."),
)
NEW = _rulebook(
    "2024-01-01",
    ("900.1", "Fruit", "A fig came in here."),
    ("900.2", "Fruit", "A pear falls."),
    ("900.2a", "Fruit", "A pear that fell, see rule 900.3, is soft."),
    ("900.3", "Apple", ""),
    ("900.3a", "Apple", "Each one counts once."),
    ("900.4", "Plum", "A plum is always eaten."),
    ("900.5", "Plum", "Nothing alike stands here."),
    ("900.6", "Plum", "Each one counts once."),
)


def _question(*numbers: str, edition: str = "2020-01-01") -> Question:
    return Question("q1", "?", (numbers,), edition=edition)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("900.1", "900.2", id="same-text-wins-over-same-number"),
        pytest.param("900.1a", "900.2a", id="same-text-but-a-reference"),
        pytest.param("900.2", "900.3", id="bare-title"),
        pytest.param("900.2b", "900.3a", id="same-text-twice-goes-by-heading"),
        pytest.param("900.3", "900.6", id="same-text-twice-the-other-heading"),
        pytest.param("900.4", "900.4", id="nearly-the-same"),
    ],
)
def test_carried(old: str, new: str) -> None:
    [question] = carry_over([_question(old)], OLD, NEW).questions
    assert (question.deciding, question.edition) == (((new,),), "2024-01-01")


def test_supporting_numbers_are_carried_and_alternatives_stay_together() -> None:
    question = Question("q1", "?", (("900.1", "900.4"), ("900.2",)), ("900.3",), edition="2020-01-01")
    [carried] = carry_over([question], OLD, NEW).questions
    assert (carried.deciding, carried.supporting) == ((("900.2", "900.4"), ("900.3",)), ("900.6",))


def test_the_same_edition_carries_every_number_to_itself() -> None:
    questions = [_question(rule.number) for rule in OLD.rules]
    assert carry_over(questions, OLD, OLD) == Carried(tuple(questions))


def test_questions_of_a_third_edition_stay() -> None:
    question = _question("900.1", edition="2022-01-01")
    assert carry_over([question], OLD, NEW) == Carried((question,))


def _set(*questions: Question) -> list[Question]:
    return [replace(question, id=f"q{place}") for place, question in enumerate(questions, 1)]


def test_a_lost_supporting_number_is_dropped_and_said() -> None:
    question = Question("q1", "?", (("900.1",),), ("900.3", "900.5"), edition="2020-01-01")
    carried = carry_over([question], OLD, NEW)
    assert [(each.deciding, each.supporting) for each in carried.questions] == [((("900.2",),), ("900.6",))]
    assert carried.lost == (
        "left out numbers of 1 of the questions, which no rule of edition 2024-01-01 says: q1 (900.5).",
    )


@pytest.mark.parametrize(
    ("deciding", "need", "left"),
    [
        pytest.param((("900.5",),), "any", None, id="the-only-one"),
        pytest.param((("900.1",), ("900.5",)), "all", None, id="one-of-all"),
        pytest.param((("900.1",), ("900.5",)), "any", (("900.2",),), id="one-of-any"),
        pytest.param((("900.5", "900.1"), ("900.2",)), "all", (("900.2",), ("900.3",)), id="one-that-says-the-same"),
    ],
)
def test_a_lost_deciding_number(deciding: tuple[Item, ...], need: Need, left: tuple[Item, ...] | None) -> None:
    questions = _set(Question("", "?", deciding, need=need, edition="2020-01-01"), _question("900.1"))
    carried = carry_over(questions, OLD, NEW)
    assert [question.deciding for question in carried.questions] == ([left] if left else []) + [(("900.2",),)]
    reason = (
        "left out numbers of 1 of" if left else "left out 1 of the questions, because no rule of edition 2024-01-01"
    )
    assert carried.lost[0].startswith(reason)
    assert "q1 (900.5)" in carried.lost[0]


def test_many_lost_ones_are_counted_and_some_named() -> None:
    carried = carry_over(_set(*[_question("900.5")] * 20, _question("900.1")), OLD, NEW)
    assert carried.lost[0].startswith("left out 20 of the questions, because")
    assert carried.lost[0].endswith("decides " + ", ".join(f"q{place} (900.5)" for place in range(1, 9)) + ", ….")
    assert len(carried.questions) == 1


def test_it_stops_when_no_question_is_left() -> None:
    declined = Question("q2", "?", (), edition="2020-01-01")
    with pytest.raises(QuestionSetError, match=r"q1 \(900\.5\)\. No question with a deciding rule is left"):
        carry_over([_question("900.5"), declined], OLD, NEW)


def test_a_number_that_its_own_edition_does_not_have() -> None:
    with pytest.raises(QuestionSetError, match=r"question q1: found 999\.9, expected a rule of edition 2020-01-01"):
        carry_over([_question("999.9"), _question("900.1")], OLD, NEW)


def test_numbers_are_checked_against_the_rulebook() -> None:
    check_numbers([_question("900.1", "900.5")], OLD)
    with pytest.raises(QuestionSetError, match=r"question q1: found 900\.7, expected a rule of edition 2020-01-01"):
        check_numbers([_question("900.1", "900.7")], OLD)
