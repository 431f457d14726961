"""ui/terminal.py: an answer and a rule as a terminal shows them, and as a pipe gets them."""

import re
from dataclasses import replace

import pytest
from own_rules import BY_ID, MATCHED_EXAMPLE, OFFICIAL, PLAIN, RULES, WORDING, answer, cite

from index.records import Edition, Rulebook
from judge.records import Matched
from ui import words
from ui.ink import Ink
from ui.markup import edition_line
from ui.terminal import answer_text, rule_text

BOOK = Rulebook(OFFICIAL, RULES)
PAGE = "http://127.0.0.1:7860"
STYLED = Ink(60, styles=True, colours=True, page=PAGE)
CODES = re.compile(r"\x1b\[[\d;]*m|\x1b]8;;[^\x1b]*\x1b\\")
ANSWER = answer("Does a kite need wind?", [cite("900.2", "supports"), cite("900.1a", matched=MATCHED_EXAMPLE)])


def test_a_pipe_gets_the_answer_in_its_width_and_nothing_else() -> None:
    citations = [cite("900.1a", matched=MATCHED_EXAMPLE), cite("900.1b", "supports")]
    text = answer_text(answer(citations=citations), Ink(40))
    assert text.splitlines() == [
        "In plain words (ours, not official):",
        "No wind, no kite: it comes down <at",
        "once>.",
        "",
        "900.1a  Toys › Kites",
        "    [Deciding rule]",
        "    A kite goes up while {T} & <wind>",
        "    last. See rule 900.2.",
        "    Example – matched this example: Ann",
        "    flies a kite. The wind stops.",
        "    The kite comes down.",
        "",
        "900.1b  Toys › Kites",
        "    [Supporting rule]",
        "    A torn kite stays on the ground.",
        "    Found by the rule’s own text.",
        "",
        "Rules: Rules of the Toy Table, effective",
        "2031-05-01",
    ]


def test_a_terminal_gets_the_same_words() -> None:
    assert CODES.sub("", answer_text(ANSWER, STYLED)) == answer_text(ANSWER, Ink(60))
    assert CODES.sub("", rule_text(BY_ID["900.1a"], WORDING["900.1a"], BOOK, STYLED)) == rule_text(
        BY_ID["900.1a"], WORDING["900.1a"], BOOK, Ink(60)
    )


def test_deciding_and_supporting_rules_are_told_apart() -> None:
    text = answer_text(ANSWER, replace(STYLED, page=""))
    assert "\x1b[1;35m900.1a\x1b[0m  Toys › Kites\n\x1b[1;35m    [Deciding rule]\x1b[0m" in text
    assert "\x1b[1m900.2\x1b[0m  Toys › Wind\n\x1b[2m    [Supporting rule]\x1b[0m" in text
    assert text.index("900.1a") < text.index("    [Supporting rule]")


def test_the_words_of_the_question_stand_out() -> None:
    text = answer_text(ANSWER, replace(STYLED, page=""))
    assert "    A \x1b[1mkite\x1b[0m goes up while {T} & <\x1b[1mwind\x1b[0m> last. See rule 900.2." in text


def test_without_colours_bold_is_left() -> None:
    text = answer_text(ANSWER, Ink(60, styles=True))
    assert "\x1b[1m900.1a\x1b[0m" in text
    assert "35m" not in text


def test_numbers_link_to_the_rule_in_its_place() -> None:
    text = answer_text(ANSWER, Ink(60, page=PAGE))
    assert f"\x1b]8;;{PAGE}/?rule=900.1a\x1b\\900.1a\x1b]8;;\x1b\\  Toys" in text
    assert f"See rule \x1b]8;;{PAGE}/?rule=900.2\x1b\\900.2\x1b]8;;\x1b\\." in text
    second = rule_text(BY_ID["900.2a#2"], "", BOOK, Ink(page=PAGE))
    assert second.startswith(f"\x1b]8;;{PAGE}/?rule=900.2a%232\x1b\\900.2a\x1b]8;;\x1b\\  Toys › Wind")


def test_it_is_not_steered_by_text() -> None:
    rule = replace(BY_ID["900.1b"], text="red \x1b[31m kite \x1b]8;;http://x\x1b\\ \x9b1m")
    text = answer_text(answer(citations=[replace(cite("900.1b"), rule=rule)]))
    assert "\x1b" not in text and "\x9b" not in text


def test_a_rule_in_its_place() -> None:
    text = rule_text(BY_ID["900.1a"], WORDING["900.1a"], BOOK)
    assert text.splitlines()[0] == "900.1a  Toys › Kites"
    assert BY_ID["900.1a"].text in text
    for line in ("Part of: 900.1", "Previous: 900.1", "Next: 900.1b", "Refers to: 900.2"):
        assert line in text.splitlines()


@pytest.mark.parametrize("edition", [OFFICIAL, PLAIN])
@pytest.mark.parametrize("answered", [True, False])
def test_every_answer_names_its_edition(edition: Edition, answered: bool) -> None:
    assert answer_text(answer(edition=edition, answered=answered)).endswith(edition_line(edition))


def test_a_message_and_the_cards_come_first() -> None:
    said = "There is no rule 999.9 in Rules of the Toy Table."
    one = answer("900.1a and 999.9", [cite("900.1a", matched=Matched("number", "900.1a"))], OFFICIAL, True, said)
    assert answer_text(one).startswith(f"{said}\n\n")
    assert answer_text(one, cards=["A card", "Which card?"]).startswith(f"A card\n\nWhich card?\n\n{said}\n\n")


def test_a_declined_question_has_the_nearest_rules() -> None:
    text = answer_text(answer(citations=[cite("900.2", "supports")], answered=False, message="Not here."))
    assert text.splitlines()[:5] == ["Not here.", "", f"{words.NEAREST}:", "", "900.2  Toys › Wind"]
    assert "    [Nearest rule]" in text.splitlines()
