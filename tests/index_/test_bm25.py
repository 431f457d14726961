"""index/search/bm25.py: BM25 over stems on four little texts."""

from pathlib import Path

import bm25s
import pytest

from index.search.bm25 import WordIndex, score_few
from index.words import stems

TEXTS = ["a beetle tramples", "the ant sleeps", "beetles trampling a beetle", "the ant sleeps"]


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        pytest.param("trampled beetles", [2, 0], id="stems-and-counts"),
        pytest.param("Do ANTS sleep?", [1, 3], id="ties-by-row"),
        pytest.param("ant beetle zebra", [2, 0, 1, 3], id="unknown-word-beside-known-ones"),
        pytest.param("zebra", [], id="unknown-word"),
        pytest.param("the a of", [], id="stop-words"),
        pytest.param("", [], id="empty"),
        pytest.param("?! 🂡", [], id="no-word"),
    ],
)
def test_search(query: str, rows: list[int]) -> None:
    assert [row for row, _ in WordIndex.from_texts(TEXTS).search(query, 9)] == rows


@pytest.mark.parametrize("query", ["trampled beetles", "the ant ant sleeps", "a beetle tramples zebra"])
def test_scores_are_those_of_bm25s(query: str) -> None:
    scorer = bm25s.BM25()
    scorer.index(stems(TEXTS), show_progress=False)
    known = [word for word in stems([query])[0] if word in scorer.vocab_dict]
    assert WordIndex.from_texts(TEXTS).scores(query).tolist() == scorer.get_scores(known).tolist()


@pytest.mark.parametrize("query", ["trampled beetles", "the ant ant sleeps", "a beetle tramples zebra", "the a", ""])
@pytest.mark.parametrize("texts", [TEXTS, TEXTS[:1], ["the", "ant"], ["the"]], ids=["four", "one", "empty", "none"])
def test_few_texts_have_the_same_scores(query: str, texts: list[str]) -> None:
    words = WordIndex.from_texts(texts).scores(query) if stems(texts) != [[]] else [0.0]
    assert score_few(query, texts) == pytest.approx(list(words), abs=1e-6)


def test_k_and_scores() -> None:
    found = WordIndex.from_texts(TEXTS).search("beetle", 9)
    assert WordIndex.from_texts(TEXTS).search("beetle", 1) == found[:1]
    assert found[0][1] > found[1][1] > 0


def test_two_words_side_by_side_count_as_one_more() -> None:
    texts = ["an ant without wings, with a beetle", "an ant with wings, without a beetle", "a storm"]
    alone, pairs = (WordIndex.from_texts(texts, pairs=each).scores("wings, with a beetle") for each in (False, True))
    assert alone[0] == alone[1] > alone[2] == 0
    assert pairs[0] > pairs[1] > pairs[2] == 0


def test_save_and_load_with_pairs(tmp_path: Path) -> None:
    index = WordIndex.from_texts(TEXTS, pairs=True)
    index.save(tmp_path / "words")
    assert WordIndex.load(tmp_path / "words", pairs=True).search("a beetle tramples", 9) == [
        *index.search("a beetle tramples", 9)
    ]


def test_save_and_load(tmp_path: Path) -> None:
    index = WordIndex.from_texts(TEXTS)
    index.save(tmp_path / "words")
    loaded = WordIndex.load(tmp_path / "words")
    assert loaded.search("ant beetle", 9) == index.search("ant beetle", 9)
    assert loaded.search("zebra", 9) == []
