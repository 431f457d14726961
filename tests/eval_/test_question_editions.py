"""Rule numbers of one edition matched with another by text."""

from dataclasses import replace

import pytest

from eval.questions.editions import Renumbered, check_numbers, renumber
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
def test_numbers_are_matched_by_text(old: str, new: str) -> None:
    [question] = renumber([_question(old)], OLD, NEW).questions
    assert (question.deciding, question.edition) == (((new,),), "2024-01-01")


def test_supporting_numbers_and_alternatives_are_renumbered() -> None:
    question = Question("q1", "?", (("900.1", "900.4"), ("900.2",)), ("900.3",), edition="2020-01-01")
    [renumbered] = renumber([question], OLD, NEW).questions
    assert (renumbered.deciding, renumbered.supporting) == ((("900.2", "900.4"), ("900.3",)), ("900.6",))


def test_the_same_edition_keeps_every_number() -> None:
    questions = [_question(rule.number) for rule in OLD.rules]
    assert renumber(questions, OLD, OLD) == Renumbered(tuple(questions))


def test_questions_of_a_third_edition_stay() -> None:
    question = _question("900.1", edition="2022-01-01")
    assert renumber([question], OLD, NEW) == Renumbered((question,))


def _set(*questions: Question) -> list[Question]:
    return [replace(question, id=f"q{place}") for place, question in enumerate(questions, 1)]


def test_lost_supporting_numbers_are_dropped_and_noted() -> None:
    question = Question("q1", "?", (("900.1",),), ("900.3", "900.5"), edition="2020-01-01")
    renumbered = renumber([question], OLD, NEW)
    assert [(each.deciding, each.supporting) for each in renumbered.questions] == [((("900.2",),), ("900.6",))]
    assert renumbered.notes == (
        "dropped rule numbers that have no counterpart in edition 2024-01-01 from 1 question: q1 (900.5).",
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
def test_lost_deciding_numbers(deciding: tuple[Item, ...], need: Need, left: tuple[Item, ...] | None) -> None:
    questions = _set(Question("", "?", deciding, need=need, edition="2020-01-01"), _question("900.1"))
    renumbered = renumber(questions, OLD, NEW)
    assert [question.deciding for question in renumbered.questions] == ([left] if left else []) + [(("900.2",),)]
    reason = "dropped rule numbers" if left else "left out 1 question whose deciding rules have no counterpart"
    assert renumbered.notes[0].startswith(reason)
    assert "q1 (900.5)" in renumbered.notes[0]


def test_many_lost_questions_are_counted_and_some_named() -> None:
    renumbered = renumber(_set(*[_question("900.5")] * 20, _question("900.1")), OLD, NEW)
    assert renumbered.notes[0].startswith("left out 20 questions whose deciding rules")
    assert renumbered.notes[0].endswith(
        "2024-01-01: " + ", ".join(f"q{place} (900.5)" for place in range(1, 9)) + ", …."
    )
    assert len(renumbered.questions) == 1


def test_renumbering_stops_without_questions() -> None:
    declined = Question("q2", "?", (), edition="2020-01-01")
    with pytest.raises(QuestionSetError, match=r"q1 \(900\.5\)\. No question with a deciding rule is left"):
        renumber([_question("900.5"), declined], OLD, NEW)


def test_numbers_unknown_to_their_own_edition() -> None:
    with pytest.raises(QuestionSetError, match=r"question q1: found 999\.9, expected a rule of edition 2020-01-01"):
        renumber([_question("999.9"), _question("900.1")], OLD, NEW)


def test_numbers_are_checked_against_the_rulebook() -> None:
    check_numbers([_question("900.1", "900.5")], OLD)
    with pytest.raises(QuestionSetError, match=r"question q1: found 900\.7, expected a rule of edition 2020-01-01"):
        check_numbers([_question("900.1", "900.7")], OLD)
