"""eval/scores/kinds.py: how each kind of question is treated, worked out by hand."""

from dataclasses import replace

import pytest
from small_set import small_runs

from eval.records import Question
from eval.run import run
from eval.scores.kinds import by_kind, share_interval
from index.records import Rulebook
from judge.records import Ranking, State

QUESTIONS = [
    *(Question(f"yes {at}", f"yes {at}", (("100.1",),), style="short") for at in range(3)),
    Question("no", "no", (), style="short"),
    Question("lore", "lore", (), style="lore"),
]


def _ranking(question: str, k: int) -> Ranking:
    states: dict[str, State] = {"yes 0": "answered", "yes 1": "unsure", "yes 2": "unsure", "no": "declined"}
    sure = {"yes 0": 0.9, "yes 1": 0.4, "yes 2": 0.3, "no": 0.1, "lore": 0.4}[question]
    opened = {"yes 1": 1, "yes 2": 2}.get(question, 0)
    return Ranking(("100.2", "100.1"), sure, states.get(question, "answered"), opened)


def test_each_kind_has_its_shares() -> None:
    [only] = run(QUESTIONS, {"judge": _ranking}, frozenset())
    answerable, lore, short = by_kind(only)
    assert [(kind["style"], kind["answerable"], kind["questions"]) for kind in (answerable, lore, short)] == [
        ("short", True, 3),
        ("lore", False, 1),
        ("short", False, 1),
    ]
    states = [(kind["answered"], kind["unsure"], kind["declined"]) for kind in (answerable, lore, short)]
    assert states == [(pytest.approx(1 / 3), pytest.approx(2 / 3), 0), (1, 0, 0), (0, 0, 1)]
    assert answerable["shown"] == pytest.approx(2 / 3)  # of the unsure ones, one has the second rule unfolded
    assert answerable["hits"] == {"hit@1": 0, "hit@5": 1}
    assert (lore["shown"], lore["hits"]) == (None, None)
    assert [kind["auroc"] for kind in (answerable, lore, short)] == [pytest.approx(4.5 / 6), pytest.approx(1.5 / 3), 1]
    assert answerable["intervals"]["answered"] == share_interval(1, 3)


def test_wilson_intervals() -> None:
    assert share_interval(40, 40) == [pytest.approx(0.9124, abs=1e-4), 1.0]
    assert share_interval(5, 10) == [pytest.approx(0.2366, abs=1e-4), pytest.approx(0.7634, abs=1e-4)]


def test_questions_without_a_style_and_systems_without_states(rulebook: Rulebook) -> None:
    judge, none = small_runs(rulebook)
    assert [kind["questions"] for kind in by_kind(judge)] == [2]
    assert by_kind(none) == []
    unlabeled = replace(judge, questions=tuple(replace(each, style="") for each in judge.questions))
    assert by_kind(unlabeled) == []
