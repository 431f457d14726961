"""index/passages.py: the passages of single rules of our small document."""

import pytest

from index.align import align
from index.passages import make_passages, searched_text
from index.plain_edition import plain_rulebook
from index.records import GlossaryEntry, Passage, PlainRulebook, Rulebook

TRAMPLE = "Keyword Abilities › Trample"


def _of(number: str, passages: list[Passage]) -> list[Passage]:
    return [passage for passage in passages if passage.rule == number]


def test_every_kind_of_passage_of_one_rule(rulebook: Rulebook, plain: PlainRulebook) -> None:
    rule = rulebook.by_id["702.19b"]
    assert _of("702.19b", make_passages(rulebook, align(plain, rulebook))) == [
        Passage("702.19b", "rule", rule.text, TRAMPLE),
        Passage("702.19b", "plain", "Kill the blockers first; what is left hits the player.", TRAMPLE),
        Passage("702.19b", "example", rule.examples[0], "Trample"),
        Passage("702.19b", "example", rule.examples[1], "Trample"),
        Passage("702.19b", "question", "how much tramples over a chump blocker"),
        Passage("702.19b", "question", "deathtouch with trample, one point each?"),
    ]


def test_passages_run_in_the_order_of_the_rules_and_the_glossary_last(rulebook: Rulebook) -> None:
    passages = make_passages(rulebook, {})
    rules = [passage for passage in passages if passage.kind == "rule"]
    assert [passage.rule for passage in rules] == [rule.id for rule in rulebook.numbered]
    kinds = [passage.kind for passage in passages]
    assert kinds[kinds.index("glossary") :] == ["glossary"] * kinds.count("glossary")


@pytest.mark.parametrize(
    ("term", "rule", "text"),
    [
        pytest.param("Haste", "702.10", "A keyword for a creature that isn’t dizzy. See rule 702.10.", id="rule"),
        pytest.param("Graveyard", "404.1", "The heap of one player.", id="a-chapter-stands-for-its-first-rule"),
        pytest.param("Ability", "603.1", "The words on a card that do something.", id="first-number-of-all-senses"),
        pytest.param("Beetle (Obsolete)", None, "", id="no-number"),
    ],
)
def test_glossary(term: str, rule: str | None, text: str, rulebook: Rulebook) -> None:
    found = [
        passage for passage in make_passages(rulebook, {}) if passage.kind == "glossary" and passage.context == term
    ]
    assert [passage.rule for passage in found] == ([rule] if rule else [])
    assert all(text in passage.text for passage in found)


def test_a_term_whose_rules_are_missing_has_no_passage(rulebook: Rulebook) -> None:
    lost = Rulebook(rulebook.edition, rulebook.rules, (GlossaryEntry("Lost", ("Gone.",), ("999.1",)),))
    assert make_passages(lost, {}) == make_passages(Rulebook(rulebook.edition, rulebook.rules), {})


def test_the_plain_rulebook_has_no_passage_of_kind_rule(plain: PlainRulebook) -> None:
    book = plain_rulebook(plain)
    passages = make_passages(book, align(plain, book))
    assert [passage.kind for passage in _of("702.19b", passages)] == ["plain", "example", "question", "question"]
    assert {passage.kind for passage in passages} == {"plain", "example", "question"}


@pytest.mark.parametrize(
    ("passage", "text"),
    [
        pytest.param(
            Passage("1", "rule", "It dies.", "Keyword Abilities › Wither"), "Keyword Abilities › Wither: It dies."
        ),
        pytest.param(Passage("1", "question", "does it die"), "does it die"),
    ],
    ids=["context", "no-context"],
)
def test_searched_text(passage: Passage, text: str) -> None:
    assert searched_text(passage) == text
