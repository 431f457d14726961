"""index/rules/history/lines.py and index/rules/texts.py: rules through all installed editions, each text kept once."""

import json
import os
import sqlite3
from dataclasses import asdict
from pathlib import Path

import pytest
from two_editions import NEWER, OLDER, edition

from index.errors import EditionError
from index.records import Rulebook
from index.rules.editions import FILE, install, load_edition
from index.rules.history.lines import RuleLines
from index.rules.texts import texts_path

BETWEEN = OLDER.replace("for every rule", "for every single rule")
FIRST, SECOND, THIRD = "2029-01-01", "2030-01-01", "2031-05-01"


def books() -> list[Rulebook]:
    """Three editions: in the second a rule is reworded, in the third as well, and others are renumbered."""
    days = ("January 1, 2029", OLDER), ("January 1, 2030", BETWEEN), ("May 1, 2031", NEWER)
    return [edition(day, body) for day, body in days]


@pytest.fixture
def lines(home: Path) -> RuleLines:
    """All three, installed."""
    for book in books():
        install(home, book)
    return RuleLines(home)


def test_a_rule_that_was_reworded(lines: RuleLines) -> None:
    life = lines.life(THIRD, "800.1")
    assert life
    assert [(each.edition, each.number, each.text.split()[-5]) for each in life.versions] == [
        (FIRST, "800.1", "every"), (SECOND, "800.1", "single"), (THIRD, "800.1", "each"),
    ]  # fmt: skip
    assert life.wordings == life.versions
    assert (life.since, life.from_start, life.until) == (FIRST, True, "")


def test_a_rule_that_was_renumbered(lines: RuleLines) -> None:
    life = lines.life(SECOND, "800.2a")
    assert life
    assert [(each.edition, each.number) for each in life.versions] == [(FIRST, "800.2a"), (THIRD, "800.3a")]
    assert [each.edition for each in life.wordings] == [FIRST]
    assert lines.in_edition(FIRST, "800.2a", THIRD) == "800.3a"
    assert lines.in_edition(THIRD, "800.2a", FIRST) == ""


def test_rules_that_came_and_went(lines: RuleLines) -> None:
    gull, cage = lines.life(THIRD, "800.2a"), lines.life(FIRST, "802.1")
    assert gull
    assert (gull.since, gull.from_start, gull.until) == (THIRD, False, "")
    assert cage
    assert (cage.since, cage.from_start, cage.until) == (FIRST, True, SECOND)
    assert lines.life(THIRD, "999.9") is None
    assert lines.life("plain", "800.1") is None


def test_pairs_lead_over_the_editions_between(lines: RuleLines) -> None:
    there = {pair.old: (pair.new, pair.confidence) for pair in lines.pairs(FIRST, THIRD)}
    assert there["800.2b"] == ("800.3b", 1.0)
    assert there["800.1"][1] < 0.98
    assert {pair.new: pair.old for pair in lines.pairs(THIRD, FIRST)}["800.2b"] == "800.3b"


def test_rules_reworded_since_the_edition_before(lines: RuleLines) -> None:
    assert lines.reworded(SECOND) == {"800.1": FIRST}
    assert lines.reworded(THIRD) == {"800.1": SECOND}
    assert lines.reworded(FIRST) == lines.reworded("plain") == {}


def test_an_edition_added_between_is_on_the_lines(home: Path) -> None:
    first, second, third = books()
    for book in (first, third):
        install(home, book)
    lines = RuleLines(home)
    assert lines.reworded(THIRD) == {"800.1": FIRST}
    install(home, second)
    assert lines.reworded(THIRD) == {"800.1": SECOND}
    (home / "editions" / SECOND / FILE).unlink()
    assert lines.reworded(THIRD) == {"800.1": FIRST}


def test_lines_do_not_depend_on_the_order_of_installing(home: Path, lines: RuleLines, tmp_path: Path) -> None:
    expected = lines.pairs(FIRST, THIRD)
    for book in reversed(books()):
        install(tmp_path / "other", book)
    assert RuleLines(tmp_path / "other").pairs(FIRST, THIRD) == expected


def test_an_edition_installed_again_is_aligned_again(lines: RuleLines, home: Path) -> None:
    assert lines.reworded(SECOND) == {"800.1": FIRST}
    install(home, edition("January 1, 2030", OLDER))
    path = home / "editions" / SECOND / FILE
    os.utime(path, ns=(1, 1))
    assert lines.reworded(SECOND) == {}


def test_damaged_lines_are_made_anew(lines: RuleLines, home: Path) -> None:
    lines.reworded(SECOND)
    (home / "editions" / "lines.sqlite").write_bytes(b"no database" * 100)
    assert lines.reworded(SECOND) == {"800.1": FIRST}


def test_each_text_is_kept_once(lines: RuleLines, home: Path) -> None:
    texts = [text for book in books() for rule in book.rules for text in (rule.text, *rule.examples)]
    senses = [sense for book in books() for entry in book.glossary for sense in entry.senses]
    with sqlite3.connect(texts_path(home)) as database:
        kept = [text for [text] in database.execute("SELECT text FROM text")]
    assert sorted(kept) == sorted({*texts, *senses})


def test_an_edition_of_the_old_format_has_a_history_too(home: Path) -> None:
    first, second, _ = books()
    install(home, second)
    path = home / "editions" / FIRST / FILE
    path.parent.mkdir()
    path.write_text(json.dumps({"format": 1, **asdict(first)}), "utf-8")
    assert load_edition(home, FIRST) == first
    assert RuleLines(home).reworded(SECOND) == {"800.1": FIRST}
    assert load_edition(home, FIRST) == first


@pytest.mark.parametrize("damaged", [None, b"", b"no database" * 500])
def test_editions_without_their_texts_say_so(home: Path, damaged: bytes | None) -> None:
    first, second, _ = books()
    install(home, first)
    texts_path(home).unlink()
    if damaged is not None:
        texts_path(home).write_bytes(damaged)
    with pytest.raises(EditionError, match=r"rulebook\.json was changed or truncated; add the edition again with"):
        load_edition(home, FIRST)
    install(home, second)
    install(home, first)
    assert load_edition(home, FIRST) == first
    assert load_edition(home, SECOND) == second


def test_a_text_that_was_changed_is_noticed(home: Path) -> None:
    install(home, books()[0])
    with sqlite3.connect(texts_path(home)) as database:
        database.execute("UPDATE text SET text = 'An owl sleeps.' WHERE text LIKE 'An owl hunts%'")
    with pytest.raises(EditionError, match="was changed or truncated"):
        load_edition(home, FIRST)
