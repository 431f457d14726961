"""index/rules/rulebook.py: the place of every rule in the tree, and what it refers to."""

from small_rules import SMALL_RULES

from index.records import Edition, Rulebook
from index.rules.entries import SourceDocument, make_entry
from index.rules.read import read_bytes
from index.rules.rulebook import build_rulebook

EDITION = Edition("2030-01-01", "Small rules", "2030-01-01", official=True)


def build(*entries: tuple[str, str]) -> Rulebook:
    """A rulebook of these numbers and texts."""
    return build_rulebook(SourceDocument(entries=tuple(make_entry(number, text) for number, text in entries)), EDITION)


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
