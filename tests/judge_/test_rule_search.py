"""judge/lookup/rule_search.py: numbers, headings and glossary terms, found as they are typed."""

import pytest

from index.records import Rulebook
from judge.lookup.rule_search import search_rules


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
    assert [rule.number for rule in search_rules(rulebook, query).rules] == rules


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
    found = search_rules(rulebook, query)
    assert [rule.number for rule in found.headings] == headings
    assert not found.misspelled


def test_words_find_the_glossary(rulebook: Rulebook) -> None:
    terms = [entry.term for entry in rulebook.glossary]
    assert search_rules(rulebook, terms[0].upper()).glossary[0].term == terms[0]


def test_a_misspelled_word_finds_near_spellings(rulebook: Rulebook) -> None:
    found = search_rules(rulebook, "trampel")
    assert found.misspelled
    assert [rule.number for rule in found.headings] == ["702.19"]


def test_titled_rules_are_chapters_and_headings(rulebook: Rulebook) -> None:
    numbers = [rule.number for rule in rulebook.titled]
    assert "104" in numbers
    assert "702.19" in numbers
    assert "702.19a" not in numbers
    assert "104.1" not in numbers
