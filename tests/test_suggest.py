"""ui/suggest.py: what to ask next, and which words are misspelt."""

from typing import Any

from own_rules import OFFICIAL, ToyJudge

from ui.suggest import next_questions

TOY: Any = ToyJudge(OFFICIAL)


def test_typical_questions_of_the_cited_rules_but_not_the_one_asked_or_matched() -> None:
    assert next_questions(TOY.ask("kites?"), TOY) == ["may <my> kite fly at night?", "what if the wind stops?"]
    assert next_questions(TOY.ask("May my kite fly at night"), TOY) == ["what if the wind stops?"]
    assert next_questions(TOY.ask("kites?"), TOY, most=1) == ["may <my> kite fly at night?"]
