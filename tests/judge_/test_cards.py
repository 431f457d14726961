"""judge/lookup/cards.py: the cards that a question names, and a card by its name."""

from pathlib import Path

import pytest
from own_rules import ToyJudge, read
from small_cards import as_lines, plain_lines, written

from index.cards.store import CardStore, add_files
from index.errors import CardError
from index.plain.chapters import read_plain
from index.plain.edition import plain_rulebook
from index.records import Edition
from judge.card_documents import SingleCardDocument
from judge.documents import AnswerDocument
from judge.lookup.cards import CardFinder, CardReader

pytestmark = pytest.mark.patient

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
    document = SingleCardDocument.of(reader.find("spoon"), EDITION).model_dump()
    assert list(document) == ["name", "faces", "rulings", "leads_to", "edition"]
    assert document["faces"] == [
        {"name": "Spoon", "mana_cost": "{U}", "type_line": "Instant", "text": "Counter target spell.", "stats": ""}
    ]
    assert [(each["date"], each["older_than_rules"]) for each in document["rulings"]] == [
        ("2031-02-03", False),
        ("2029-01-05", True),
    ]
    assert document["leads_to"][0] == {"kind": "action", "term": "counter", "words": "Counter", "rule": "701.6"}


def test_programs_get_the_cards_of_a_question(card_store: CardStore) -> None:
    judge = ToyJudge(cards=CardFinder(card_store))
    document = AnswerDocument.of(judge.ask("is a polished [[Spoon]] a kite, or snorple?", 2)).model_dump()
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


def test_cards_are_found_once_they_are_added(home: Path) -> None:
    finder, rulebook = CardFinder(CardStore.at(home)), read().rulebook
    assert finder.named_in("is [[Spoon]] there", rulebook) == ()
    add_files(home, [written(home, "cards.jsonl", as_lines(plain_lines()))])
    [spoon] = finder.named_in("is [[Spoon]] there", rulebook)
    assert [card.card.name for card in spoon.cards] == ["Spoon"]
