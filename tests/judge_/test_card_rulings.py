"""judge/answer/card_rulings.py: which rulings of the named cards fit a question."""

from dataclasses import replace

import pytest

from index.cards.records import Ruling
from index.cards.store import CardStore
from index.encoder.encoder import Encoder
from index.plain.chapters import read_plain
from index.plain.edition import plain_rulebook
from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.answer.card_rulings import fitting_rulings
from judge.answer.case_features import CaseFeatures
from judge.judge import Judge
from judge.lookup.cards import CardFinder, CardReader
from judge.records import CardRuling

pytestmark = pytest.mark.patient

FEATURES = CaseFeatures({}, 1.0, frozenset())
SOUP = Ruling("2029-01-05", "Spoon answers soup too.")


@pytest.fixture
def reader(card_store: CardStore) -> CardReader:
    """Our cards read with the plain rulebook."""
    return CardReader.from_store(card_store, plain_rulebook(read_plain()))


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("[[Spoon]] answers soup?", (CardRuling("Spoon", SOUP),)),
        ("can I discard [[Spoon]] now", ()),
        ("[[Quilljaw Thresher]] answers soup?", ()),
        ("snorple answers soup?", ()),
    ],
)
def test_the_best_ruling_of_a_named_card_fits_or_not(
    question: str, found: tuple[CardRuling, ...], reader: CardReader, encoder: Encoder
) -> None:
    assert fitting_rulings(question, reader.named_in(question), FEATURES, encoder) == found


def test_the_name_of_the_card_is_no_evidence(reader: CardReader, encoder: Encoder) -> None:
    [named] = reader.named_in("[[Spoon]]")
    only_name = replace(named.cards[0], rulings=(Ruling("2029-01-05", "Spoon may be bent, melted, sold or lost."),))
    assert fitting_rulings("Spoon?", [replace(named, cards=(only_name,))], FEATURES, encoder) == ()


def test_the_judge_gives_the_rulings_that_fit(
    rulebook: Rulebook, plain: PlainRulebook, search: Search, card_store: CardStore
) -> None:
    reader = Judge.from_rulebooks(rulebook, plain, search).reader
    judge = Judge(reader, search, CardFinder(card_store))
    assert judge.ask("does [[Spoon]] answer soup too?").rulings == (CardRuling("Spoon", SOUP),)
    assert judge.ask("how much tramples over a chump blocker").rulings == ()
