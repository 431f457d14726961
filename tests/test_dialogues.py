"""eval/dialogues.py: the shipped dialogues, and their measuring on a small judge."""

from eval.dialogues import Dialogue, measure_dialogues, shipped_dialogues
from eval.measures import headings
from eval.records import Question
from index.plain import read_plain
from index.records import PlainRulebook, Rulebook
from index.search import Search
from judge.judge import Judge


def test_the_shipped_dialogues() -> None:
    dialogues, known = shipped_dialogues(), read_plain().by_number
    assert len(dialogues) >= 60
    assert {len(dialogue.turns) for dialogue in dialogues} == {2, 3}
    assert sum(dialogue.starts_afresh for dialogue in dialogues) >= 15
    assert len({dialogue.last.id for dialogue in dialogues}) == len(dialogues)
    for dialogue in dialogues:
        numbers = [number for item in dialogue.last.deciding for number in item]
        assert numbers
        assert set(numbers) <= known.keys()
        assert (dialogue.last.question == dialogue.turns[-1]) is dialogue.starts_afresh


def test_a_turn_that_leans_is_found_only_with_the_one_before(
    rulebook: Rulebook, plain: PlainRulebook, search: Search
) -> None:
    judge = Judge.from_rulebooks(rulebook, plain, search)
    asked = Question("d", "how much tramples over a chump blocker", (("702.19b",),))
    dialogue = Dialogue(("how much tramples over a chump blocker", "same, zebras?"), asked, False)
    means = measure_dialogues(judge, [dialogue], headings(rulebook))
    assert list(means) == ["asked whole", "in the dialogue", "the last turn alone"]
    assert means["asked whole"][0] == means["in the dialogue"][0] == 1.0
    assert means["the last turn alone"][0] == 0.0
