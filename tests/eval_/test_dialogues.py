"""eval/questions/dialogues.py and eval/studies/dialogues.py: the shipped dialogues, and how they are measured."""

from typing import cast

import numpy as np
import pytest

from eval.questions.dialogues import Dialogue, Turns, dialogue_of, shipped_dialogues, shipped_turns
from eval.records import Question, Summary
from eval.report.tables import _follow_ups
from eval.scores.follow_ups import by_style, taken_rightly
from eval.scores.measures import heading_numbers
from eval.studies.dialogues import measure_dialogues
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
    assert len(dev) >= 4_900
    assert len(test) >= 740
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
    assert taken_rightly(judge, [dialogue]).tolist() == [1.0]


@pytest.mark.slow
def test_most_unseen_last_turns_are_taken_rightly() -> None:
    judge = Library.at_home().judge()
    assert taken_rightly(judge, shipped_dialogues("test")).mean() >= 0.94
    assert taken_rightly(judge, shipped_turns("test")).mean() >= 0.97


def test_the_shares_by_style() -> None:
    turns = [Turns(("a", "b"), True, style) for style in ("first", "terse", "first", "first")]
    every, first, terse = by_style(turns, np.array([1.0, 1.0, 0.0, 1.0]))
    assert (every["style"], every["turns"], every["right"]) == ("all", 4, 0.75)
    assert (first["style"], first["turns"]) == ("first", 3)
    assert first["right"] == pytest.approx(2 / 3)
    assert (terse["style"], terse["right"], terse["interval"][1]) == ("terse", 1.0, 1.0)
    assert by_style([], np.zeros(0)) == []


def test_the_table_of_the_conversations() -> None:
    turns = [Turns(("a", "b"), True, "first")] * 4
    summary = cast(Summary, {"follow_ups": by_style(turns, np.array([1.0, 1.0, 0.0, 1.0]))})
    table = _follow_ups(summary)
    assert table.rows == (("all", "4", "0.750", "0.301–0.954"), ("first", "4", "0.750", "0.301–0.954"))
    assert _follow_ups(cast(Summary, {})).rows == ()
