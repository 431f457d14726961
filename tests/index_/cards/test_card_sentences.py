"""Recognition over all cards of the test data: our 600 sentences, and how long it takes."""

from time import perf_counter

import pytest
from card_sentences import NO_NAME, Part, Scores, measure, read_sentences

from index.cards.lexicon import noun_of
from index.cards.names.recognize import CardNames
from index.cards.store import CardStore

HALVES: tuple[Part, ...] = ("tuned", "held out")
PARTS: tuple[Part, ...] = (*HALVES, "fresh")


@pytest.fixture(scope="module")
def all_names(all_cards: tuple[CardStore, float]) -> CardNames:
    """The names of all cards of the test data."""
    return CardNames.from_store(all_cards[0])


def scores(names: CardNames, part: Part) -> Scores:
    """The scores of one part of the sentences."""
    return measure(names, read_sentences(part))


def test_there_are_300_sentences_with_and_300_without_names() -> None:
    kinds = [sentence.kind for half in HALVES for sentence in read_sentences(half)]
    assert (len(kinds), kinds.count(NO_NAME)) == (600, 300)
    assert all(sentence.names for half in HALVES for sentence in read_sentences(half) if sentence.kind != NO_NAME)


@pytest.mark.parametrize("part", PARTS)
def test_precision_recall_and_false_alarms(part: Part, all_names: CardNames) -> None:
    found = scores(all_names, part)
    assert found.precision >= 0.98, found.wrong
    assert found.recall("exact", "bracketed") >= 0.95, found.missed
    assert found.recall("misspelt", "nickname") >= 0.85, found.missed
    assert len(found.alarms) <= 0.01 * found.nameless, found.alarms


def test_a_choice_is_short(all_names: CardNames) -> None:
    found = [scores(all_names, half) for half in HALVES]
    assert sum(each.offered for each in found) / sum(each.right.total() for each in found) < 1.5


@pytest.mark.timing
def test_five_milliseconds_a_question(all_names: CardNames) -> None:
    seconds = []
    for half in HALVES:
        for sentence in read_sentences(half):
            begun = perf_counter()
            all_names.find_cards(sentence.text)
            seconds.append(perf_counter() - begun)
    assert sorted(seconds)[int(0.99 * len(seconds))] < 0.005


def test_nouns() -> None:
    lines = (
        "Legendary Creature — Imp",
        "Sorcery",
        "Artifact — Equipment",
        "Planeswalker — Jace",
        "Basic Land — Island",
    )
    assert [noun_of(line) for line in lines] == ["creature", "spell", "equipment", "planeswalker", "land"]
