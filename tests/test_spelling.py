"""judge/spelling.py: which words are misspelt, and that the judge searches for what was meant."""

import pytest

from index.records import PlainRulebook, Rulebook
from index.search import Search
from judge.judge import Judge


@pytest.mark.parametrize(
    ("question", "mended"),
    [
        ("Does trampel work?", "Does trample work?"),
        ("can my comander block", "can my commander block"),
        ("does trample work in the kitchen", ""),
        ("Llanowar tramp", ""),
        ("does Trampel the Elder have haste", ""),
        ("Trampel works? DOES TRAMPEL WORK", "trample works? DOES trample WORK"),
        ("", ""),
    ],
)
def test_misspelt_keywords_are_mended(rulebook: Rulebook, plain: PlainRulebook, question: str, mended: str) -> None:
    assert Judge.from_rulebooks(rulebook, plain).mended(question) == mended


def test_a_misspelt_question_is_answered_as_one_spelt_right(
    rulebook: Rulebook, plain: PlainRulebook, search: Search
) -> None:
    judge = Judge.from_rulebooks(rulebook, plain, search)
    misspelt, right = judge.ask("how does trampel work"), judge.ask("how does trample work")
    assert misspelt.question == "how does trampel work"
    assert misspelt.citations == right.citations
    assert misspelt.confidence == right.confidence
    assert judge.ranked("how does trampel work", 5) == judge.ranked("how does trample work", 5)
