"""judge/question/language.py: questions in other languages, and what the judge says to them."""

import pytest

from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.judge import Judge
from judge.messages import NOT_SURE, OTHER_LANGUAGE
from judge.question.language import is_foreign

KEYWORDS = ("deathtouch", "trample", "flash", "token")


@pytest.mark.parametrize(
    "question",
    [
        "Hat eine Kreatur mit Deathtouch und Trample einen Vorteil?",
        "est-ce que je peux bloquer une créature avec trample",
        "¿puede un jugador lanzar esto cuando tiene flash?",
        "posso bloccare un token che ha trample?",
        "o meu token pode atacar com trample, não?",
    ],
)
def test_a_question_in_another_language(question: str) -> None:
    assert is_foreign(question, KEYWORDS)


@pytest.mark.parametrize(
    "question",
    [
        "does deathtouch work with trample?",
        "can my token die if el nino flashes in",
        "Wie lange muss ich Kartoffeln kochen?",
        "mi token",
    ],
)
def test_any_other_question(question: str) -> None:
    assert not is_foreign(question, KEYWORDS)


def test_the_closest_rules_are_shown_with_a_line_that_says_why(
    rulebook: Rulebook, plain: PlainRulebook, search: Search
) -> None:
    judge = Judge.from_rulebooks(rulebook, plain, search)
    question = "Hat eine Kreatur mit Trample und Flash einen Vorteil?"
    answer = judge.ask(question)
    assert answer.state == "unsure"
    assert answer.message == f"{OTHER_LANGUAGE} {NOT_SURE}"
    assert any(each.opened for each in answer.citations)
    assert judge.rank(question, 5).state == "unsure"
