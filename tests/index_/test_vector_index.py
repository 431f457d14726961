"""index/search/vector_index.py: few vectors are compared one by one, many by the clusters that they are in."""

from pathlib import Path

import numpy as np
import pytest

from index.encoder.encoder import Vectors
from index.search.vector_index import MOST_FLAT, ClusteredIndex, VectorIndex, index_vectors, load_index

DIMENSIONS, CLUSTERS, NEAREST = 32, 40, 8


def _around(centers: Vectors, count: int, spread: float, seed: int) -> Vectors:
    chance = np.random.default_rng(seed)
    vectors = centers[chance.integers(0, len(centers), count)] + chance.normal(0, spread, (count, DIMENSIONS))
    unit: Vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit


CENTERS = np.random.default_rng(1).normal(0, 1, (60, DIMENSIONS)).astype(np.float32)
VECTORS, QUESTIONS = _around(CENTERS, 6_000, 0.4, 2), _around(CENTERS, 50, 0.4, 3)


@pytest.fixture(scope="module")
def clustered() -> ClusteredIndex:
    """Six thousand vectors in clusters."""
    return ClusteredIndex.from_vectors(VECTORS, CLUSTERS, NEAREST)


def test_the_index_is_chosen_by_the_number_of_vectors() -> None:
    assert isinstance(index_vectors(VECTORS), VectorIndex)
    assert isinstance(index_vectors(VECTORS, len(VECTORS)), VectorIndex)
    assert isinstance(index_vectors(VECTORS, len(VECTORS) - 1), ClusteredIndex)
    assert MOST_FLAT == 200_000


def test_candidates_have_their_cosine_and_others_none(clustered: ClusteredIndex) -> None:
    exact, found = VECTORS @ QUESTIONS[0], clustered.scores(QUESTIONS[0])
    looked_at = found != 0
    assert 0.1 < looked_at.mean() < 0.5
    np.testing.assert_allclose(found[looked_at], exact[looked_at], atol=1e-6)


def test_the_twenty_nearest_are_found(clustered: ClusteredIndex) -> None:
    shares = []
    for question in QUESTIONS:
        exact = VECTORS @ question
        best = set(np.argsort(-exact)[:20].tolist())
        found = clustered.search(question, 20)
        shares.append(len(best & {row for row, _ in found}) / 20)
        assert found == sorted(found, key=lambda item: (-item[1], item[0]))
        assert [score for _, score in found] == pytest.approx([float(exact[row]) for row, _ in found], abs=1e-6)
    assert np.mean(shares) >= 0.98


def test_equal_vectors_stand_in_the_order_of_their_rows() -> None:
    twice = ClusteredIndex.from_vectors(np.concatenate([VECTORS, VECTORS[:1]]), CLUSTERS, NEAREST)
    assert [row for row, _ in twice.search(VECTORS[0], 2)] == [0, len(VECTORS)]


@pytest.mark.parametrize("index", [VectorIndex.from_vectors(VECTORS), None], ids=["flat", "clustered"])
def test_a_saved_index_finds_the_same(index: VectorIndex | None, clustered: ClusteredIndex, tmp_path: Path) -> None:
    saved = index or clustered
    saved.save(tmp_path / "vectors.faiss")
    loaded = load_index(tmp_path / "vectors.faiss")
    assert type(loaded) is type(saved)
    np.testing.assert_array_equal(loaded.rows, VECTORS)
    for question in QUESTIONS[:5]:
        np.testing.assert_array_equal(loaded.scores(question), saved.scores(question))
