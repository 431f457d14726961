"""judge/answer/key_sentence.py: the sentences of a text, and the one that answers a question."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.answer.key_sentence import key_sentence, sentences
from judge.judge import Judge

WEIGHTS = {"kite": 0.5, "wind": 2.0, "string": 2.0, "torn": 3.0}
TEXT = "A kite needs wind. A torn kite stays on the ground. Its string may be long."


def rarity(words: Iterable[str]) -> float:
    """What some stems are worth here."""
    return sum(WEIGHTS.get(word, 0.0) for word in words)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It dies. See rule 1.2a (below). Then it goes.", ["It dies.", "See rule 1.2a (below).", "Then it goes."]),
        ('A card with "Flying." It flies.', ['A card with "Flying."', "It flies."]),
        ("Pay it, e.g. two.\n\n{T}: Add.", ["Pay it, e.g. two.", "{T}: Add."]),
        ("no end", ["no end"]),
        ("", []),
    ],
)
def test_a_text_has_sentences(text: str, found: list[str]) -> None:
    assert sentences(text) == found


@pytest.mark.parametrize(
    ("question", "answer", "found"),
    [
        ("does a torn kite fly", "", "A torn kite stays on the ground."),
        ("which kite needs wind", "", "A kite needs wind."),
        ("the string in the wind", "", ""),
        ("a kite", "", ""),
        ("may it be long", "", ""),
        ("how long", "Its string may be as long as you like.", "Its string may be long."),
    ],
)
def test_the_sentence_that_clearly_leads_is_the_key(question: str, answer: str, found: str) -> None:
    assert key_sentence(TEXT, question, answer, rarity) == found


def test_a_single_sentence_is_no_key() -> None:
    assert key_sentence("A torn kite stays on the ground.", "a torn kite", "", rarity) == ""


def test_citations_carry_their_key_sentences(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> None:
    entry = replace(
        plain.by_number["702.19b"], plain="Blockers come first. Spare damage tramples over a chump blocker."
    )
    entries = tuple(entry if each.number == entry.number else each for each in plain.entries)
    judge = Judge.from_rulebooks(rulebook, replace(plain, entries=entries), search)
    cited = {each.rule.id: each for each in judge.ask("how much tramples over a chump blocker").citations}
    assert cited["702.19b"].key_sentences[-1] == "Spare damage tramples over a chump blocker."
    assert [each.key_sentences for each in judge.ask("702.19b").citations] == [()]
