"""index/search/query_likelihood.py: words of rules and chapters, by hand and by the plain formula."""

import math
from collections import Counter
from pathlib import Path

import pytest

from index.search.query_likelihood import FROM_ALL, FROM_CHAPTER, QueryLikelihood
from index.words import stems

TEXTS = ["beetle beetle burrow", "ant march", "ant sleep sleep sleep", "storm"]
CHAPTERS = ["1", "1", "2", "2"]
QUESTIONS = ["does a beetle march", "sleeping ants", "beetles, beetles and a storm", "march march march"]


@pytest.fixture
def likelihood() -> QueryLikelihood:
    """Four rules in two chapters."""
    return QueryLikelihood.from_texts(TEXTS, CHAPTERS)


def plainly(question: str) -> list[float]:
    """The logarithm of the question's chance by each rule as against all, word by word, a word's mean."""
    counted = [Counter(words) for words in stems(TEXTS)]
    everything = sum(counted, Counter())
    known = [word for word in stems([question])[0] if word in everything]

    def chance(word: str, row: int) -> float:
        chapter = sum((each for each, name in zip(counted, CHAPTERS, strict=True) if name == CHAPTERS[row]), Counter())
        of_all = everything[word] / everything.total()
        of_chapter = (chapter[word] + FROM_ALL * of_all) / (chapter.total() + FROM_ALL)
        return (counted[row][word] + FROM_CHAPTER * of_chapter) / (counted[row].total() + FROM_CHAPTER)

    def gained(word: str, row: int) -> float:
        return math.log(chance(word, row) / (everything[word] / everything.total()))

    return [sum(gained(word, row) for word in known) / len(known) for row in range(len(TEXTS))]


@pytest.mark.parametrize("question", QUESTIONS)
def test_as_calculated_word_by_word(question: str, likelihood: QueryLikelihood) -> None:
    assert likelihood.scores(question).tolist() == pytest.approx(plainly(question), abs=1e-6)


def test_a_rule_borrows_the_words_of_its_chapter() -> None:
    texts = ["beetle " * 40, "ant " * 40, "ant " * 40]
    of_the_chapter, neighbour, stranger = QueryLikelihood.from_texts(texts, ["1", "1", "2"]).scores("beetle")
    assert of_the_chapter > 0 > neighbour > stranger


@pytest.mark.parametrize("question", ["zebra", "", "?!", "the a of"])
def test_no_known_word_speaks_for_no_rule(question: str, likelihood: QueryLikelihood) -> None:
    assert likelihood.scores(question).tolist() == [0, 0, 0, 0]


def test_no_text_at_all() -> None:
    assert QueryLikelihood.from_texts([], []).scores("beetle").shape == (0,)


def test_save_and_load(likelihood: QueryLikelihood, tmp_path: Path) -> None:
    likelihood.save(tmp_path / "likelihood.npz")
    loaded = QueryLikelihood.load(tmp_path / "likelihood.npz")
    assert loaded.words == likelihood.words
    for question in QUESTIONS:
        assert loaded.scores(question).tolist() == likelihood.scores(question).tolist()


def test_frequent_words_are_in_many_rows(likelihood: QueryLikelihood) -> None:
    assert likelihood.frequent_words(2) == ("ant",)
    assert likelihood.frequent_words(5) == ()
