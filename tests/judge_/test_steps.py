"""judge/question/sequence.py, judge/answer/steps.py: questions for a sequence, and the rules that are its steps."""

from dataclasses import replace
from pathlib import Path

import pytest

from index.plain.procedures import Procedure
from index.records import Edition, Hit, Passage, PlainRulebook, Rule, Rulebook
from index.search.features import shipped_weights
from index.search.procedures import NearProcedure
from index.search.search import Search, SearchResult
from judge.answer.confidence import ANSWERS_FROM
from judge.answer.steps import HOW_FROM, MOST_STEPS, OTHERS_FROM, SEQUENCE_FROM, Steps, find_steps, steps_first
from judge.judge import Judge
from judge.library import Library
from judge.question.sequence import asks_for_sequence, asks_how

LETTERS = "abcdefghij"
STEPS = tuple(f"900.2{letter}" for letter in LETTERS)
BOOK = Rulebook(
    Edition("x", "x", "", True),
    (
        Rule("900", "900", "Kites", "", children=("900.1", "900.2")),
        Rule("900.1", "900.1", "Kites", "A kite is a toy.", parent="900"),
        Rule("900.2", "900.2", "Launching a Kite", "Launch it so.", parent="900", children=STEPS),
        *(Rule(step, step, "Launching a Kite", f"Do {step}.", parent="900.2") for step in STEPS),
    ),
)


LANDING = Procedure("Landing a kite", ("900.2c", "900.1"), ("how do i bring it down",))


def _hits(*chances: tuple[str, float]) -> list[Hit]:
    return [Hit(rule, chance, Passage(rule, "rule", "")) for rule, chance in chances]


def _found(*chances: tuple[str, float], procedure: float | None = None, typical: float = 0.0) -> SearchResult:
    """What a search found, with the cosines of the nearest questions of a procedure and of a rule."""
    near = None if procedure is None else NearProcedure(LANDING, LANDING.questions[0], procedure)
    question = Hit("900.1", typical, Passage("900.1", "question", "what is a kite"))
    return SearchResult(tuple(_hits(*chances)), near=(question,), procedure=near)


@pytest.mark.parametrize(
    "question",
    [
        "what happens in the cleanup step?",
        "Walk me through casting a spell.",
        "how do layers go",
        "steps of combat",
        "how does a mulligan work",
        "order of a turn",
        "untap step, one thing after another",
        "launching a kite step by step",
    ],
)
def test_a_sequence_is_asked_for(question: str) -> None:
    assert asks_for_sequence(question)


@pytest.mark.parametrize(
    "question",
    [
        "how much damage goes through",
        "can I respond in the cleanup step?",
        "does the trigger happen at the end step",
        "what layer is power and toughness",
        "what happens to the aura",
    ],
)
def test_other_questions_ask_for_no_sequence(question: str) -> None:
    assert not asks_for_sequence(question)


def test_steps_are_the_rules_of_the_likeliest_section_in_order() -> None:
    few = replace(BOOK, rules=tuple(replace(r, children=STEPS[:3]) if r.id == "900.2" else r for r in BOOK.rules))
    found = _found(("900.2c", 0.4), ("900.1", 0.3), ("900.2a", 0.2))
    assert find_steps("the steps of launching", found, few) == Steps("Launching a Kite", STEPS[:3])


def test_the_best_of_many_steps_are_kept_in_order() -> None:
    found = find_steps("the steps of launching", _found(("900.2j", 0.4), ("900.2i", 0.4)), BOOK)
    assert found.rules == (*STEPS[: MOST_STEPS - 2], "900.2i", "900.2j")


def test_a_section_needs_a_chance_or_its_name() -> None:
    found = _found(("900.2a", 0.3), ("900.1", 0.2))
    assert find_steps("begin, step by step", found, BOOK) == Steps()
    assert find_steps("launch a kite, step by step", found, BOOK).rules == STEPS[:MOST_STEPS]
    assert find_steps("launch a kite", found, BOOK) == Steps()
    assert find_steps("begin, step by step", _found(), BOOK) == Steps()


