"""index/plain/align.py: plain entries on an edition they are not keyed to."""

from collections import Counter
from difflib import SequenceMatcher

import pytest
from paths import official_edition

from index.plain.align import align_plain
from index.plain.chapters import KEYED_TO, read_plain
from index.records import Edition, PlainEntry, PlainRulebook, Rule, Rulebook
from index.rules.entries import SourceDocument, make_entry
from index.rules.history.fingerprints import Fingerprints, words_hash
from index.rules.read import read_document
from index.rules.rulebook import build_rulebook

LEGS = "Each insect that is on the battlefield has six legs, and each of its legs counts as one foot."
WINGS = "Wings are not legs. An insect that loses its wings while it flies stays in the air until the end of turn."
CARRY = "Ants carry any number of leaves, but no ant may carry a leaf that another player's ant is carrying."
MARCH = "Ants march in a row. A player can't turn the row around unless every ant in it has arrived at home."
STAND = "Trees stand where they were planted, and no player may move a tree that has an insect on it."

OFFICIAL = (
    ("800", "Insects"), ("800.1", LEGS), ("800.1a", WINGS), ("800.2", "Ant"), ("800.2a", CARRY), ("800.2b", MARCH),
    ("801", "General"), ("802", "Trees"), ("802.1", STAND),
)  # fmt: skip


def _edition(day: str, *entries: tuple[str, str], official: bool = True) -> Rulebook:
    document = SourceDocument(day, {}, tuple(make_entry(number, text) for number, text in entries))
    return build_rulebook(document, Edition(day, day, day, official))


KEYED = Fingerprints.of_rules([rule for rule in _edition("2030-01-01", *OFFICIAL).rules if rule.text])
TITLES = {"800": "Insects", "800.2": "Ant", "801": "General", "802": "Trees"}
PLAIN = PlainRulebook(
    "2030-01-01", tuple(PlainEntry(number, TITLES.get(number, ""), f"We say {number}.") for number, _ in OFFICIAL)
)


def _numbers(book: Rulebook) -> dict[str, str]:
    return {rule: entry.number for rule, entry in align_plain(PLAIN, book, KEYED).items()}


def test_in_its_own_edition_a_number_is_a_number() -> None:
    book = _edition("2030-01-01", ("802", "Anything"), ("802.1", "Anything."), ("802.1a", "Not in the plain rulebook."))
    assert _numbers(book) == {"802": "802", "802.1": "802.1"}


def test_the_plain_edition_is_aligned_by_number() -> None:
    assert _numbers(_edition("plain", ("800.2a", "Other."), official=False)) == {"800.2a": "800.2a"}


@pytest.mark.parametrize(
    ("entries", "aligned"),
    [
        pytest.param(
            (("800", "Insects"), ("800.1", WINGS), ("800.1a", LEGS)),
            {"800": "800", "800.1": "800.1a", "800.1a": "800.1"},
            id="words-before-numbers",
        ),
        pytest.param(
            (("700", "TREES"), ("700.1", STAND), ("701", "Insects"), ("701.1", "Ant"), ("701.1a", MARCH)),
            {"700": "802", "700.1": "802.1", "701": "800", "701.1": "800.2", "701.1a": "800.2b"},
            id="moved-chapters-found-by-title",
        ),
        pytest.param(
            (("800", "Insects"), ("800.1", LEGS.replace("six", "eight")), ("800.2", "Ant"), ("800.2a", "Ants sleep.")),
            {"800": "800", "800.1": "800.1", "800.2": "800.2"},
            id="a-changed-word-is-kept-a-new-rule-left-out",
        ),
        pytest.param(
            (("600", "Bugs"), ("600.1", LEGS), ("600.2", WINGS.replace("until the end of turn", "for a while"))),
            {"600.1": "800.1"},
            id="under-another-title-only-nearly-the-same",
        ),
        pytest.param(
            (("801", "General"), ("700", "General")), {"801": "801"}, id="a-title-that-stands-twice-goes-by-number"
        ),
        pytest.param((("800", "Insects"), ("800.1", "Trees")), {"800": "800"}, id="a-chapter's-title-is-no-rule's"),
        pytest.param(
            (("800", "Insects"), ("800.1", LEGS), ("800.2", "Ant"), ("800.2a", LEGS)),
            {"800": "800", "800.1": "800.1", "800.2": "800.2"},
            id="one-entry-for-one-rule",
        ),
    ],
)
def test_in_another_edition(entries: tuple[tuple[str, str], ...], aligned: dict[str, str]) -> None:
    assert _numbers(_edition("2029-01-01", *entries)) == aligned


def _same_rules(old: Rulebook, new: Rulebook) -> dict[str, str]:
    """Rules of two editions that are surely the same, by both texts: the same words, or nine in ten in their order."""
    by_hash: dict[int, list[str]] = {}
    for rule in new.rules:
        by_hash.setdefault(words_hash(rule.text), []).append(rule.id)
    repeated = Counter(words_hash(rule.text) for rule in old.rules)
    same: dict[str, str] = {}
    for rule in old.rules:
        words, twin = words_hash(rule.text), new.by_id.get(rule.number)
        if not rule.text:
            continue
        if repeated[words] == len(by_hash.get(words, ())) == 1:
            same[rule.id] = by_hash[words][0]
        elif words not in by_hash and twin and twin.heading == rule.heading and _nearly_same(rule, twin):
            same[rule.id] = twin.number
    return same


def _nearly_same(rule: Rule, twin: Rule) -> bool:
    return SequenceMatcher(None, rule.text.split(), twin.text.split(), autojunk=False).ratio() >= 0.9


@pytest.mark.official
@pytest.mark.parametrize("day", ["20181005", "20191004", "20201120", "20210618", "20221118", "20240308", "20250606"])
def test_real_editions(day: str) -> None:
    """99 rules in 100 that both editions have are aligned right, at most 1 in 1,000 wrong."""
    book, keyed = read_document(official_edition(day)), read_document(official_edition(KEYED_TO))
    aligned = align_plain(read_plain(), book)
    same = _same_rules(book, keyed)
    assert len(same) > 1700
    right = sum(rule in aligned and aligned[rule].number == number for rule, number in same.items())
    wrong = sum(rule in aligned and aligned[rule].number != number for rule, number in same.items())
    assert right >= 0.99 * len(same)
    assert wrong <= 0.001 * len(same)
