"""Texts → unit vectors by a sentence-transformers encoder → a FAISS index (flat inner product)."""

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from index.adapter import Adapter
from index.carrier import BASE_ENCODER, PUBLISHED_WEIGHTS, default_folder
from index.errors import EncoderError
from index.traced import traced

Vectors = NDArray[np.float32]
Progress = Callable[[int, int], None]

DEFAULT_ENCODER = "all-MiniLM-L6-v2-rules"
BATCH = 64
LENGTHS = 8
FARTHER_THAN_ANY = -2.0


class Encoder(Protocol):
    """Anything that turns texts into unit vectors; `name` and `weights` (a hash) say which."""

    name: str
    weights: str

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape (texts, dimensions)."""


class SentenceEncoder:
    """A sentence-transformers model on the CPU; the default one is loaded when it first has something to encode."""

    def __init__(self, name: str, weights: str, load: Callable[[], Any], record: bool = False) -> None:
        """`record` is for models that `index.traced` can make faster for one text."""
        self.name = name
        self.weights = weights
        self._load = load
        self._record = record

    @classmethod
    def from_name(cls, name: str = DEFAULT_ENCODER) -> "SentenceEncoder":
        """The default encoder, the base that it is tuned from, or any sentence-transformers model by name or folder.

        Raises EncoderError when the model cannot be loaded; for the first two that is when it is first used.
        """
        if name == BASE_ENCODER:
            return cls(name, PUBLISHED_WEIGHTS, _load_base, record=True)
        if name == DEFAULT_ENCODER:
            adapter = Adapter.shipped()
            weights = hashlib.sha256(f"{PUBLISHED_WEIGHTS} {adapter.hash}".encode()).hexdigest()
            return cls(name, weights, lambda: _load_tuned(adapter), record=True)
        model = _load_model(name, offline=Path(name).is_dir() or bool(os.environ.get("JUDGE_OFFLINE")))
        return cls(name, _model_hash(model), lambda: model)

    @cached_property
    def model(self) -> Any:
        """The loaded model."""
        return self._load()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape (texts, dimensions)."""
        import torch

        # One question gains little from a second thread, and where the cores are busy waiting for it takes ten times
        # as long. MKL's number of threads is one for all, so it is not set back after each question.
        usual, single = _usual_threads(), len(texts) == 1
        torch.set_num_threads(1 if single else usual)
        with torch.inference_mode():
            made = self._encode_one(texts[0]) if single and self._record else self._encode_many(texts)
            vectors: Vectors = torch.nn.functional.normalize(made.float(), dim=-1).numpy()
        return vectors

    def _encode_many(self, texts: Sequence[str]) -> Any:
        return self.model.encode(list(texts), batch_size=BATCH, convert_to_tensor=True, show_progress_bar=False)

    @cached_property
    def _encode_one(self) -> Callable[[str], Any]:
        return traced(self.model)


@cache
def _usual_threads() -> int:
    """As many as torch takes by itself; asked before anything else is set."""
    import torch

    return torch.get_num_threads()


def _load_base() -> Any:
    return _load_model(str(default_folder()), offline=True)


def _load_tuned(adapter: Adapter) -> Any:
    model = _load_base()
    adapter.change(model)
    # What torch prepares for a length of text it keeps: few lengths need less memory.
    model[0].processing_kwargs = {"text": {"pad_to_multiple_of": LENGTHS}}
    return model.bfloat16() if _calculates_bfloat16() else model


def _calculates_bfloat16() -> bool:
    """Whether the processor does: a question then takes two thirds of the time, and its vector differs by 0.0001."""
    import torch

    able: dict[str, object] = getattr(torch.cpu, "get_capabilities", dict)()  # older torch cannot say
    return any(able.get(name) for name in ("avx512_bf16", "amx_bf16"))


def _load_model(name: str, offline: bool) -> Any:
    if offline:
        os.environ["HF_HUB_OFFLINE"] = "1"
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        return SentenceTransformer(name, device="cpu")
    except (OSError, ValueError, KeyError) as error:
        reason = str(error).splitlines()[0][:120]
        raise EncoderError(
            f'found no sentence-transformers model at "{name}" ({reason}); expected the name or the folder of one.'
        ) from error


def _model_hash(model: Any) -> str:
    digest = hashlib.sha256()
    for key, tensor in sorted(model.state_dict().items()):
        digest.update(key.encode())
        digest.update(tensor.cpu().float().numpy().tobytes())
    return digest.hexdigest()


@dataclass(frozen=True)
class VectorIndex:
    """FAISS flat inner product over unit vectors; a row is a vector's place."""

    faiss_index: Any

    @classmethod
    def from_vectors(cls, vectors: Vectors) -> "VectorIndex":
        """Index unit vectors, float32, shape (rows, dimensions)."""
        import faiss

        index = faiss.IndexFlatIP(vectors.shape[1])
        index.add(np.ascontiguousarray(vectors, dtype=np.float32))
        return cls(index)

    def scores(self, vector: Vectors) -> Vectors:
        """The cosine of every row; `vector` has shape (dimensions,).

        A search for all that is nearer than the farthest possible gives them in their order, without sorting them.
        """
        _, scores, _ = self.faiss_index.range_search(vector.reshape(1, -1), FARTHER_THAN_ANY)
        return cast(Vectors, scores)

    @cached_property
    def rows(self) -> Vectors:
        """All vectors where FAISS keeps them, shape (rows, dimensions)."""
        import faiss

        count, dimensions = self.faiss_index.ntotal, self.faiss_index.d
        rows: Vectors = faiss.rev_swig_ptr(self.faiss_index.get_xb(), count * dimensions).reshape(count, dimensions)
        return rows

    def search(self, vector: Vectors, k: int) -> list[tuple[int, float]]:
        """The best k (row, cosine), best first, ties by row; `vector` has shape (dimensions,)."""
        scores, rows = self.faiss_index.search(vector.reshape(1, -1), min(k, self.faiss_index.ntotal))
        found = [(int(row), float(score)) for row, score in zip(rows[0], scores[0], strict=True)]
        return sorted(found, key=lambda item: (-item[1], item[0]))

    def save(self, path: Path) -> None:
        """Write the index in FAISS' own format."""
        import faiss

        faiss.write_index(self.faiss_index, str(path))

    @classmethod
    def load(cls, path: Path) -> "VectorIndex":
        """Read what `save` wrote."""
        import faiss

        return cls(faiss.read_index(str(path)))
