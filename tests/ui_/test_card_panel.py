"""ui/html/templates/cards.html: the cards that a question names, above its answer."""

from dataclasses import replace

import pytest
from own_rules import answer

from index.cards.store import CardStore
from index.plain.chapters import read_plain
from index.plain.edition import plain_rulebook
from index.records import Edition
from judge.lookup.cards import CardReader
from ui import strings
from ui.html.answer import answer_html
from ui.html.symbols import symbols

pytestmark = pytest.mark.patient

EDITION = Edition("2030-01-01", "Our rules", "2030-01-01", official=True)


@pytest.fixture
def reader(card_store: CardStore) -> CardReader:
    """Our cards read with the plain rulebook."""
    return CardReader.from_store(card_store, plain_rulebook(read_plain()))


def cards_html(reader: CardReader, question: str) -> str:
    """What stands above the rules of an answer to a question."""
    named = tuple(reader.named_in(question))
    html = answer_html(replace(answer(question, edition=EDITION), cards=named))
    return html.removeprefix('<div class="answer">').partition('<p class="edition">')[0]


def test_the_panel(reader: CardReader) -> None:
    html = cards_html(reader, "does Brimble's Kettle work")
    assert html.count('<details class="rule card" open>') == 1
    assert "<strong>Brimble&#x27;s Kettle</strong>" in html
    assert '<span class="mana mana-c" role="img" title="one colorless mana"><i>{</i><b>C</b><i>}</i></span>' in html
    assert "2028-01-01, older than these rules" in html
    assert '<a class="chip" href="#rule-605">605</a>' in html
    assert "\n" not in html
    assert "may be this card" not in html


def test_rulings_are_folded(reader: CardReader) -> None:
    html = cards_html(reader, "[[Spoon]]")
    before, _, folded = html.partition('<details class="more"><summary>Official rulings (2)</summary>')
    assert (before.count("<li><b>20"), folded.partition("</ul>")[0].count("<li><b>20")) == (0, 2)


def test_up_to_two_certain_cards_are_open(reader: CardReader) -> None:
    opened = [
        cards_html(reader, question).count('<details class="rule card" open>')
        for question in ("[[Spoon]]", "[[Spoon]] or [[Trample]]", "[[Spoon]], [[Trample]], [[Quilljaw Thresher]]")
    ]
    assert opened == [1, 2, 0]


def test_a_choice_is_asked(reader: CardReader) -> None:
    html = cards_html(reader, "snorple attacks")
    assert html.startswith('<div class="cards"><p class="label">Which card is “snorple”?</p>')
    assert html.count('<details class="rule card">') == 2
    assert "“spoon” may be this card:" in cards_html(reader, "i cast spoon on it")


def test_a_long_choice_says_how_many_are_left_out(reader: CardReader) -> None:
    [choice] = reader.named_in("snorple attacks")
    html = answer_html(replace(answer(edition=EDITION), cards=(replace(choice, more=3),)))
    assert f"Which card is “snorple”? {strings.MORE_CARDS.format(3)}</p>" in html


def test_no_panel_without_names(reader: CardReader) -> None:
    assert cards_html(reader, "does trample work") == ""


def test_symbols_are_escaped() -> None:
    assert symbols("<{W/U}>") == '&lt;<span class="mana" role="img" title="{W/U}"><i>{</i><b>W/U</b><i>}</i></span>&gt;'
    assert symbols("{<b>}") == "{&lt;b&gt;}"
