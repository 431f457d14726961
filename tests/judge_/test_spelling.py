"""judge/question/spelling.py: which words are misspelled, and that the judge searches for the corrected question."""

import pytest

from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.judge import Judge
from judge.lookup.reader import RuleReader
from judge.question.spelling import KeywordSpelling


@pytest.mark.parametrize(
    ("question", "corrected"),
    [
        ("Does trampel work?", "Does trample work?"),
        ("can my comander block", "can my commander block"),
        ("does trample work in the kitchen", ""),
        ("Llanowar tramp", ""),
        ("does Trampel the Elder have haste", ""),
        ("Trampel works? DOES TRAMPEL WORK", "trample works? DOES trample WORK"),
        ("does tram ple, and tram ples, go over", "does trample, and tramples, go over"),
        ("does tram pull go over", ""),  # both are words
        ("does it tram (ple) or not", ""),
        ("my Tram Ple attacks", ""),
        ("", ""),
    ],
)
def test_misspelled_keywords_are_corrected(
    rulebook: Rulebook, plain: PlainRulebook, question: str, corrected: str
) -> None:
    reader = RuleReader.from_rulebooks(rulebook, plain)
    assert KeywordSpelling.from_rulebook(rulebook, reader.plain).corrected(question) == corrected


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("how does trampel work", "how does trample work"),
        ("how does dea thtouch work with trample", "how does deathtouch work with trample"),
    ],
)
def test_a_misspelled_question_gets_the_same_answer(
    rulebook: Rulebook, plain: PlainRulebook, search: Search, asked: str, meant: str
) -> None:
    judge = Judge.from_rulebooks(rulebook, plain, search)
    misspelled, right = judge.ask(asked), judge.ask(meant)
    assert (misspelled.question, misspelled.corrected) == (asked, meant)
    assert (right.question, right.corrected) == (meant, "")
    assert misspelled.citations == right.citations
    assert misspelled.confidence == right.confidence
    assert judge.rank(asked, 5) == judge.rank(meant, 5)
