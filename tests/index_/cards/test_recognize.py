"""index/cards/names/recognize.py: the cards that we made up, named in every way that players name cards."""

import doctest

import pytest

from index.cards.names import recognize
from index.cards.names.recognize import CardNames, masked

KETTLE, SPOON, BAKED, OVENS = "Brimble's Kettle", "Spoon", "Snorple, the Twice-Baked", "Snorple, Lord of Ovens"
GRUMBIT = "Grumbit // Grumbit Unbound"


def found(names: CardNames, text: str) -> list[tuple[str, tuple[str, ...], str, bool]]:
    """What is written, the cards, the kind and the certainty of each mention."""
    mentions = names.find_cards(text)
    return [(text[each.start : each.end], each.names, each.kind, each.certain) for each in mentions]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("can Brimble's Kettle tap", ("Brimble's Kettle", (KETTLE,), "exact", True), id="full"),
        pytest.param("two brimbles kettles tapped", ("brimbles kettles", (KETTLE,), "exact", True), id="lower, plural"),
        pytest.param("Brimble's Kettle's cost", ("Brimble's Kettle", (KETTLE,), "exact", True), id="possessive"),
        pytest.param("is [[spoon]] a tool", ("[[spoon]]", (SPOON,), "bracketed", True), id="bracketed"),
        pytest.param("does Grumbit Unbound fly", ("Grumbit Unbound", (GRUMBIT,), "exact", True), id="face"),
        pytest.param("i ate grumbit", ("grumbit", (GRUMBIT,), "exact", True), id="other face"),
        pytest.param("snorple attacks", ("snorple", (OVENS, BAKED), "short", False), id="before the comma, a choice"),
        pytest.param("snorple twice baked", ("snorple twice baked", (BAKED,), "short", True), id="narrowed"),
        pytest.param("my quilljaw blocks", ("quilljaw", ("Quilljaw Thresher",), "short", True), id="own word"),
        pytest.param("zweep is a frog", ("zweep", ("Zweep of the Fens",), "short", True), id="first name"),
        pytest.param("a quiljaw threshr", ("quiljaw threshr", ("Quilljaw Thresher",), "misspelt", True), id="misspelt"),
        pytest.param("so grumbitt flies", ("grumbitt", (GRUMBIT,), "misspelt", True), id="misspelt word"),
        pytest.param("quilljawthresher", ("quilljawthresher", ("Quilljaw Thresher",), "misspelt", True), id="together"),
        pytest.param("i cast spoon on it", ("spoon", (SPOON,), "exact", False), id="cast"),
        pytest.param("does a kettle stop Spoon here", ("Spoon", (SPOON,), "exact", True), id="capital"),
    ],
)
def test_names_are_found(text: str, expected: tuple[str, tuple[str, ...], str, bool], card_names: CardNames) -> None:
    assert found(card_names, text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "i stir the soup with a spoon",
        "does trample work with deathtouch",
        "Trample says excess damage",
        "the Trample rule, please",
        "my creature has trample and reach",
        "the marble. Moss grows",
        "is there a rule about kettles",
        "opponet controls a creture on the battlefeild",
        "",
        "?!",
    ],
)
def test_ordinary_words_are_no_names(text: str, card_names: CardNames) -> None:
    assert found(card_names, text) == []


def test_a_rules_term_is_a_name_when_it_is_cast(card_names: CardNames) -> None:
    assert found(card_names, "I cast Trample on it") == [("Trample", ("Trample",), "exact", True)]
    assert found(card_names, "i cast trample on it") == [("trample", ("Trample",), "exact", False)]


def test_a_person_is_no_card(card_names: CardNames) -> None:
    assert found(card_names, "Zweep casts a spell") == []


def test_a_part_means_the_card_that_was_named(card_names: CardNames) -> None:
    text = "Snorple, Lord of Ovens dies. Does Snorple return?"
    assert [each[1] for each in found(card_names, text)] == [(OVENS,), (OVENS,)]


def test_several_names_do_not_overlap(card_names: CardNames) -> None:
    text = "Moss over Marble, Quilljaw Thresher and [[Spoon]]"
    assert [each[0] for each in found(card_names, text)] == ["Moss over Marble", "Quilljaw Thresher", "[[Spoon]]"]


def test_one_who_says_that_he_names_a_card(card_names: CardNames) -> None:
    assert card_names.called("spoon") == [SPOON]
    assert card_names.called("snorple") == [OVENS, BAKED]
    assert card_names.called("snorple ovens") == [OVENS]
    assert card_names.called("brimbel's kettle") == [KETTLE]
    assert card_names.called("Grumbit // Grumbit Unbound") == [GRUMBIT]
    assert card_names.called("ladle") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("does Quilljaw Thresher block", "does this creature block"),
        ("my Quilljaw Thresher's power", "my creature's power"),
        ("two Quilljaw Threshers and [[Spoon]]", "two creatures and this spell"),
        ("Moss over Marble stops Brimble's Kettle", "this enchantment stops this artifact"),
        ("no name here", "no name here"),
    ],
)
def test_masked(text: str, expected: str, card_names: CardNames) -> None:
    assert masked(text, card_names.find_cards(text)) == expected


def test_the_example_of_the_module() -> None:
    assert doctest.testmod(recognize) == (0, 1)
