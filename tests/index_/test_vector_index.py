"""index/search/vector_index.py: few vectors are all compared, many by the clusters that they are in."""

from pathlib import Path

import numpy as np
import pytest

from index.encoder.encoder import Vectors
from index.search.vector_index import MOST_TOGETHER, HalfPrecisionIndex, VectorIndex, index_vectors, load_index

DIMENSIONS, CLUSTERS, NEAREST = 32, 40, 8


def _around(centers: Vectors, count: int, spread: float, seed: int) -> Vectors:
    chance = np.random.default_rng(seed)
    vectors = centers[chance.integers(0, len(centers), count)] + chance.normal(0, spread, (count, DIMENSIONS))
    unit: Vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit


CENTERS = np.random.default_rng(1).normal(0, 1, (60, DIMENSIONS)).astype(np.float32)
VECTORS, QUESTIONS = _around(CENTERS, 6_000, 0.4, 2), _around(CENTERS, 50, 0.4, 3)


@pytest.fixture(scope="module")
def clustered() -> HalfPrecisionIndex:
    """Six thousand vectors in clusters."""
    return HalfPrecisionIndex.from_vectors(VECTORS, CLUSTERS, NEAREST)


@pytest.fixture(scope="module")
def together() -> HalfPrecisionIndex:
    """The same vectors in one list."""
    return HalfPrecisionIndex.from_vectors(VECTORS)


def test_the_number_of_clusters_is_chosen_by_the_number_of_vectors() -> None:
    assert index_vectors(VECTORS).faiss_index.nlist == 1
    assert index_vectors(VECTORS, len(VECTORS)).faiss_index.nlist == 1
    assert index_vectors(VECTORS, len(VECTORS) - 1).faiss_index.nlist == 1024
    assert MOST_TOGETHER == 200_000


def test_together_every_row_has_its_cosine(together: HalfPrecisionIndex) -> None:
    for question in QUESTIONS:
        exact = VECTORS @ question
        np.testing.assert_allclose(together.scores(question), exact, atol=1e-3)
        assert together.search(question, 1)[0][0] == np.argmax(exact)


def test_vectors_shipped_in_eight_bits_lose_nothing() -> None:
    codes = np.random.default_rng(4).integers(-127, 128, (500, DIMENSIONS)).astype(np.float32)
    codes[:, 0] = 127
    shipped = codes / np.linalg.norm(codes, axis=1, keepdims=True)
    index = HalfPrecisionIndex.from_vectors(shipped)
    np.testing.assert_allclose(index.rows, shipped, rtol=1e-6)
    np.testing.assert_allclose(index.scores(QUESTIONS[0]), shipped @ QUESTIONS[0], atol=1e-6)


def test_no_vector_at_all_has_no_score() -> None:
    assert HalfPrecisionIndex.from_vectors(np.zeros((0, DIMENSIONS), np.float32)).scores(QUESTIONS[0]).shape == (0,)


def test_candidates_have_their_cosine_and_others_none(clustered: HalfPrecisionIndex) -> None:
    exact, found = VECTORS @ QUESTIONS[0], clustered.scores(QUESTIONS[0])
    looked_at = found != 0
    assert 0.1 < looked_at.mean() < 0.5
    np.testing.assert_allclose(found[looked_at], exact[looked_at], atol=1e-3)


def test_the_twenty_nearest_are_found(clustered: HalfPrecisionIndex) -> None:
    shares = []
    for question in QUESTIONS:
        exact = VECTORS @ question
        best = set(np.argsort(-exact)[:20].tolist())
        found = clustered.search(question, 20)
        shares.append(len(best & {row for row, _ in found}) / 20)
        assert found == sorted(found, key=lambda item: (-item[1], item[0]))
        assert [score for _, score in found] == pytest.approx([float(exact[row]) for row, _ in found], abs=1e-3)
    assert np.mean(shares) >= 0.98


def test_equal_vectors_stand_in_the_order_of_their_rows() -> None:
    twice = HalfPrecisionIndex.from_vectors(np.concatenate([VECTORS, VECTORS[:1]]), CLUSTERS, NEAREST)
    assert [row for row, _ in twice.search(VECTORS[0], 2)] == [0, len(VECTORS)]


@pytest.mark.parametrize("kind", ["flat", "together", "clustered"])
def test_a_saved_index_finds_the_same(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    saved = VectorIndex.from_vectors(VECTORS) if kind == "flat" else request.getfixturevalue(kind)
    saved.save(tmp_path / "vectors.faiss")
    loaded = load_index(tmp_path / "vectors.faiss")
    assert type(loaded) is type(saved)
    np.testing.assert_array_equal(loaded.rows, saved.rows)
    np.testing.assert_allclose(loaded.rows, VECTORS, atol=0 if kind == "flat" else 1e-3)
    for question in QUESTIONS[:5]:
        np.testing.assert_array_equal(loaded.scores(question), saved.scores(question))
        assert loaded.search(question, 9) == saved.search(question, 9)
