"""judge/question/unknown_words.py: invented words, and words that only look invented."""

import pytest

from index.plain.chapters import read_plain
from index.plain.unanswerable import shipped_unanswerable
from index.search.query_likelihood import QueryLikelihood
from index.words import letter_runs
from judge.question.unknown_words import Vocabulary


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The words of the plain rulebook, apart from those of the questions that no rule decides."""
    entries = read_plain().entries
    texts = [" ".join((entry.title, entry.plain, *entry.questions)) for entry in entries]
    aside = [question for kind in shipped_unanswerable() for question in kind.questions]
    likelihood = QueryLikelihood.from_texts([*texts, *aside], [""] * (len(texts) + len(aside)))
    keywords = [word for entry in entries for word in letter_runs(entry.title.casefold())]
    return Vocabulary.from_words(likelihood.words_of_rows(len(texts)), likelihood.frequent_words(), keywords)


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("is stormkiss a mana ability", ("stormkiss",)),
        ("zorp nibble quandle fritz", ("zorp", "quandle")),
        ("does it still have Stormkiss", ("stormkiss",)),
        ("does frostlag untap during the untap step", ("frostlag",)),  # nearly a card's word, but no keyword
        ("how does quell-lock work with split second", ("quell-lock",)),  # both parts are English
        ("can a first-striker or a mana-producing land do it, and non-creatures", ()),
        ("is Liliana's Grimoire-style effect ok", ()),
        ("annihlator, legandary, oponent, libary, trippin", ()),
        ("does tramples damge carry ovr", ()),  # typos
        ("my sideways cards, when do they get turned back up", ()),
        ("can i gobble xq ab", ()),  # too short to tell
        ("does ironvow untap it", ("ironvow",)),  # a question that no rule decides has it
        ("what if the fnarzle happens twice, the fnarzle", ("fnarzle",)),
        ("does deathtouch work with trample", ()),
    ],
)
def test_unknown_words(vocabulary: Vocabulary, question: str, unknown: tuple[str, ...]) -> None:
    assert vocabulary.unknown_words(question) == unknown
