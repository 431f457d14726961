"""index/cards/formats.py: one object of each format → the same card, and what is refused by its place."""

from typing import Any

import pytest
from small_cards import atomic_cards, plain_lines, scryfall_cards, scryfall_rulings

from index.cards.files import CardItem
from index.cards.formats import read_item
from index.cards.records import Card, Face, FoundCard, FoundRuling, Ruling
from index.errors import CardFileError

GRUMBIT = Card(
    "Grumbit // Grumbit Unbound",
    (
        Face("Grumbit", "{B}", "Creature — Imp", "Flying", "1/1"),
        Face("Grumbit Unbound", "", "Creature — Imp", "Menace", "5/5"),
    ),
)


def read(value: Any) -> tuple[str, list[FoundCard | FoundRuling]]:
    """What an object at line 7 of a file holds."""
    return read_item(CardItem("line 7", value), "cards.json")


@pytest.mark.parametrize(
    ("value", "format"),
    [
        pytest.param(plain_lines()[7], "JSON Lines of cards", id="lines"),
        pytest.param(scryfall_cards()[7], "Scryfall cards", id="scryfall"),
        pytest.param(atomic_cards()["data"]["Grumbit // Grumbit Unbound"], "MTGJSON AtomicCards", id="mtgjson"),
    ],
)
def test_a_card_with_two_faces(value: Any, format: str) -> None:
    found_format, found = read(value)
    assert found_format == format
    assert isinstance(found[0], FoundCard)
    assert found[0].card == GRUMBIT


def test_the_rulings_of_mtgjson_stand_with_the_card() -> None:
    _, found = read(atomic_cards()["data"]["Brimble's Kettle"])
    assert isinstance(found[0], FoundCard)
    assert found[0].id == "id-Brimble's Kettle"
    assert found[0].rulings == (Ruling("2028-01-01", "A kettle may be tapped twice in one round of tea."),)


def test_rulings_of_scryfall() -> None:
    read_all = [found for value in scryfall_rulings() for found in read(value)[1]]
    assert len(read_all) == 3  # the fourth is not official
    assert read_all[0] == FoundRuling("id-Spoon", Ruling("2029-01-05", "Spoon answers soup too."))


def test_tokens_and_other_languages_are_left_out() -> None:
    assert [read(value)[1] for value in scryfall_cards()[-2:]] == [[], []]


def test_loyalty() -> None:
    _, found = read({"name": "Old Brimble", "type_line": "Planeswalker", "oracle_text": "+1: Tea.", "loyalty": "4"})
    assert isinstance(found[0], FoundCard)
    assert found[0].card.faces[0].stats == "Loyalty 4"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        pytest.param(7, "found something other than a JSON object", id="no object"),
        pytest.param({"name": "Spoon", "oracle_text": ""}, "found an object without type_line", id="no type"),
        pytest.param({"type_line": "Instant", "oracle_text": ""}, "found an object without name", id="no name"),
        pytest.param({"name": "Spoon", "type_line": "Instant"}, "without oracle_text", id="no text"),
        pytest.param({"name": 3, "type_line": "Instant", "oracle_text": ""}, "name that is not text", id="a number"),
        pytest.param({"object": "ruling", "oracle_id": "x"}, "without published_at", id="half a ruling"),
        pytest.param([], "a card without faces", id="no faces"),
    ],
)  # fmt: skip
def test_what_is_no_card(value: Any, said: str) -> None:
    with pytest.raises(CardFileError, match=said) as problem:
        read(value)
    assert str(problem.value).startswith("cards.json, line 7: ")
