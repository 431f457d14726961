"""index/rules/numbers.py: how rule numbers are written, sorted and found, and that no other module knows."""

import doctest
import re
from pathlib import Path

import pytest

from index.errors import RuleError
from index.rules import numbers as numbers_module
from index.rules.numbers import (
    NumberSpan,
    chapter_number,
    is_chapter,
    is_number,
    is_subrule,
    is_subrule_of,
    mask_numbers,
    number_in_cell,
    number_key,
    number_of_id,
    number_prefix,
    numbers_asked,
    numbers_referred_to,
    numbers_shown,
    parent_number,
    rule_in_cell,
    section_digit,
    split_chapter_line,
    split_rule_line,
    split_section_line,
)

ROOT = Path(__file__).parents[2]
PATTERN = re.compile(r"(?:\\d|\[0-9\])\{1?,?3\}")


def test_order_of_numbers() -> None:
    numbers = ["613", "701", "701.4", "701.4a", "701.4z", "701.4aa", "701.10", "702"]
    assert sorted(reversed(numbers), key=number_key) == numbers
    with pytest.raises(RuleError, match="expected the number of a rule such as 613"):
        number_key("7.2")


def test_parent_number() -> None:
    assert [parent_number(number) for number in ("704.5aa", "702.19b", "702.19", "702")] == [
        "704.5",
        "702.19",
        "702",
        None,
    ]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("See rule 613.", ["613"]),
        ("rule 702.19b, and then 100 beetles", ["702.19b"]),
        ("See rules 108.3, 110.2, and 112.2.", ["108.3", "110.2", "112.2"]),
        ("rules 509.1h and 702.19", ["509.1h", "702.19"]),
        ("done as in 103.2a–e in order", ["103.2a", "103.2e"]),
        ("(see rules 119.7–8)", ["119.7", "119.8"]),
        ("rules 903.5–903.7", ["903.5", "903.7"]),
        ("See rule 113, “Words,” and section 6, “Spells.”", ["113"]),
        ("See rule 508, “Attack,” and rule 702.10.", ["508", "702.10"]),
        ("100 beetles, 250 ants", []),
    ],
)
def test_numbers_referred_to(text: str, numbers: list[str]) -> None:
    assert numbers_referred_to(text) == numbers


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        pytest.param("702.19b", ["702.19b"], id="subrule"),
        pytest.param("704.5K?", ["704.5k"], id="capital letter"),
        pytest.param("cr 704.5k", ["704.5k"], id="cr"),
        pytest.param("CR704.5k", ["704.5k"], id="cr without a space"),
        pytest.param("What does 702.19. say?", ["702.19"], id="stop after it"),
        pytest.param("is 704.5aa real", ["704.5aa"], id="two letters"),
        pytest.param("“613.4c”", ["613.4c"], id="in quotes"),
        pytest.param("613", ["613"], id="chapter alone"),
        pytest.param(" 613? ", ["613"], id="chapter asked"),
        pytest.param("rule 613", ["613"], id="rule and chapter"),
        pytest.param("explain Rule #613.", ["613"], id="rule and sign"),
        pytest.param("rules 613.4c", ["613.4c"], id="rule and subrule"),
        pytest.param("see section 800", ["800"], id="section"),
        pytest.param("613.4c and 614.1", ["613.4c", "614.1"], id="two"),
        pytest.param("614.1, rule 613, and 614.1 again", ["614.1", "613"], id="each once, in order"),
        pytest.param("(702.19b/702.2b)", ["702.19b", "702.2b"], id="slash"),
        pytest.param("what changed in 2026", [], id="year"),
        pytest.param("2026", [], id="year alone"),
        pytest.param("rule 2026", [], id="rule and year"),
        pytest.param("I have 120 life, can I lose?", [], id="amount"),
        pytest.param("a 100/100 beetle", [], id="size"),
        pytest.param("version 1.702.19", [], id="version"),
        pytest.param("702.1999", [], id="too many digits"),
        pytest.param("702.19abc", [], id="too many letters"),
        pytest.param("overruled 613", [], id="rule inside a word"),
        pytest.param("", [], id="empty"),
    ],
)
def test_numbers_asked(question: str, numbers: list[str]) -> None:
    assert numbers_asked(question) == numbers


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("702", (True, True, False)),
        ("702.19", (True, False, False)),
        ("702.19b", (True, False, True)),
        ("702.19aa", (True, False, True)),
    ],
)
def test_kinds_of_numbers(text: str, kinds: tuple[bool, bool, bool]) -> None:
    assert (is_number(text), is_chapter(text), is_subrule(text)) == kinds
    assert (section_digit(text), chapter_number(text)) == ("7", "702")


