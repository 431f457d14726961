"""index/words.py: tokens, bases, stems, near spellings, shorter texts."""

import doctest

import bm25s
import pytest
from bm25s.stopwords import STOPWORDS_EN
from Stemmer import Stemmer

from index import words
from index.words import (
    STOP_WORDS,
    Word,
    base_of,
    folded,
    letter_runs,
    lowercase_words,
    near_spellings,
    replace_letter_runs,
    shortened,
    stem,
    stems,
    words_of,
)


def test_words_with_their_places() -> None:
    assert words_of("Urza’s Factories, 2/2") == [
        Word(0, 6, "Urza’s", "urza"),
        Word(7, 16, "Factories", "factory"),
        Word(18, 19, "2", "2"),
        Word(20, 21, "2", "2"),
    ]
    assert [word.letters for word in words_of("___ goes 'round, don't _it_")] == ["___", "goes", "round", "don't", "it"]
    assert [word.capital for word in words_of("Æther of aether")] == [True, False, False]


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("Beetles", "beetle"),
        ("beetle's", "beetle"),
        ("matches", "match"),
        ("classes", "class"),
        ("class", "class"),
        ("status", "status"),
        ("ties", "tie"),
        ("cities", "city"),
        ("Lim-Dûl", "lim-dul"),
        ("Æther", "aether"),
        ("gas", "gas"),
    ],
)
def test_bases(word: str, base: str) -> None:
    assert base_of(word) == base


def test_folded_words() -> None:
    assert [folded(word) for word in ("Jötun", "ŁOŚ", "Urza’s")] == ["jotun", "los", "urza's"]


def test_letter_runs() -> None:
    assert letter_runs("it's a 2x Éclair_pie") == ["it", "s", "a", "x", "Éclair", "pie"]
    assert replace_letter_runs("it's 2x", lambda found: found[0].upper()) == "IT'S 2X"


def test_lowercase_words() -> None:
    assert lowercase_words("The old Beetle can't fly, 2x") == ["old", "can't", "fly", "x"]


@pytest.mark.parametrize("stop_words", [True, False])
def test_stems_are_those_of_bm25s(stop_words: bool) -> None:
    texts = ["It’s a 5/5 Ants’ nest, isn't it?", "İstanbul ﬁre Æther naïve Ⅷ x_y", "", "the of"]
    left_out = None if stop_words else "en"
    theirs = bm25s.tokenize(
        texts, stopwords=left_out, stemmer=Stemmer("english"), return_ids=False, show_progress=False
    )
    assert stems(texts, stop_words) == theirs
    assert frozenset(STOPWORDS_EN) == STOP_WORDS


def test_stems() -> None:
    texts = ["The Blocked creatures", "without a block", ""]
    assert stems(texts) == [["block", "creatur"], ["without", "block"], []]
    assert stems(texts, stop_words=True) == [["the", "block", "creatur"], ["without", "block"], []]
    assert [stem(word) for word in ("blocked", "creatures", "triggering")] == ["block", "creatur", "trigger"]


def test_near_spellings() -> None:
    known = ["Haste", "Trample", "tramples", "Tremble", "trample"]
    assert near_spellings("TRAMPLE", known, 80, 3) == ["Trample", "trample", "tramples"]
    assert near_spellings("trampel", known, 80, 1) == ["Trample"]
    assert near_spellings("zzz", known, 80, 5) == []
    assert near_spellings("", known, 80, 5) == []


def test_shortened_texts() -> None:
    assert shortened("whenever a creature dies", 24) == "whenever a creature dies"
    assert shortened("whenever a creature dies", 23) == "whenever a creature …"
    assert shortened("whenever", 4) == "when …"


def test_examples_of_the_module() -> None:
    assert doctest.testmod(words) == (0, 2)
