"""index/search/passages.py: the passages of single rules of our small document."""

import hashlib
from dataclasses import replace

import pytest
from small_plain import UNANSWERABLE
from small_rules import SMALL_RULES

from index.plain.align import align_plain as align
from index.plain.edition import plain_rulebook
from index.plain.unanswerable import UnanswerableKind
from index.records import GlossaryEntry, Passage, PlainRulebook, Rulebook
from index.rules.read import read_bytes
from index.search.passages import by_need_of_vector, make_passages, searched_text, source_hash
from index.search.saved import FORMAT

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


def test_an_official_text_with_our_wording_needs_no_vector(rulebook: Rulebook, plain: PlainRulebook) -> None:
    passages = make_passages(rulebook, align(plain, rulebook))
    compared, only_words = by_need_of_vector(passages)
    assert _of("702.19b", only_words) == [Passage("702.19b", "rule", rulebook.by_id["702.19b"].text, TRAMPLE)]
    assert _of("702.19b", compared) == _of("702.19b", passages)[1:]
    assert by_need_of_vector(make_passages(rulebook, {})) == (make_passages(rulebook, {}), [])


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


def test_the_source_hash_changes_with_everything_that_is_read(rulebook: Rulebook, plain: PlainRulebook) -> None:
    entries, rule, term = align(plain, rulebook), rulebook.rules[0], rulebook.glossary[0]
    plain_edition = replace(rulebook.edition, official=False)
    sources = [
        (rulebook, entries, UNANSWERABLE),
        (rulebook, entries, ()),
        (rulebook, {}, UNANSWERABLE),
        (rulebook, dict(list(entries.items())[1:]), UNANSWERABLE),
        (rulebook, {**entries, "702.19b": replace(entries["702.19b"], questions=())}, UNANSWERABLE),
        (replace(rulebook, edition=plain_edition), entries, UNANSWERABLE),
        (replace(rulebook, rules=(replace(rule, text="x"), *rulebook.rules[1:])), entries, UNANSWERABLE),
        (replace(rulebook, rules=(replace(rule, path=("x",)), *rulebook.rules[1:])), entries, UNANSWERABLE),
        (replace(rulebook, rules=rulebook.rules[1:]), entries, UNANSWERABLE),
        (replace(rulebook, glossary=(replace(term, see=()), *rulebook.glossary[1:])), entries, UNANSWERABLE),
    ]
    assert len({source_hash(*source) for source in sources}) == len(sources)


def test_the_source_hash_is_the_same_for_equal_sources(rulebook: Rulebook, plain: PlainRulebook) -> None:
    again = read_bytes(SMALL_RULES.encode(), "small.txt")
    hashes = {source_hash(book, align(plain, book), UNANSWERABLE) for book in (rulebook, again)}
    assert hashes == {source_hash(replace(rulebook), dict(align(plain, rulebook)), UNANSWERABLE)}


def test_another_way_of_cutting_is_another_format(rulebook: Rulebook, plain: PlainRulebook) -> None:
    bread = UnanswerableKind("Bread", "Ask a baker.", ("who bakes the best bread",))
    passages = by_need_of_vector(make_passages(rulebook, align(plain, rulebook), [bread]))
    digest = hashlib.sha256(repr(passages).encode()).hexdigest()[:16]
    assert (FORMAT, digest) == (10, "e1f8c442d6bfd25a"), "raise FORMAT in index/search/saved.py, and then this digest"
