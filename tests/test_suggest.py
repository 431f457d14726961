"""ui/suggest.py: what to ask next, and which words are misspelt."""

from typing import Any

import pytest
from own_rules import OFFICIAL, ToyJudge

from index.records import PlainRulebook, Rulebook
from judge.judge import Judge
from ui.suggest import Spelling, next_questions

TOY: Any = ToyJudge(OFFICIAL)


def test_typical_questions_of_the_cited_rules_but_not_the_one_asked_or_matched() -> None:
    assert next_questions(TOY.ask("kites?"), TOY) == ["may <my> kite fly at night?", "what if the wind stops?"]
    assert next_questions(TOY.ask("May my kite fly at night"), TOY) == ["what if the wind stops?"]
    assert next_questions(TOY.ask("kites?"), TOY, most=1) == ["may <my> kite fly at night?"]


@pytest.mark.parametrize(
    ("question", "mended"),
    [
        ("Does trampel work?", "Does trample work?"),
        ("can my comander block", "can my commander block"),
        ("does trample work in the kitchen", ""),
        ("Llanowar tramp", ""),
        ("", ""),
    ],
)
def test_misspelt_keywords_are_mended(rulebook: Rulebook, plain: PlainRulebook, question: str, mended: str) -> None:
    assert Spelling.from_judge(Judge.from_rulebooks(rulebook, plain)).mended(question) == mended
