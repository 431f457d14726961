"""index/rules/history/align.py: the same rule in two editions."""

from collections import Counter
from itertools import pairwise

import pytest
from paths import SHARED, official_edition
from two_editions import NEW_DAY, NEWER, OLD_DAY, OLDER, edition

from index.records import Rulebook
from index.rules.history.align import Outline, align
from index.rules.read import read_document

DAYS = sorted(path.stem[-8:] for path in SHARED.glob("cr/MagicCompRules-*.txt"))
LONG_AGO, NEWEST = "20181005", "20260807"
# Keywords with their numbers before and after section 701 was put in a new order, and over eight years.
BEFORE_AND_AFTER = {
    ("20250404", "20250606"): {
        "Behold": ("701.61", "701.4"), "Cast": ("701.4", "701.5"), "Goad": ("701.38", "701.15"),
        "Investigate": ("701.36", "701.16"), "Surveil": ("701.42", "701.25"), "Transform": ("701.28", "701.27"),
        "Convert": ("701.50", "701.28"), "Cloak": ("701.56", "701.58"), "Suspect": ("701.58", "701.60"),
        "Endure": ("701.62", "701.63"),
    },
    (LONG_AGO, NEWEST): {
        "Cast": ("701.4", "701.5"), "Scry": ("701.17", "701.22"), "Goad": ("701.37", "701.15"),
        "Meld": ("701.36", "701.42"), "Banding": ("702.21", "702.22"), "Cycling": ("702.28", "702.29"),
        "Morph": ("702.36", "702.37"), "Convoke": ("702.50", "702.51"), "Trample": ("702.19", "702.19"),
        "Totem Armor": ("702.88", "702.89"),
    },
    ("20240920", "20241108"): {"Offspring": ("702.175", "702.175"), "Impending": ("702.175#2", "702.176")},
}  # fmt: skip


def _now(old: Rulebook, new: Rulebook) -> dict[str, str]:
    return {pair.old: pair.new for pair in align(Outline.of_rulebook(old), Outline.of_rulebook(new))}


def test_rules_are_found_under_their_new_numbers() -> None:
    now = _now(edition(OLD_DAY, OLDER), edition(NEW_DAY, NEWER))
    assert {old: new for old, new in now.items() if old.startswith("80")} == {
        "800": "800", "800.1": "800.1", "800.1a": "800.1a", "800.2": "800.3", "800.2a": "800.3a", "800.2b": "800.3b",
        "801": "801", "801.1": "801.2", "801.2": "801.3",
    }  # fmt: skip


def test_a_reworded_rule_is_less_sure_than_an_equal_one() -> None:
    pairs = align(Outline.of_rulebook(edition(OLD_DAY, OLDER)), Outline.of_rulebook(edition(NEW_DAY, NEWER)))
    sure = {pair.old: pair.confidence for pair in pairs}
    assert sure["801.1"] == 1.0
    assert 0.5 < sure["800.1"] < 0.98


def test_a_rule_between_its_neighbors_needs_fewer_same_words() -> None:
    """Half of its words and word pairs are others, so that anywhere else it would be another rule."""
    longer = "An owl turns its head until it sees a mouse on the field, and then it waits."
    was, becomes = OLDER.splitlines()[7], f"800.2b {longer}"
    elsewhere = OLDER.replace(was + "\n", "").replace("802.1. ", f"802.1. {longer}\n802.2. ")
    assert _now(edition(OLD_DAY, OLDER), edition(NEW_DAY, OLDER.replace(was, becomes)))["800.2b"] == "800.2b"
    assert "800.2b" not in _now(edition(OLD_DAY, OLDER), edition(NEW_DAY, elsewhere))


def test_a_title_follows_its_rules() -> None:
    now = _now(edition(OLD_DAY, OLDER), edition(NEW_DAY, OLDER.replace("Owl\n", "Barn Owl\n")))
    assert now["800.2"] == "800.2"


def test_an_edition_is_itself() -> None:
    book = edition(OLD_DAY, OLDER)
    assert _now(book, book) == {rule.id: rule.id for rule in book.rules}


def _equal_texts(old: Rulebook, new: Rulebook) -> dict[str, str]:
    """The rules whose text stands once in both editions, letter by letter: a key that owes nothing to the aligner."""
    before, after = (Counter(" ".join(rule.text.split()) for rule in book.rules) for book in (old, new))
    there = {" ".join(rule.text.split()): rule.id for rule in new.rules}
    texts = {rule.id: " ".join(rule.text.split()) for rule in old.rules if rule.text}
    return {rule: there[text] for rule, text in texts.items() if before[text] == after[text] == 1}


@pytest.mark.official
def test_every_official_edition_is_aligned_with_the_next() -> None:
    """99 rules in 100 of the key are right, at most 1 in 1,000 wrong, for each pair and for eight years at once."""
    books = {day: read_document(official_edition(day)) for day in DAYS}
    assert len(books) == 21
    for first, second in [*pairwise(DAYS), (LONG_AGO, NEWEST)]:
        key, now = _equal_texts(books[first], books[second]), _now(books[first], books[second])
        assert len(key) > 1400
        assert sum(now.get(rule) == twin for rule, twin in key.items()) >= 0.99 * len(key), (first, second)
        assert sum(now.get(rule, twin) != twin for rule, twin in key.items()) <= 0.001 * len(key), (first, second)


@pytest.mark.official
@pytest.mark.parametrize("days", BEFORE_AND_AFTER, ids=" to ".join)
def test_keywords_that_got_another_number(days: tuple[str, str]) -> None:
    old, new = (read_document(official_edition(day)) for day in days)
    now = _now(old, new)
    expected = BEFORE_AND_AFTER[days]
    titles = {rule.heading: (rule.id, now.get(rule.id, "")) for rule in old.rules if not rule.text}
    assert {title: titles[title] for title in expected} == expected
