"""The rulings of all cards → their vectors, kept beside the cards, so that no question waits until they are encoded."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from index.cards.store import CardStore
from index.encoder.cache import embed, kept_since, kept_vectors, text_hash
from index.encoder.encoder import Encoder, Vectors

AT_ONCE = 2_000
NO_VECTORS: Vectors = np.zeros((0, 0), np.float32)


class _Known(NamedTuple):
    """The vectors that are kept, shape (rows, dimensions), with their rows by text hash, and since when."""

    since: int
    rows: Mapping[str, int]
    vectors: Vectors


def vectors_folder(store: CardStore) -> Path:
    """Where the vectors of a store's rulings are."""
    return store.path.parent / "rulings"


def prepare_rulings(store: CardStore, encoder: Encoder) -> None:
    """Encode the rulings of a store that have no vector yet, which takes minutes, and save them now and then.

    Raises HomeError when they cannot be written, and CardError where the cards cannot be read.
    """
    texts = store.ruling_texts()
    for end in range(AT_ONCE, len(texts) + AT_ONCE, AT_ONCE):
        embed(texts[:end], encoder, vectors_folder(store))


class RulingEncoder:
    """An encoder that knows the vectors of rulings which are kept in a folder; it notices when there are more."""

    def __init__(self, encoder: Encoder, folder: Path) -> None:
        self.name, self.weights = encoder.name, encoder.weights
        self._encoder, self._folder = encoder, folder
        self._known = _Known(0, {}, NO_VECTORS)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape (texts, dimensions), each as the encoder makes it of one text."""
        since = kept_since(self._folder, self._encoder)
        if since != self._known.since:
            self._known = _Known(since, *kept_vectors(self._folder, self._encoder))
        known = self._known
        rows = [known.rows.get(text_hash(text)) if known.rows else None for text in texts]
        return np.stack([
            self._encoder.encode([text])[0] if row is None else known.vectors[row]
            for text, row in zip(texts, rows, strict=True)
        ])  # fmt: skip
