"""eval/questions/dialogues.py and eval/studies/dialogues.py: the shipped dialogues, and how they are measured."""

import pytest

from eval.questions.dialogues import Dialogue, Turns, dialogue_of, shipped_dialogues, shipped_turns
from eval.records import Question
from eval.scores.measures import heading_numbers
from eval.studies.dialogues import measure_dialogues, taken_rightly
from index.errors import QuestionSetError
from index.plain.chapters import read_plain
from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.judge import Judge
from judge.library import Library


def test_the_shipped_dialogues() -> None:
    dialogues, known = shipped_dialogues(), read_plain().by_number
    assert {len(dialogue.turns) for dialogue in dialogues} == {2, 3}
    assert len({dialogue.complete.id for dialogue in dialogues}) == len(dialogues)
    for dialogue in dialogues:
        numbers = [number for item in dialogue.complete.deciding for number in item]
        assert numbers
        assert set(numbers) <= known.keys()


@pytest.mark.parametrize("split", ["dev", "test"])
def test_half_of_the_last_turns_stand_alone(split: str) -> None:
    dialogues = shipped_dialogues(split)
    assert len(dialogues) >= 270
    assert sum(dialogue.follow_up for dialogue in dialogues) == pytest.approx(len(dialogues) / 2, rel=0.12)


def _all(split: str) -> list[Turns]:
    return [*shipped_dialogues(split), *shipped_turns(split)]


def test_no_conversation_begins_alike_in_both_halves() -> None:
    dev, test = ({each.turns[0].casefold() for each in _all(split)} for split in ("dev", "test"))
    assert not dev & test


def test_the_halves_of_the_turns_are_by_different_hands() -> None:
    dev, test = (shipped_turns(split) for split in ("dev", "test"))
    assert len(dev) >= 700
    assert len(test) >= 350
    assert not {each.style for each in dev} & {each.style for each in test}
    for half in (dev, test):
        assert {len(each.turns) for each in half} == {2}
        assert sum(each.follow_up for each in half) == pytest.approx(len(half) / 2, rel=0.05)


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ({"turns": ["why"], "follow_up": True}, r"d:1: found \['why'\] as \"turns\", expected at least two questions"),
        ({"turns": ["a", "b"], "follow_up": 1}, 'd:1: found 1 as "follow_up", expected true or false'),
    ],
)
def test_a_row_that_is_no_dialogue(row: dict[str, object], found: str) -> None:
    with pytest.raises(QuestionSetError, match=found):
        dialogue_of(row, "d:1")


def test_follow_up_questions_need_their_context(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> None:
    judge = Judge.from_rulebooks(rulebook, plain, search)
    asked = Question("d", "how much tramples over a chump blocker", (("702.19b",),))
    dialogue = Dialogue(("how much tramples over a chump blocker", "same, zebras?"), True, "", asked)
    means = measure_dialogues(judge.rank, [dialogue], heading_numbers(rulebook))
    assert list(means) == ["complete", "in context", "alone"]
    assert means["complete"][0] == means["in context"][0] == 1.0
    assert means["alone"][0] == 0.0
    assert taken_rightly(search, [dialogue]).tolist() == [1.0]


@pytest.mark.slow
def test_most_unseen_last_turns_are_taken_rightly() -> None:
    search = Library.at_home().judge().search
    assert taken_rightly(search, shipped_dialogues("test")).mean() >= 0.94
    assert taken_rightly(search, shipped_turns("test")).mean() >= 0.93
