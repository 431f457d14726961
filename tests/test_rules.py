"""index/rules.py: the place of every rule in the tree, and what it refers to."""

import pytest
from small_rules import SMALL_RULES

from index.document import read_bytes
from index.entries import Document, make_entry, numbers_named
from index.errors import RuleError
from index.records import Edition, Rulebook
from index.rules import build_rulebook, number_key, parent_number

EDITION = Edition("2030-01-01", "Small rules", "2030-01-01", official=True)


def build(*entries: tuple[str, str]) -> Rulebook:
    """A rulebook of these numbers and texts."""
    return build_rulebook(Document(entries=tuple(make_entry(number, text) for number, text in entries)), EDITION)


def test_the_place_of_a_subrule() -> None:
    rule = read_bytes(SMALL_RULES.encode(), "small.txt").by_id["702.19b"]
    assert (rule.heading, rule.parent, rule.previous, rule.next) == ("Trample", "702.19", "702.19a", "702.19c")
    assert rule.path == ("Additional Rules", "Keyword Abilities", "Trample")
    assert rule.refers_to == ("510.1c", "702.2b", "704.5g")
    assert rule.referred_by == ("510.1c", "702.2b")


def test_the_place_of_a_chapter_and_of_an_untitled_rule() -> None:
    rules = read_bytes(SMALL_RULES.encode(), "small.txt").by_id
    assert rules["704"].path == ("Additional Rules", "State-Based Actions")
    assert (rules["704"].parent, rules["704"].children) == (None, ("704.1", "704.5"))
    assert rules["704"].referred_by == ("704.5aa",)
    assert (rules["704.5"].heading, rules["704.5"].parent) == ("State-Based Actions", "704")
    assert rules["704.5"].children == ("704.5a", "704.5g", "704.5aa")
    assert (rules["100"].previous, rules["903.2a"].next) == (None, None)
    assert rules["104"].previous == "100.1b"


def test_a_number_given_twice() -> None:
    book = build(("702.5", "Crawl"), ("702.5a", "One."), ("702.5", "Fly"), ("702.5a", "Two, see rule 702.5."))
    assert [rule.id for rule in book.rules] == ["702.5", "702.5a", "702.5#2", "702.5a#2"]
    assert (book.by_id["702.5a#2"].parent, book.by_id["702.5a#2"].heading) == ("702.5#2", "Fly")
    assert book.by_id["702.5#2"].children == ("702.5a#2",)
    assert book.by_id["702.5"].referred_by == ("702.5a#2",)


def test_what_is_missing_stays_empty() -> None:
    rule = build(
        ("615.1a", "A beetle, see rules 615.1a and 999.9."),
    ).rules[0]
    assert (rule.heading, rule.path, rule.parent, rule.previous, rule.next, rule.refers_to) == (
        "",
        (),
        None,
        None,
        None,
        (),
    )


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
def test_numbers_named(text: str, numbers: list[str]) -> None:
    assert numbers_named(text) == numbers
