"""index/rules/history/changes.py and words.py: what changed between two editions, each rule once."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from paths import official_edition
from two_editions import NEW_DAY, NEWER, OLD_DAY, OLDER, edition

from index.records import GlossaryEntry, Rule, Rulebook
from index.rules.decode import decode
from index.rules.entries import EXAMPLE
from index.rules.history.align import Outline, align
from index.rules.history.changes import Changes, compare
from index.rules.history.words import Piece, differences
from index.rules.numbers import split_chapter_line, split_rule_line
from index.rules.read import read_bytes, read_document

Line = tuple[str, str]
SENSE = re.compile(r"^\d\. ")


def changes(old: Rulebook, new: Rulebook) -> Changes:
    """What changed from one rulebook to another."""
    return compare(old, new, align(Outline.of_rulebook(old), Outline.of_rulebook(new)))


SMALL = changes(edition(OLD_DAY, OLDER), edition(NEW_DAY, NEWER))


def test_each_rule_changed_in_one_way() -> None:
    found = {
        chapter.number: [(each.kind, each.rule.number, each.former_number) for each in chapter.changes]
        for chapter in SMALL.chapters
    }
    assert found == {
        "800": [
            ("reworded", "800.1", ""),
            ("examples", "800.1a", ""),
            ("added", "800.2", ""),
            ("added", "800.2a", ""),
            ("renumbered", "800.3", "800.2"),
            ("renumbered", "800.3a", "800.2a"),
            ("renumbered", "800.3b", "800.2b"),
        ],
        "801": [("added", "801.1", ""), ("renumbered", "801.2", "801.1"), ("renumbered", "801.3", "801.2")],
        "802": [("removed", "802", ""), ("removed", "802.1", "")],
    }
    assert SMALL.counts == {"added": 3, "removed": 2, "reworded": 1, "examples": 1, "renumbered": 5}
    assert [chapter.title for chapter in SMALL.chapters] == ["Birds", "Nests", "Cages"]


def test_terms_are_added_removed_and_renamed() -> None:
    assert [(each.kind, each.term) for each in SMALL.terms] == [("added", "Gull"), ("removed", "Perch")]
    renamed = changes(edition(OLD_DAY, OLDER), edition(NEW_DAY, OLDER.replace("\nPerch\n", "\nBranch\n")))
    [term] = renamed.terms
    assert (term.kind, term.old and term.old.term, term.new and term.new.term) == ("reworded", "Perch", "Branch")
    assert renamed.counts == {}


@pytest.mark.parametrize(
    ("was", "becomes", "kind", "number"),
    [
        pytest.param("See rule 801.1.", "See rule 801.2.", "references", "800.1a", id="another-reference"),
        pytest.param("801. Nests", "801. Homes", "reworded", "801", id="another-title"),
        pytest.param("  ", " ", None, "", id="another-space"),
    ],
)
def test_one_small_change(was: str, becomes: str, kind: str | None, number: str) -> None:
    found = changes(edition(OLD_DAY, OLDER), edition(NEW_DAY, OLDER.replace(was, becomes)))
    assert [(each.kind, each.rule.number) for each in found.rules] == ([(kind, number)] if kind else [])


def test_a_rule_under_another_title_moved() -> None:
    owl = "800.2b An owl turns its head until it has seen every mouse on the field.\n"
    moved = OLDER.replace(owl, "").replace("801.1. ", "801.1. " + owl.partition(" ")[2] + "801.3. ")
    found = changes(edition(OLD_DAY, OLDER), edition(NEW_DAY, moved))
    kinds = {each.former_number: (each.kind, each.rule.number) for each in found.rules}
    assert kinds["800.2b"] == ("moved", "801.1")


def test_of_a_partial_document_its_own_chapters_are_compared() -> None:
    part = NEWER[NEWER.index("801. Nests") : NEWER.index("Glossary")]
    found = changes(edition(OLD_DAY, OLDER), read_bytes(part.encode(), "nests.txt"))
    assert found.partial
    assert [(each.kind, each.rule.number) for each in found.rules] == [
        ("added", "801.1"), ("renumbered", "801.2"), ("renumbered", "801.3"),
    ]  # fmt: skip
    assert found.terms == ()


@pytest.mark.parametrize(
    ("old", "new", "pieces"),
    [
        ("", "All new.", [("added", "All new.")]),
        ("Same words.", "Same words.", [("same", "Same words.")]),
        (
            "Flip a coin, then draw.",
            "Flip two coins, then draw.",
            [("same", "Flip "), ("removed", "a coin"), ("added", "two coins"), ("same", ", then draw.")],
        ),
        ("See 310.11, then 5.", "See 310.12, then 5.", [("same", "See "), ("removed", "310.11"), ("added", "310.12")]),
        # Nothing but a comma stays between two changed words, so they are one change.
        ("red, blue", "green, white", [("removed", "red, blue"), ("added", "green, white")]),
    ],
)
def test_words_that_differ(old: str, new: str, pieces: list[tuple[str, str]]) -> None:
    found = [(piece.kind, piece.text) for piece in differences(old, new)]
    assert found[: len(pieces)] == pieces


@pytest.mark.parametrize(("old", "new"), [("A b, c.", "A d, c!"), ("one two three", "two three"), ("x", "")])
def test_pieces_make_both_texts(old: str, new: str) -> None:
    pieces = differences(old, new)
    assert _text(pieces, "removed") == old
    assert _text(pieces, "added") == new


def _text(pieces: tuple[Piece, ...], kind: str) -> str:
    return "".join(piece.text for piece in pieces if piece.kind in ("same", kind))


def _document_lines(data: bytes) -> Counter[Line]:
    """The lines of a document's rules and glossary, each with its number, "" for one without."""
    lines = [" ".join(line.split()) for line in decode(data, "x").split("\n")]
    start = lines.index("Credits", lines.index("Contents")) + 1
    end = lines.index("Credits", start)
    return Counter(_line(line) for line in lines[start:end] if line)


def _line(line: str) -> Line:
    number, text = split_rule_line(line) or split_chapter_line(line) or ("", line)
    return number, EXAMPLE.sub("", SENSE.sub("", text) if not number else text, count=1)


def _rule_lines(rule: Rule) -> Iterator[Line]:
    first, *others = (rule.text or rule.heading).split("\n")
    yield rule.number, " ".join(first.split())
    for text in (*others, *(line for example in rule.examples for line in example.split("\n"))):
        yield "", " ".join(text.split())


def _term_lines(entry: GlossaryEntry) -> Iterator[Line]:
    for text in (entry.term, *(line for sense in entry.senses for line in sense.split("\n"))):
        yield "", " ".join(text.split())


@pytest.mark.official
def test_every_changed_line_is_accounted_for_once() -> None:
    """Against a plain comparison of the lines of the newest two editions."""
    old, new = (official_edition(day) for day in ("2026-06-19", "2026-08-07"))
    before, after = (_document_lines(path.read_bytes()) for path in (old, new))
    found = changes(read_document(old), read_document(new))
    gone, come = Counter[Line](), Counter[Line]()
    for change in found.rules:
        gone.update(_rule_lines(change.old) if change.old else ())
        come.update(_rule_lines(change.new) if change.new else ())
    for term in found.terms:
        gone.update(_term_lines(term.old) if term.old else ())
        come.update(_term_lines(term.new) if term.new else ())
    assert len(before - after) > 20
    assert len(after - before) > 30
    # What stands in both stays in both; the rest is the difference, line by line and as often.
    assert gone - come == before - after
    assert come - gone == after - before
