"""eval/studies/dialogues.py: the shipped dialogues, and dialogues measured with a small judge."""

from eval.records import Question
from eval.scores.measures import heading_numbers
from eval.studies.dialogues import Dialogue, measure_dialogues, shipped_dialogues
from index.plain.chapters import read_plain
from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.judge import Judge


def test_the_shipped_dialogues() -> None:
    dialogues, known = shipped_dialogues(), read_plain().by_number
    assert len(dialogues) >= 60
    assert {len(dialogue.turns) for dialogue in dialogues} == {2, 3}
    assert sum(dialogue.starts_afresh for dialogue in dialogues) >= 15
    assert len({dialogue.complete.id for dialogue in dialogues}) == len(dialogues)
    for dialogue in dialogues:
        numbers = [number for item in dialogue.complete.deciding for number in item]
        assert numbers
        assert set(numbers) <= known.keys()
        assert (dialogue.complete.question == dialogue.turns[-1]) is dialogue.starts_afresh


def test_follow_up_questions_need_their_context(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> None:
    judge = Judge.from_rulebooks(rulebook, plain, search)
    asked = Question("d", "how much tramples over a chump blocker", (("702.19b",),))
    dialogue = Dialogue(("how much tramples over a chump blocker", "same, zebras?"), asked, False)
    means = measure_dialogues(judge.rank, [dialogue], heading_numbers(rulebook))
    assert list(means) == ["complete", "in context", "alone"]
    assert means["complete"][0] == means["in context"][0] == 1.0
    assert means["alone"][0] == 0.0
