"""ui/terminal/card.py: a card in full, and in short above an answer."""

from dataclasses import replace
from functools import partial

import pytest
from own_rules import OFFICIAL, answer
from terminals import pipe, terminal, written

from index.cards.store import CardStore
from index.plain.chapters import read_plain
from index.plain.edition import plain_rulebook
from index.records import Edition
from index.words import shortened
from judge.lookup.cards import CardReader
from judge.records import NamedCards, ReadCard
from ui import strings
from ui.html.card_view import NamedCardsView
from ui.terminal.answer import write_answer
from ui.terminal.card import FEW_RULINGS, LONGEST, write_card, write_named_cards
from ui.terminal.output import Output

pytestmark = pytest.mark.patient

EDITION = Edition("2030-01-01", "Our rules", "2030-01-01", official=True)


@pytest.fixture
def reader(card_store: CardStore) -> CardReader:
    """Our cards read with the plain rulebook."""
    return CardReader.from_store(card_store, plain_rulebook(read_plain()))


def card_text(read: ReadCard) -> str:
    """What a pipe gets of a card."""
    return written(pipe(), partial(write_card, read=read, edition=EDITION))


def named_text(named: NamedCards, output: Output | None = None) -> str:
    """What is written of the cards that a question names."""
    return written(output or pipe(), partial(write_named_cards, named=NamedCardsView.of(named, EDITION)))


def test_a_card(reader: CardReader) -> None:
    lines = card_text(reader.find("grumbit unbound")).splitlines()
    assert lines[:5] == [
        "Grumbit // Grumbit Unbound",
        "Grumbit  {B}  Creature — Imp  1/1",
        "    Flying",
        "Grumbit Unbound    Creature — Imp  5/5",
        "    Menace",
    ]
    assert strings.NO_RULINGS in lines
    assert "    702.9  flying: “Flying”" in lines


def test_a_card_above_an_answer(reader: CardReader) -> None:
    [spoon] = reader.named_in("does a polished [[Spoon]] work")
    assert named_text(spoon).splitlines() == [
        "Spoon  Instant",
        "    Counter target spell.",
        f"    {strings.LEADS}: 701.6 counter “Counter”; 115 targets “target”; 304 instant",
        "    “Instant”",
        "    Ruling 2031-02-03: A polished kettle is no spell.",
        "    Ruling 2029-01-05, older than these rules: Spoon answers soup too.",
    ]
    assert named_text(spoon, terminal()).startswith("\x1b[1mSpoon\x1b[0m  Instant\n    Counter")


def test_cards_stand_above_the_message(reader: CardReader) -> None:
    one = replace(answer(message="A message."), cards=tuple(reader.named_in("[[Spoon]] or snorple")))
    lines = written(pipe(), partial(write_answer, answer=one)).splitlines()
    assert lines[0] == "Spoon  Instant"
    assert lines.index("Which card is “snorple”? Type its full name.") < lines.index("A message.")
    assert lines[-1] == f"Rules: {OFFICIAL.name}, effective {OFFICIAL.effective}"


def test_a_choice(reader: CardReader) -> None:
    [choice] = reader.named_in("snorple attacks")
    assert named_text(choice).splitlines() == [
        "Which card is “snorple”? Type its full name.",
        "    Snorple, Lord of Ovens  Legendary Creature — Crumb",
        "    Snorple, the Twice-Baked  Creature — Crumb",
    ]
    [likely] = reader.named_in("i cast spoon on it")
    assert named_text(likely).startswith("“spoon” may be this card:\nSpoon  Instant\n")


def test_long_texts_and_many_rulings_are_cut(reader: CardReader) -> None:
    assert shortened("a " * 400, LONGEST) == ("a " * 120).strip() + " …"
    assert len(shortened("word " * 400, LONGEST)) <= LONGEST + 2
    read = reader.find("spoon")
    [named] = reader.named_in("[[Spoon]]")
    text = named_text(replace(named, cards=(replace(read, rulings=read.rulings * 3),)))
    assert text.endswith("\n    More rulings (4): judge card Spoon")
    assert text.count("    Ruling 20") == FEW_RULINGS


def test_a_card_cannot_steer_the_terminal(reader: CardReader) -> None:
    [named] = reader.named_in("[[Spoon]]")
    read = named.cards[0]
    hostile = "Spoon\x1b[31m\x9b1m\u202e\n{T}"
    face = replace(read.card.faces[0], name=hostile, type_line=hostile, text=hostile, mana_cost=hostile, stats=hostile)
    rulings = tuple(replace(each, text=hostile, date=hostile) for each in read.rulings)
    links = tuple(replace(each, words=hostile, term=hostile) for each in read.rule_links)
    card = replace(read, card=replace(read.card, name=hostile, faces=(face,)), rulings=rulings, rule_links=links)
    text = (
        card_text(card)
        + named_text(replace(named, called=hostile, cards=(card,)))
        + named_text(replace(named, called=hostile, cards=(card, card), mention=replace(named.mention, certain=False)))
    )
    assert all(letter.isprintable() or letter == "\n" for letter in text)
