"""judge/cards.py and ui/cards.py: a card as it is shown on the page and in the terminal."""

from pathlib import Path

import pytest
from own_rules import OFFICIAL, ToyJudge
from small_cards import as_lines, plain_lines, written

from index.cards.store import CardStore, add_files
from index.errors import CardError
from index.plain import read_plain
from index.plain_edition import plain_rulebook
from index.records import Edition
from judge.cards import CardReader, card_json
from ui.cards import card_text, cards_at, cards_html
from ui.symbols import symbols

EDITION = Edition("2030-01-01", "Our rules", "2030-01-01", official=True)


@pytest.fixture
def reader(card_store: CardStore) -> CardReader:
    """Our cards read with the plain rulebook."""
    return CardReader.from_store(card_store, plain_rulebook(read_plain()))


def test_cards_named_in_a_question(reader: CardReader) -> None:
    named = reader.named_in("does [[Spoon]] answer soup, and Spoon again; what of Snorple?")
    assert [(each.called, [card.card.name for card in each.cards]) for each in named] == [
        ("Spoon", ["Spoon"]),
        ("Snorple", ["Snorple, Lord of Ovens", "Snorple, the Twice-Baked"]),
    ]
    assert [ruling.date for ruling in named[0].cards[0].rulings] == ["2029-01-05", "2031-02-03"]
    assert [each.mention.certain for each in named] == [True, False]


def test_a_card_by_its_name(reader: CardReader) -> None:
    assert reader.find("brimbles kettel").card.name == "Brimble's Kettle"
    with pytest.raises(CardError, match='"snorple" may be 2 cards, expected one; name one of: Snorple, Lord of Ovens;'):
        reader.find("snorple")
    with pytest.raises(CardError, match='found no card "ladle"'):
        reader.find("ladle")


def test_the_json_of_a_card(reader: CardReader) -> None:
    document = card_json(reader.find("spoon"), EDITION)
    assert list(document) == ["name", "faces", "rulings", "leads_to", "edition"]
    assert document["faces"] == [
        {"name": "Spoon", "mana_cost": "{U}", "type_line": "Instant", "text": "Counter target spell.", "stats": ""}
    ]
    assert [(each["date"], each["older_than_rules"]) for each in document["rulings"]] == [
        ("2031-02-03", False),
        ("2029-01-05", True),
    ]
    assert document["leads_to"][0] == {"kind": "action", "term": "counter", "words": "Counter", "rule": "701.6"}


def test_the_panel(reader: CardReader) -> None:
    html = cards_html(reader.named_in("does Brimble's Kettle work"), EDITION)
    assert html.count('<details class="rule card">') == 1
    assert "<strong>Brimble&#x27;s Kettle</strong>" in html
    assert '<span class="mana mana-c" role="img" title="one colorless mana"><i>{</i><b>C</b><i>}</i></span>' in html
    assert "2028-01-01, older than these rules" in html
    assert '<a class="chip" href="#rule-605">605</a>' in html
    assert "\n" not in html
    assert "may be this card" not in html


def test_a_choice_is_asked(reader: CardReader) -> None:
    html = cards_html(reader.named_in("snorple attacks"), EDITION)
    assert html.startswith('<div class="cards"><p class="label">Which card is “snorple”?</p>')
    assert html.count('<details class="rule card">') == 2
    assert "“spoon” may be this card:" in cards_html(reader.named_in("i cast spoon on it"), EDITION)


def test_no_panel_without_names(reader: CardReader) -> None:
    assert cards_html(reader.named_in("does trample work"), EDITION) == ""


def test_symbols_are_escaped() -> None:
    assert symbols("<{W/U}>") == '&lt;<span class="mana" role="img" title="{W/U}"><i>{</i><b>W/U</b><i>}</i></span>&gt;'
    assert symbols("{<b>}") == "{&lt;b&gt;}"


def test_the_terminal(reader: CardReader) -> None:
    lines = card_text(reader.find("grumbit unbound"), EDITION).splitlines()
    assert lines[:5] == [
        "Grumbit // Grumbit Unbound",
        "Grumbit  {B}  Creature — Imp  1/1",
        "    Flying",
        "Grumbit Unbound    Creature — Imp  5/5",
        "    Menace",
    ]
    assert "No rulings on this card here." in lines
    assert "    702.9  flying: “Flying”" in lines


def test_the_page_reads_the_cards_that_are_there(home: Path) -> None:
    named, judge = cards_at(home), ToyJudge(OFFICIAL)
    assert named(judge, "is [[Spoon]] there") == []  # type: ignore[arg-type]
    add_files(home, [written(home, "cards.jsonl", as_lines(plain_lines()))])
    [spoon] = named(judge, "is [[Spoon]] there")  # type: ignore[arg-type]
    assert [card.card.name for card in spoon.cards] == ["Spoon"]
