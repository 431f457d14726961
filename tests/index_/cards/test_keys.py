"""index/cards/keys.py: every spelling of a name has one key; what may stand inside a name."""

import doctest

import pytest

from index.cards import keys as names
from index.cards.keys import joined, key_of, parts_of
from index.words import base_of, words_of


@pytest.mark.parametrize(
    ("written", "key"),
    [
        pytest.param("Brimble's Kettle", "brimble kettle", id="possessive"),
        pytest.param("brimbles kettles", "brimble kettle", id="plural"),
        pytest.param("Brimble’s KETTLE", "brimble kettle", id="capitals"),
        pytest.param("Snörple, the Twice-Baked", "snorple the twice baked", id="accents and marks"),
        pytest.param("Æsir of Spoons", "aesir of spoon", id="ligature"),
        pytest.param("Wear // Tear", "wear tear", id="two halves"),
        pytest.param("Bodies", "body", id="ies"),
        pytest.param("Torches", "torch", id="es"),
        pytest.param("Grass Abyss", "grass abyss", id="no plural"),
    ],
)
def test_keys(written: str, key: str) -> None:
    assert key_of(written) == key


def test_short_words_keep_their_ending() -> None:
    assert [base_of(word) for word in ("gas", "is", "bus")] == ["gas", "is", "bus"]


def test_words_have_places() -> None:
    text = "My Spoon's edge"
    assert [(text[word.start : word.end], word.base, word.capital) for word in words_of(text)] == [
        ("My", "my", True),
        ("Spoon's", "spoon", True),
        ("edge", "edge", False),
    ]


def test_parts() -> None:
    assert parts_of("The Frog, Who Waits") == ["The Frog", "Frog, Who Waits", "Frog"]
    assert parts_of("Spoon") == []


def test_a_full_stop_ends_a_name() -> None:
    text = "Moss over Marble. Spoon (or Fork) and so on"
    assert joined(text, words_of(text)) == [3, 2, 1, 1, 2, 1, 3, 2, 1]


def test_examples_of_the_module() -> None:
    assert doctest.testmod(names) == (0, 3)
