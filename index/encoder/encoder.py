"""Texts → unit vectors, by the default encoder or any other, loaded when it is first needed."""

import hashlib
import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from index.encoder.adapter import Adapter
from index.encoder.base_model import BASE_ENCODER, PUBLISHED_WEIGHTS, default_folder
from index.encoder.weights import arithmetic

Vectors = NDArray[np.float32]

DEFAULT_ENCODER = "all-MiniLM-L6-v2-rules"
FEW, MOST_REMEMBERED = 4, 2_000


class Model(Protocol):
    """What turns texts into unit vectors once it is loaded."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape (texts, dimensions)."""


class Encoder(Protocol):
    """Anything that turns texts into unit vectors; `name` and `weights` (a hash) say which."""

    name: str
    weights: str

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape (texts, dimensions); texts that come together are encoded together."""


class SentenceEncoder:
    """A model of sentences on the CPU, loaded when it first has something to encode; several threads may use it.

    It remembers the vectors of the last texts of which it got few at once: a question, the rulings of a card.
    """

    def __init__(self, name: str, weights: str, load: Callable[[], Model]) -> None:
        self.name = name
        self.weights = weights
        self._load = load
        self._lock = Lock()
        self._remembered = lru_cache(MOST_REMEMBERED)(lambda text: self.model.encode([text])[0])

    @classmethod
    def from_name(cls, name: str = DEFAULT_ENCODER) -> "SentenceEncoder":
        """The default encoder, the base that it is tuned from, or any sentence-transformers model by name or folder.

        Raises EncoderError when the model cannot be loaded; for the first two that is when it is first used.
        """
        if name in (BASE_ENCODER, DEFAULT_ENCODER):
            adapter = Adapter.shipped() if name == DEFAULT_ENCODER else None
            parts = [PUBLISHED_WEIGHTS, arithmetic(), *([adapter.hash] if adapter else [])]
            return cls(name, hashlib.sha256(" ".join(parts).encode()).hexdigest(), lambda: _load_minilm(adapter))
        from index.encoder.sentence_transformer import SentenceTransformerModel

        offline = Path(name).is_dir() or bool(os.environ.get("JUDGE_OFFLINE"))
        model = SentenceTransformerModel.load(name, offline)
        return cls(name, model.hash, lambda: model)

    @property
    def model(self) -> Model:
        """The model, which the first thread that needs it loads."""
        with self._lock:
            model = self._load()
            self._load = lambda: model
        return model

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape (texts, dimensions); many texts are encoded together, few one by one."""
        return np.stack(list(map(self._remembered, texts))) if 0 < len(texts) <= FEW else self.model.encode(texts)


def _load_minilm(adapter: Adapter | None) -> Model:
    from index.encoder.minilm import MiniLM

    return MiniLM(default_folder(), adapter)
