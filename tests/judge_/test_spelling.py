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
        ("my Tram Ple attacks", ""),
        ("", ""),
    ],
)
def test_misspelled_keywords_are_corrected(
    rulebook: Rulebook, plain: PlainRulebook, question: str, corrected: str
) -> None:
    reader = RuleReader.from_rulebooks(rulebook, plain)
    assert KeywordSpelling.from_rulebook(rulebook, reader.plain).corrected(question) == corrected


def test_a_misspelled_question_gets_the_same_answer(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> None:
    judge = Judge.from_rulebooks(rulebook, plain, search)
    misspelled, right = judge.ask("how does trampel work"), judge.ask("how does trample work")
    assert (misspelled.question, misspelled.corrected) == ("how does trampel work", "how does trample work")
    assert (right.question, right.corrected) == ("how does trample work", "")
    assert misspelled.citations == right.citations
    assert misspelled.confidence == right.confidence
    assert judge.rank("how does trampel work", 5) == judge.rank("how does trample work", 5)
