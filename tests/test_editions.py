"""Numbers carried from one edition to another by text."""

import pytest

from eval.editions import carry_over, check_numbers
from eval.records import Question
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
    [question] = carry_over([_question(old)], OLD, NEW)
    assert (question.deciding, question.edition) == (((new,),), "2024-01-01")


def test_supporting_numbers_are_carried_and_alternatives_stay_together() -> None:
    question = Question("q1", "?", (("900.1", "900.4"), ("900.2",)), ("900.3",), edition="2020-01-01")
    [carried] = carry_over([question], OLD, NEW)
    assert (carried.deciding, carried.supporting) == ((("900.2", "900.4"), ("900.3",)), ("900.6",))


def test_the_same_edition_carries_every_number_to_itself() -> None:
    questions = [_question(rule.number) for rule in OLD.rules]
    assert carry_over(questions, OLD, OLD) == questions


def test_questions_of_a_third_edition_stay() -> None:
    question = _question("900.1", edition="2022-01-01")
    assert carry_over([question], OLD, NEW) == [question]


@pytest.mark.parametrize(
    ("number", "says"),
    [
        pytest.param("900.5", "no rule of edition 2024-01-01 says 900.5", id="another-text"),
        pytest.param("900.2a", "no rule of edition 2024-01-01 says 900.2a", id="another-heading"),
        pytest.param("999.9", "edition 2020-01-01 does not have 999.9", id="unknown"),
    ],
)
def test_what_cannot_be_carried(number: str, says: str) -> None:
    with pytest.raises(QuestionSetError, match=f"question q1: {says}"):
        carry_over([_question(number)], OLD, NEW)


def test_numbers_are_checked_against_the_rulebook() -> None:
    check_numbers([_question("900.1", "900.5")], OLD)
    with pytest.raises(QuestionSetError, match=r"question q1: found 900\.7, expected a rule of edition 2020-01-01"):
        check_numbers([_question("900.1", "900.7")], OLD)