@pytest.mark.parametrize(
    ("question", "least"),
    [("landing, step by step", SEQUENCE_FROM), ("how do I land", HOW_FROM), ("landing", OTHERS_FROM)],
)
def test_a_procedure_is_shown_where_its_question_is_near_enough(question: str, least: float) -> None:
    """However likely a section is; the less a question sounds like one for a sequence, the nearer it has to be."""
    sure = ("900.2a", 0.9)
    assert find_steps(question, _found(sure, procedure=least), BOOK) == Steps(LANDING.title, LANDING.steps)
    assert find_steps(question, _found(sure, procedure=least - 0.01), BOOK).title != LANDING.title


def test_a_nearer_typical_question_comes_before_a_procedure() -> None:
    for question, same in (("how do I land", True), ("landing", False)):
        found = _found(("900.1", 0.9), procedure=0.88, typical=0.9)
        assert bool(find_steps(question, found, BOOK).rules) is same
    assert not find_steps("how do I land", _found(("900.1", 0.9), procedure=0.7, typical=0.9), BOOK).rules
    assert find_steps("landing, step by step", _found(("900.1", 0.9), procedure=0.7, typical=0.9), BOOK).rules


@pytest.mark.parametrize(
    "question", ["How do I cast it?", "what happens in combat", "meld two halves, how?", "explain combat"]
)
def test_questions_how(question: str) -> None:
    assert asks_how(question)


@pytest.mark.parametrize(
    "question",
    ["does it work", "how much damage is it", "what is trample", "can I show how", "what happens if it dies"],
)
def test_other_questions_do_not_ask_how(question: str) -> None:
    assert not asks_how(question)


def test_ranked_steps_come_before_the_others() -> None:
    hits = _hits(("900.1", 0.5), ("900.2c", 0.3), ("900.2a", 0.2))
    assert steps_first(hits, STEPS[:3]) == ["900.2c", "900.2a", "900.2b", "900.1"]
    assert steps_first(hits, ()) == ["900.1", "900.2c", "900.2a"]


def test_the_judge_answers_with_steps(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> None:
    sharper = replace(search, weights=shipped_weights(search.covered) * 20)
    judge = Judge.from_rulebooks(rulebook, plain, sharper)
    question = "how much tramples over a chump blocker, step by step"
    answer = judge.ask(question)
    assert answer.answered
    steps = rulebook.by_id["702.19"].children
    assert answer.steps == tuple(steps)
    assert tuple(each.rule.id for each in answer.citations[: len(steps)]) == answer.steps
    assert {each.role for each in answer.citations[: len(steps)]} == {"decides"}
    assert not any(each.opened for each in answer.citations)
    assert set(judge.rank(question, 20).numbers[: len(steps)]) == set(steps)
    assert judge.ask("how much tramples over a chump blocker").steps == ()


@pytest.mark.parametrize("question", ["walk me through the cleanup step", "what happens in the cleanup step?"])
def test_the_cleanup_step_is_answered_in_steps(question: str, tmp_path: Path) -> None:
    answer = Library(tmp_path).judge().ask(question)
    assert answer.steps == ("514.1", "514.2", "514.3", "514.3a")
    assert answer.steps_of == "The cleanup step"


@pytest.mark.parametrize(
    ("question", "title", "among"),
    [
        ("Walk me through a whole turn.", "A turn from start to finish", {"501.1", "506.1", "512.1"}),
        ("how do you cast a spell, one thing after another", "Casting a spell", {"601.2a", "601.2c", "601.2h"}),
        ("what happens when my creature with morph is turned face up, step by step", "", {"702.37e"}),
    ],
)
def test_what_crosses_sections_is_answered_in_steps(question: str, title: str, among: set[str], tmp_path: Path) -> None:
    answer = Library(tmp_path).judge().ask(question)
    assert among <= set(answer.steps)
    assert not title or answer.steps_of == title


def test_an_unsure_question_for_a_procedure_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.judge.confidence", lambda _: 0.3)
    judge = Library(tmp_path).judge()
    answer = judge.ask("walk me through casting a spell")
    assert (answer.state, answer.confidence, answer.steps_of) == ("answered", ANSWERS_FROM, "Casting a spell")
    assert judge.rank("walk me through casting a spell", 3).state == "answered"
    for question in ("walk me through casting a stormkiss spell", "does deathtouch work with trample"):
        assert judge.ask(question).state == "unsure"
        assert not judge.ask(question).steps
