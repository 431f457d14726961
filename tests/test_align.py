"""index/align.py: plain entries on an edition they are not keyed to."""

import pytest

from index.align import align
from index.entries import Document, make_entry
from index.records import Edition, PlainEntry, PlainRulebook, Rulebook
from index.rules import build_rulebook

OLD = (
    ("800", "Insects", ""),
    ("800.1", "", "Insects have six legs."),
    ("800.1a", "", "Each leg counts."),
    ("800.1b", "", "Wings are no legs."),
    ("800.2", "Ant", "Ants are many."),
    ("800.2a", "", "Ants carry."),
    ("800.2b", "", "Ants march."),
    ("801", "Trees", ""),
    ("801.1", "", "Trees stand."),
)
PLAIN = PlainRulebook("2030-01-01", tuple(PlainEntry(*entry) for entry in OLD))


def _edition(day: str, *entries: tuple[str, str], official: bool = True) -> Rulebook:
    document = Document(day, {}, tuple(make_entry(number, text) for number, text in entries))
    return build_rulebook(document, Edition(day, day, day, official))


def _numbers(book: Rulebook) -> dict[str, str]:
    return {rule: entry.number for rule, entry in align(PLAIN, book).items()}


def test_in_its_own_edition_a_number_is_a_number() -> None:
    book = _edition("2030-01-01", ("801", "Anything"), ("801.1", "Anything."), ("801.1a", "Not in the plain rulebook."))
    assert _numbers(book) == {"801": "801", "801.1": "801.1"}


def test_the_plain_edition_is_aligned_by_number() -> None:
    assert _numbers(_edition("plain", ("800.2a", "Ants carry."), official=False)) == {"800.2a": "800.2a"}


@pytest.mark.parametrize(
    ("book", "aligned"),
    [
        pytest.param(
            _edition(
                "2029-01-01",
                ("800", "Insects"),
                ("800.1", "Six."),
                ("800.1a", "x."),
                ("800.1b", "y."),
                ("800.2", "Ant"),
            ),
            {"800": "800", "800.1": "800.1", "800.1a": "800.1a", "800.1b": "800.1b", "800.2": "800.2"},
            id="same-letters-kept",
        ),
        pytest.param(
            _edition(
                "2029-01-01", ("801", "INSECTS"), ("801.1", "Six."), ("801.2", "ant"), ("802", "Trees"), ("802.1", "x.")
            ),
            {"801": "800", "801.1": "800.1", "801.2": "800.2", "802": "801", "802.1": "801.1"},
            id="moved-chapters-found-by-title",
        ),
        pytest.param(
            _edition(
                "2029-01-01",
                ("800", "Insects"),
                ("800.1", "New."),
                ("800.2", "Six."),
                ("800.3", "Ant"),
                ("800.3a", "x."),
                ("800.3b", "y."),
            ),
            {"800": "800", "800.3": "800.2", "800.3a": "800.2a", "800.3b": "800.2b"},
            id="moved-title-found-and-the-changed-list-around-it-left-out",
        ),
        pytest.param(
            _edition(
                "2029-01-01",
                ("800", "Insects"),
                ("800.1", "Six."),
                ("800.1a", "x."),
                ("800.2", "Ant"),
                ("800.2a", "x."),
                ("800.2b", "y."),
                ("800.2c", "z."),
            ),
            {"800": "800", "800.1": "800.1", "800.2": "800.2"},
            id="changed-letter-list-left-out",
        ),
        pytest.param(
            _edition("2029-01-01", ("800", "Stones"), ("800.1", "Six."), ("800.2", "Ant")), {}, id="no-such-chapter"
        ),
        pytest.param(
            _edition("2029-01-01", ("800", "Insects"), ("800.1", "Flies"), ("800.2", "Ant")),
            {"800": "800", "800.2": "800.2"},
            id="wording-never-goes-to-a-title",
        ),
    ],
)
def test_in_another_edition(book: Rulebook, aligned: dict[str, str]) -> None:
    assert _numbers(book) == aligned
