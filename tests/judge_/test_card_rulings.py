"""judge/answer/card_rulings.py: which rulings of the named cards fit a question."""

import math
from dataclasses import replace

import numpy as np
import pytest

from index.cards.records import Ruling
from index.cards.store import CardStore
from index.encoder.encoder import Encoder, Vectors
from index.plain.chapters import read_plain
from index.plain.edition import plain_rulebook
from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.answer.card_rulings import FILE, MOST_FITTING, RulingFeatures, RulingFinder
from judge.answer.linear_model import LinearModel, shipped_model
from judge.judge import Judge
from judge.lookup.cards import CardFinder, CardReader
from judge.records import CardRuling

pytestmark = pytest.mark.patient

SOUP = Ruling("2029-01-05", "Spoon answers soup too.")
ASKED = "[[Spoon]] answers soup?"


@pytest.fixture
def reader(card_store: CardStore) -> CardReader:
    """Our cards read with the plain rulebook."""
    return CardReader.from_store(card_store, plain_rulebook(read_plain()))


@pytest.fixture
def rules(encoder: Encoder) -> Vectors:
    """The vectors of two rules, one of which says the same as a ruling."""
    return encoder.encode(["A spoon answers soup.", "A kettle stays on the stove."])


@pytest.fixture
def finder(encoder: Encoder) -> RulingFinder:
    """Takes a ruling that is at least half alike to the question."""
    return RulingFinder(encoder, LinearModel(dict.fromkeys(RulingFeatures._fields, 0.0) | {"cosine": 1.0}, -0.5))


@pytest.mark.parametrize(
    ("question", "found"),
    [
        (ASKED, (CardRuling("Spoon", SOUP),)),
        ("can I discard [[Spoon]] now", ()),
        ("[[Quilljaw Thresher]] answers soup?", ()),
        ("snorple answers soup?", ()),
    ],
)
def test_a_ruling_of_a_named_card_fits_or_not(
    question: str, found: tuple[CardRuling, ...], reader: CardReader, finder: RulingFinder, rules: Vectors
) -> None:
    assert finder.fitting(question, reader.named_in(question), rules) == found


def test_the_features_of_a_ruling(reader: CardReader, finder: RulingFinder, encoder: Encoder, rules: Vectors) -> None:
    question = "polished kettle: a spell, [[Spoon]]?"
    [named] = reader.named_in(question)
    [(ruling, features)] = finder.candidates(question, [named], rules)
    assert ruling.ruling.text == "A polished kettle is no spell."
    asked, kettle, soup = encoder.encode([question, ruling.ruling.text, SOUP.text])
    assert features.cosine == pytest.approx(float(asked @ kettle))
    assert features.behind == pytest.approx(min(0.0, float(asked @ kettle - asked @ soup)))
    assert features.rules == pytest.approx(float((rules @ kettle).mean()))
    assert features.rulings == pytest.approx(math.log(2))
    assert features.words == 1.0


def test_without_rules_the_likeness_to_them_is_zero(reader: CardReader, finder: RulingFinder, rules: Vectors) -> None:
    named = reader.named_in(ASKED)
    assert [features.rules for _, features in finder.candidates(ASKED, named, rules[:0])] == [0.0]


def test_the_name_of_the_card_is_no_evidence(reader: CardReader, finder: RulingFinder, rules: Vectors) -> None:
    [named] = reader.named_in("[[Spoon]]")
    only_name = replace(named.cards[0], rulings=(Ruling("2029-01-05", "Spoon may be bent, melted, sold or lost."),))
    assert finder.fitting("Spoon?", [replace(named, cards=(only_name,))], rules) == ()


def test_the_likeliest_rulings_are_taken_and_no_more(reader: CardReader, encoder: Encoder, rules: Vectors) -> None:
    [named] = reader.named_in(ASKED)
    rulings = tuple(Ruling("2029-01-05", f"It answers soup{' and tea' * number}.") for number in range(4))
    finder = RulingFinder(encoder, LinearModel(dict.fromkeys(RulingFeatures._fields, 0.0) | {"cosine": 1.0}, 0.0))
    found = finder.fitting(ASKED, [replace(named, cards=(replace(named.cards[0], rulings=rulings),))], rules)
    assert len(found) == MOST_FITTING
    asked, *vectors = encoder.encode([ASKED, *(each.text for each in rulings)])
    best = np.argsort(-(np.stack(vectors) @ asked), kind="stable")[:MOST_FITTING]
    assert [each.ruling for each in found] == [rulings[place] for place in best]


def test_the_shipped_model_wants_likeness_to_the_question_and_its_rules() -> None:
    model = shipped_model(FILE, RulingFeatures._fields)
    near = RulingFeatures(0.8, 0.0, 0.6, math.log(3), 1.0)
    assert model.log_odds(near) > 0 > model.log_odds(near._replace(cosine=0.2, rules=0.1))


def test_the_judge_gives_the_rulings_that_fit(
    rulebook: Rulebook, plain: PlainRulebook, search: Search, card_store: CardStore
) -> None:
    reader = Judge.from_rulebooks(rulebook, plain, search).reader
    judge = Judge(reader, search, CardFinder(card_store))
    assert judge.ask("does [[Spoon]] answer soup too?").rulings == (CardRuling("Spoon", SOUP),)
    assert judge.ask("how much tramples over a chump blocker").rulings == ()


def test_rules_without_passages_have_no_vector(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> None:
    assert search.centroids_of(["none", "702.19b"]).shape == (1, search.centroids.rows.shape[1])
    assert search.centroids_of([]).shape == (0, search.centroids.rows.shape[1])
