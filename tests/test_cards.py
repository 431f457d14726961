"""judge/cards.py and ui/cards.py: a card as it is shown on the page and in the terminal."""

from dataclasses import replace
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
from ui.cards import FEW_SHORT, LONGEST, ask_json, card_text, cards_at, cards_html, named_text, short
from ui.ink import Ink
from ui.schemas import AnswerShape
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


def test_a_card_in_an_answer_of_the_terminal(reader: CardReader) -> None:
    [spoon] = reader.named_in("does a polished [[Spoon]] work")
    assert named_text(spoon, EDITION).splitlines() == [
        "Spoon  Instant",
        "    Counter target spell.",
        "    Leads to: 701.6 counter “Counter”; 115 targets “target”; 304 instant",
        "    “Instant”",
        "    Ruling 2031-02-03: A polished kettle is no spell.",
        "    Ruling 2029-01-05, older than these rules: Spoon answers soup too.",
    ]
    assert named_text(spoon, EDITION, Ink(styles=True)).startswith("\x1b[1mSpoon\x1b[0m  Instant\n    Counter")


def test_a_choice_in_the_terminal(reader: CardReader) -> None:
    [choice] = reader.named_in("snorple attacks")
    assert named_text(choice, EDITION).splitlines() == [
        "Which card is “snorple”? Write its full name.",
        "    Snorple, Lord of Ovens  Legendary Creature — Crumb",
        "    Snorple, the Twice-Baked  Creature — Crumb",
    ]
    [likely] = reader.named_in("i cast spoon on it")
    assert named_text(likely, EDITION).startswith("“spoon” may be this card:\nSpoon  Instant\n")


def test_long_texts_and_many_rulings_are_cut_in_the_terminal(reader: CardReader) -> None:
    assert short("a " * 400) == ("a " * 119).strip() + " …"
    assert len(short("word " * 400)) <= LONGEST + 2
    read = reader.find("spoon")
    many = replace(read, rulings=read.rulings * 3)
    [named] = reader.named_in("[[Spoon]]")
    shown = named_text(replace(named, cards=(many,)), EDITION)
    assert shown.endswith("\n    More rulings (4): judge card Spoon")
    assert shown.count("    Ruling 20") == FEW_SHORT
    hostile = replace(many, card=replace(many.card, name="Spoon\x1b[31m", rulings=()))
    assert "\x1b[31m" not in named_text(replace(named, cards=(hostile,)), EDITION, Ink(styles=True))


def test_programs_get_the_cards_of_a_question(card_store: CardStore) -> None:
    named, judge = cards_at(card_store.path.parent.parent), ToyJudge(OFFICIAL)
    document = ask_json(judge, named, "is a polished [[Spoon]] a kite, or snorple?", 2)  # type: ignore[arg-type]
    assert [citation["rule"] for citation in document["citations"]] == ["900.1a", "900.2"]
    spoon, snorple = document["cards"]
    assert (spoon["called"], spoon["kind"], spoon["certain"], spoon["more"]) == ("Spoon", "bracketed", True, 0)
    assert [card["name"] for card in snorple["cards"]] == ["Snorple, Lord of Ovens", "Snorple, the Twice-Baked"]
    assert not snorple["certain"]
    assert list(spoon["cards"][0]) == ["name", "faces", "rulings", "leads_to"]
    assert spoon["cards"][0]["rulings"][0] == {
        "date": "2031-02-03",
        "text": "A polished kettle is no spell.",
        "older_than_rules": True,
    }
    AnswerShape.model_validate(document)
    assert ask_json(judge, None, "is [[Spoon]] a kite?", 2)["cards"] == []  # type: ignore[arg-type]


def test_the_page_reads_the_cards_that_are_there(home: Path) -> None:
    named, judge = cards_at(home), ToyJudge(OFFICIAL)
    assert named(judge, "is [[Spoon]] there") == []  # type: ignore[arg-type]
    add_files(home, [written(home, "cards.jsonl", as_lines(plain_lines()))])
    [spoon] = named(judge, "is [[Spoon]] there")  # type: ignore[arg-type]
    assert [card.card.name for card in spoon.cards] == ["Spoon"]
