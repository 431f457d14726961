"""index/cards/rule_links.py: which words of a card lead to which rules."""

import pytest

from index.cards.records import Card, Face
from index.cards.rule_links import RuleTitles, rule_links_of, terms
from index.plain.chapters import read_plain
from index.plain.edition import plain_rulebook


@pytest.fixture(scope="module")
def titles() -> RuleTitles:
    """The titles of the plain rulebook."""
    return RuleTitles.from_rulebook(plain_rulebook(read_plain()))


def rule_links(text: str, titles: RuleTitles, type_line: str = "Creature — Imp") -> set[tuple[str, str, str]]:
    """Kind, rule and words of what a card of our own leads to, its type left out."""
    card = Card("Grumbit", (Face("Grumbit", "", type_line, text),))
    return {
        (rule_link.kind, rule_link.rule, rule_link.words)
        for rule_link in rule_links_of(card, titles)
        if rule_link.kind != "type"
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Flying, haste", {("keyword", "702.9", "Flying"), ("keyword", "702.10", "haste")}, id="keywords"),
        pytest.param("Flying (Reach may block it.)", {("keyword", "702.9", "Flying")}, id="no reminder"),
        pytest.param("Swampwalk", {("keyword", "702.14", "Swampwalk")}, id="landwalk"),
        pytest.param(
            "Imps have trample.",
            {("keyword", "702.19", "trample"), ("ability", "604", "Imps have trample")},
            id="given",
        ),
        pytest.param("Scry 2.", {("action", "701.22", "Scry"), ("ability", "604", "Scry 2")}, id="action"),
        pytest.param("{T}: Add {B}.", {("ability", "605", "{T}: Add {"), ("ability", "602", "{T}")}, id="mana"),
        pytest.param("{1}: Imps get no +1/+1.", {("ability", "602", "{1}")}, id="activated"),
        pytest.param(
            "Imps get +1/+1.", {("ability", "611", "get +1/+1"), ("ability", "604", "Imps get +1/+1")}, id="effect"
        ),
        pytest.param("When Grumbit dies, you win.", {("ability", "603", "When Grumbit dies")}, id="triggered"),
        pytest.param("+1: You win.", {("ability", "606", "+1")}, id="loyalty"),
        pytest.param("Imps are cheap.", {("ability", "604", "Imps are cheap")}, id="static"),
        pytest.param("It enters tapped", {("ability", "614", "enters tapped")}, id="enters"),
        pytest.param("", set(), id="nothing"),
    ],
)
def test_words_lead_to_rules(text: str, expected: set[tuple[str, str, str]], titles: RuleTitles) -> None:
    assert rule_links(text, titles) == expected


def test_a_counter_is_not_a_countered_spell(titles: RuleTitles) -> None:
    assert "701.6" in {rule for _, rule, _ in rule_links("Counter target spell.", titles, "Instant")}
    assert "701.6" not in {rule for _, rule, _ in rule_links("Grumbit has two imp counters.", titles)}


def test_replacement_and_prevention(titles: RuleTitles) -> None:
    replaced = rule_links("If Grumbit would die, exile it instead.", titles)
    assert ("ability", "614", "If Grumbit would die, exile it instead") in replaced
    assert "615" in {rule for _, rule, _ in rule_links("Prevent the next 2 damage.", titles, "Instant")}


def test_types_and_faces(titles: RuleTitles) -> None:
    card = Card("A // B", (Face("A", "", "Legendary Artifact Creature", ""), Face("B", "", "Enchantment — Saga", "")))
    assert [(rule_link.term, rule_link.rule) for rule_link in rule_links_of(card, titles)] == [
        ("artifact", "301"),
        ("creature", "302"),
        ("enchantment", "303"),
        ("saga", "714"),
    ]
    assert terms(rule_links_of(card, titles)) == "artifact creature enchantment saga"


def test_an_edition_without_the_rule_gives_no_clue(titles: RuleTitles) -> None:
    bare = RuleTitles({}, {}, {}, {})
    assert rule_links_of(Card("A", (Face("A", "", "Creature", "Flying\n{T}: Add {B}."),)), bare) == []
