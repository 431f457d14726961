"""judge/question/sequence.py, judge/answer/steps.py: questions for a sequence, and the rules that are its steps."""

from dataclasses import replace
from pathlib import Path

import pytest

from index.records import Edition, Hit, Passage, PlainRulebook, Rule, Rulebook
from index.search.features import shipped_weights
from index.search.search import Search
from judge.answer.steps import MOST_STEPS, find_steps, steps_first
from judge.judge import Judge
from judge.library import Library
from judge.question.sequence import asks_for_sequence

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


def _hits(*chances: tuple[str, float]) -> list[Hit]:
    return [Hit(rule, chance, Passage(rule, "rule", "")) for rule, chance in chances]


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
    hits = _hits(("900.2c", 0.4), ("900.1", 0.3), ("900.2a", 0.2))
    assert find_steps("how do I launch", hits, few) == STEPS[:3]


def test_the_best_of_many_steps_are_kept_in_order() -> None:
    hits = _hits(("900.2j", 0.4), ("900.2i", 0.4))
    found = find_steps("how do I launch", hits, BOOK)
    assert found == (*STEPS[: MOST_STEPS - 2], "900.2i", "900.2j")


def test_a_section_needs_a_chance_or_its_name() -> None:
    hits = _hits(("900.2a", 0.3), ("900.1", 0.2))
    assert find_steps("how do I begin", hits, BOOK) == ()
    assert find_steps("launch a kite, step by step", hits, BOOK) == STEPS[:MOST_STEPS]
    assert find_steps("how do I begin", [], BOOK) == ()


def test_ranked_steps_come_before_the_others() -> None:
    hits = _hits(("900.1", 0.5), ("900.2c", 0.3), ("900.2a", 0.2))
    assert steps_first(hits, STEPS[:3]) == ["900.2c", "900.2a", "900.2b", "900.1"]
    assert steps_first(hits, ()) == ["900.1", "900.2c", "900.2a"]


def test_the_judge_answers_with_steps(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> None:
    sharper = replace(search, weights=shipped_weights(search.covered) * 20)
    judge = Judge.from_rulebooks(rulebook, plain, sharper)
    question = "walk me through trample over a chump blocker, how much tramples"
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
    assert Library(tmp_path).judge().ask(question).steps == ("514.1", "514.2", "514.3")
