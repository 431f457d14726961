"""index/encoder/bundled.py: every text of the plain rulebook has its vector, which comes back as it was saved."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from index.encoder.adapter import KEPT
from index.encoder.bundled import shipped_vectors, write_vectors
from index.encoder.cache import embed, text_hash
from index.encoder.encoder import SentenceEncoder, Vectors
from index.make.encode import plain_texts

WEIGHTS = SentenceEncoder.from_name().weights


class Refusing:
    """An encoder with the default's weights that must not be needed."""

    name = "refusing"
    weights = WEIGHTS

    def encode(self, texts: Sequence[str]) -> Vectors:
        raise AssertionError(f"had to encode {texts[:3]}")


def test_the_plain_rulebook_needs_no_encoding(tmp_path: Path) -> None:
    """Fails when a chapter was changed and `python -m index.make.encode` not run."""
    texts = plain_texts()
    vectors = embed(texts, Refusing(), tmp_path)
    assert vectors.shape == (len(texts), KEPT)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert shipped_vectors(WEIGHTS).keys() == {text_hash(text) for text in texts}


def test_other_weights_get_none() -> None:
    assert shipped_vectors("0" * 64) == {}


def test_a_written_vector_is_small_and_near(tmp_path: Path) -> None:
    vectors = np.random.default_rng(3).normal(size=(5, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    write_vectors(tmp_path / "v.npz", "w", list("abcde"), vectors)
    with np.load(tmp_path / "v.npz", allow_pickle=False) as saved:
        assert (str(saved["weights"]), list(saved["keys"]), saved["vectors"].dtype) == ("w", list("abcde"), np.int8)
        back = saved["vectors"].astype(np.float32)
    cosines = (back * vectors).sum(axis=1) / np.linalg.norm(back, axis=1)
    assert cosines.min() > 0.999
