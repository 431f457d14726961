"""ui/find.py: numbers, headings and glossary terms, found as they are typed."""

from time import perf_counter

import pytest
from own_rules import OFFICIAL

from index.records import Rule, Rulebook
from ui.find import find


@pytest.mark.parametrize(
    ("query", "rules"),
    [
        ("702.19", ["702.19", "702.19a", "702.19b", "702.19c"]),
        ("rule 702.19B.", ["702.19b"]),
        ("CR 104", ["104", "104.1", "104.2"]),
        ("999", []),
    ],
)
def test_a_number_finds_the_rules_that_begin_so(rulebook: Rulebook, query: str, rules: list[str]) -> None:
    assert [rule.number for rule in find(rulebook, query).rules] == rules


@pytest.mark.parametrize(
    ("query", "headings"),
    [
        ("tram", ["702.19"]),
        ("combat damage", ["510"]),
        ("damage combat", ["510"]),
        ("line", ["205"]),
        ("", []),
        ("no such thing", []),
    ],
)
def test_words_find_headings(rulebook: Rulebook, query: str, headings: list[str]) -> None:
    found = find(rulebook, query)
    assert [rule.number for rule in found.headings] == headings
    assert not found.misspelt


def test_words_find_the_glossary(rulebook: Rulebook) -> None:
    terms = [entry.term for entry in rulebook.glossary]
    assert find(rulebook, terms[0].upper()).glossary[0].term == terms[0]


def test_a_misspelt_word_finds_what_is_spelt_nearly_like_it(rulebook: Rulebook) -> None:
    found = find(rulebook, "trampel")
    assert found.misspelt
    assert [rule.number for rule in found.headings] == ["702.19"]


def test_titled_rules_are_chapters_and_headings(rulebook: Rulebook) -> None:
    numbers = [rule.number for rule in rulebook.titled]
    assert "104" in numbers
    assert "702.19" in numbers
    assert "702.19a" not in numbers
    assert "104.1" not in numbers


def test_very_many_words_are_looked_up_in_a_moment() -> None:
    numbers = [(f"9{n:02}.{m}", f"Kite {n} of the {m} winds") for n in range(90) for m in range(50)]
    titles = tuple(Rule(number, number, heading, "") for number, heading in numbers)
    book = Rulebook(OFFICIAL, titles)
    started = perf_counter()
    for query in ("a " * 5000, "kite " * 5000, " ".join(f"w{n}" for n in range(5000)), "x" * 100_000):
        find(book, query)
    assert perf_counter() - started < 4
