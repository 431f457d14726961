"""ui/terminal: an answer and a rule as a terminal shows them, and as a pipe gets them."""

from dataclasses import replace
from functools import partial

import pytest
from own_rules import BY_ID, MATCHED_EXAMPLE, OFFICIAL, PLAIN, answer, cite, read
from terminals import CODES, PAGE, pipe, terminal, written

from index.records import Edition, Rule
from judge.records import Answer, Matched
from ui import strings
from ui.html.view import edition_line
from ui.terminal.answer import write_answer
from ui.terminal.output import Output
from ui.terminal.rule import write_rule

ANSWER = answer("Does a kite need wind?", [cite("900.1a", matched=MATCHED_EXAMPLE), cite("900.2", "supports")])


def answer_text(answer: Answer, output: Output | None = None) -> str:
    """What is written of an answer, to a pipe where nothing else is said."""
    return written(output or pipe(), partial(write_answer, answer=answer))


def rule_text(rule: Rule, output: Output | None = None) -> str:
    """What is written of a rule."""
    return written(output or pipe(), partial(write_rule, rule=rule, reader=read()))


def test_a_pipe_gets_the_answer_in_its_width_and_nothing_else() -> None:
    citations = [cite("900.1a", matched=MATCHED_EXAMPLE), cite("900.1b", "supports")]
    text = answer_text(answer(citations=citations), pipe(40))
    assert text.splitlines() == [
        "In plain words (ours, not official):",
        "No wind, no kite: it comes down <at",
        "once>.",
        "",
        "900.1a  Toys › Kites",
        f"    [{strings.DECIDING}]",
        "    A kite goes up while {T} & <wind>",
        "    last. See rule 900.2.",
        f"    {strings.MATCHED_EXAMPLE}: Ann flies a kite.",
        "    The wind stops.",
        "    The kite comes down.",
        "",
        f"900.1b  Kites [{strings.SUPPORTING}]",
        "Read a rule in full: judge rule 900.1b",
        "",
        "Rules: Rules of the Toy Table, effective",
        "2031-05-01",
    ]


def test_a_terminal_gets_the_same_words() -> None:
    styled = terminal(60, PAGE)
    assert CODES.sub("", answer_text(ANSWER, styled)) == answer_text(ANSWER, pipe(60))
    assert CODES.sub("", rule_text(BY_ID["900.1a"], styled)) == rule_text(BY_ID["900.1a"], pipe(60))


def test_no_line_is_wider_than_the_terminal() -> None:
    text = answer_text(answer(citations=[cite("900.2a"), cite("900.1a")]), pipe(30))
    assert max(map(len, text.splitlines())) == 30
    assert [line for line in text.splitlines() if line != line.rstrip()] == []


def test_deciding_and_supporting_rules_look_different() -> None:
    text = answer_text(ANSWER, terminal(60))
    assert "\x1b[1;35m900.1a\x1b[0m  Toys › Kites\n    \x1b[1;35m[Deciding rule]\x1b[0m" in text
    assert "\x1b[1m900.2\x1b[0m  Wind \x1b[2m[Supporting rule] \x1b[0m\x1b[2mWind blows until it" in text


def test_the_words_of_the_question_stand_out() -> None:
    text = answer_text(ANSWER, terminal(60))
    assert "    A \x1b[1mkite\x1b[0m goes up while {T} & <\x1b[1mwind\x1b[0m> last. See rule 900.2." in text


def test_without_colors_bold_is_left() -> None:
    text = answer_text(ANSWER, terminal(60, colors=False))
    assert "\x1b[1m900.1a\x1b[0m" in text
    assert "35m" not in text


def test_numbers_link_to_the_rule_in_its_place() -> None:
    text = answer_text(ANSWER, terminal(60, PAGE))
    assert f"\x1b]8;;{PAGE}/?rule=900.1a\x1b\\\x1b[1;35m900.1a\x1b[0m\x1b]8;;\x1b\\  Toys" in text
    assert f"See rule \x1b]8;;{PAGE}/?rule=900.2\x1b\\900.2\x1b]8;;\x1b\\." in text
    second = rule_text(BY_ID["900.2a#2"], terminal(60, PAGE))
    assert second.startswith(f"\x1b]8;;{PAGE}/?rule=900.2a%232\x1b\\\x1b[1;35m900.2a\x1b[0m\x1b]8;;\x1b\\  Toys › Wind")


def test_only_numbers_of_rules_are_links() -> None:
    rule = replace(BY_ID["900.1b"], text="900.1a and 12.5, 900.1000.1, x900.2, 900.1bcd, 999.1")
    text = answer_text(answer(citations=[replace(cite("900.1b"), rule=rule)]), terminal(100, PAGE))
    line = next(line for line in text.splitlines() if "12.5" in line)
    assert line == f"    \x1b]8;;{PAGE}/?rule=900.1a\x1b\\900.1a\x1b]8;;\x1b\\" + rule.text[6:]


@pytest.mark.parametrize(
    "hostile",
    ["red \x1b[31m kite", "\x1b]8;;http://x\x1b\\", "\x9b1m", "a\u202eb\r\x07\x00", "\ud800"],
    ids=["color", "link", "C1", "turned", "surrogate"],
)
def test_text_cannot_steer_the_terminal(hostile: str) -> None:
    rule = replace(BY_ID["900.1b"], text=hostile, heading=hostile, path=(hostile,), examples=(hostile,))
    citation = replace(cite("900.1b", matched=Matched("example", hostile)), rule=rule, plain=hostile + "!")
    supporting = replace(citation, role="supports", matched=Matched("question", hostile))
    for answered in (True, False):
        one = answer("a kite?", [citation, supporting], replace(OFFICIAL, name=hostile), answered, hostile)
        text = answer_text(replace(one, corrected=hostile)) + rule_text(rule)
        assert all(letter.isprintable() or letter == "\n" for letter in text)


def test_a_rule_in_its_place() -> None:
    text = rule_text(BY_ID["900.1a"])
    assert text.splitlines()[0] == "900.1a  Toys › Kites"
    assert BY_ID["900.1a"].text in text
    for line in ("Part of: 900.1", "Previous: 900.1", "Next: 900.1b", "Refers to: 900.2"):
        assert line in text.splitlines()
    assert "Previous: 900.2a" in rule_text(BY_ID["900.2a#2"]).splitlines()
    assert "Next: 900.2a#2" in rule_text(BY_ID["900.2a"]).splitlines()


@pytest.mark.parametrize("edition", [OFFICIAL, PLAIN])
@pytest.mark.parametrize("answered", [True, False])
def test_every_answer_names_its_edition(edition: Edition, answered: bool) -> None:
    assert answer_text(answer(edition=edition, answered=answered)).endswith(edition_line(edition))


def test_a_corrected_question_comes_first() -> None:
    text = answer_text(replace(ANSWER, corrected="Does a kite need wind?"))
    assert text.startswith("Searched for: Does a kite need wind?\n\n")


def test_a_message_stands_above_the_rules() -> None:
    message = "There is no rule 999.9 in Rules of the Toy Table."
    one = answer("900.1a and 999.9", [cite("900.1a", matched=Matched("number", "900.1a"))], OFFICIAL, True, message)
    assert answer_text(one).startswith(f"{message}\n\n")


def test_a_declined_question_has_the_closest_rules() -> None:
    text = answer_text(answer(citations=[cite("900.2", "supports")], answered=False, message="Not here."))
    closed = "900.2  Wind [Closest rule] Wind blows until it doesn't. *It* is not counted."
    assert text.splitlines()[:5] == ["Not here.", "", f"{strings.NEAREST}:", "", closed]