@pytest.mark.parametrize("text", ["", "7", "7021", "702.", "702.b", "702.19B", "702.19b.", " 702", "٧٠٢", "702.19#2"])
def test_what_is_not_a_number(text: str) -> None:
    assert not is_number(text)


def test_subrules_of_a_rule() -> None:
    numbers = ("702.19a", "702.19aa", "702.19", "702.190", "702.1", "702.190a")
    assert [is_subrule_of(number, "702.19") for number in numbers] == [True, True, False, False, False, False]


def test_the_number_of_an_id() -> None:
    assert [number_of_id(each) for each in ("702.175#2", "702.175", "702#2")] == ["702.175", "702.175", "702"]


@pytest.mark.parametrize(
    ("line", "split"),
    [
        ("702.19b Give each", ("702.19b", "Give each")),
        ("702.19b. Give each", ("702.19b", "Give each")),
        ("702.19. Trample", ("702.19", "Trample")),
        ("613.7Glued", ("613.7", "Glued")),
        ("613.7b“Glued”", ("613.7b", "“Glued”")),
        ("104.2", ("104.2", "")),
        ("104.2, and so on", None),
        ("702. Keyword Abilities", None),
        ("1702.19 No", None),
    ],
)
def test_lines_of_rules(line: str, split: tuple[str, str] | None) -> None:
    assert split_rule_line(line) == split


def test_lines_of_headings() -> None:
    assert split_chapter_line("702. Keyword Abilities") == ("702", "Keyword Abilities")
    assert split_chapter_line("702.Keyword Abilities") == ("702", "Keyword Abilities")
    assert split_chapter_line("702. 19 beetles") is None
    assert split_section_line("7. Additional Rules") == ("7", "Additional Rules")
    assert split_section_line("0. Nothing") is None
    assert split_section_line("7.Additional") is None


def test_cells() -> None:
    cells = ("7", "702", "702.", "702.19b", "702.19b.", "0", "70", "702.b", "702.19 b")
    assert [number_in_cell(cell) for cell in cells] == ["7", "702", "702", "702.19b", "702.19b", None, None, None, None]
    assert [rule_in_cell(cell) for cell in cells] == [None, None, None, "702.19b", "702.19b", None, None, None, None]


def test_masked_numbers() -> None:
    assert mask_numbers("See rule 702.19b, 613 and 2000 beetles.") == "See rule #, # and 2000 beetles."


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("see 702.19B", [NumberSpan(4, 11, "702.19b", announced=False)]),
        ("Rule 613 or 100", [NumberSpan(5, 8, "613", announced=True), NumberSpan(12, 15, "100", announced=False)]),
        ("v1.702.19, 702.1.3, 7021", []),
    ],
)
def test_numbers_shown(text: str, spans: list[NumberSpan]) -> None:
    assert list(numbers_shown(text)) == spans


def test_the_beginning_of_a_number() -> None:
    queries = ("7", "rule 70", "CR702.", "702.19B", "702.19b.", "7021", "trample", "rule", "702.19 b")
    assert [number_prefix(each) for each in queries] == ["7", "70", "702.", "702.19b", "702.19b", *[None] * 4]


@pytest.mark.parametrize("package", ["index", "judge", "eval"])
def test_no_other_module_has_a_pattern_of_numbers(package: str) -> None:
    known = ROOT / "index" / "rules" / "numbers.py"
    sources = [path for path in (ROOT / package).rglob("*.py") if path != known]
    assert [path.name for path in sources if PATTERN.search(path.read_text("utf-8"))] == []
    assert PATTERN.search(known.read_text("utf-8"))


def test_examples_of_the_module() -> None:
    assert doctest.testmod(numbers_module) == (0, 5)
