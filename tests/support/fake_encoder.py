"""A fake encoder whose vectors can be followed by eye."""

import hashlib
import re
from collections.abc import Sequence
from functools import cache

import numpy as np

from index.encoder.encoder import Vectors

DIMENSIONS = 1024


class BagOfWords:
    """A fake encoder: a word is a place in the vector, so a cosine is the share of words that two texts have in common.

    `encoded` keeps every text that was asked for.
    """

    def __init__(self, name: str = "bag-of-words") -> None:
        self.name = name
        self.weights = hashlib.sha256(name.encode()).hexdigest()
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape (texts, 1024); a text without words is a zero vector."""
        self.encoded.extend(texts)
        vectors = np.zeros((len(texts), DIMENSIONS), np.float32)
        for row, text in enumerate(texts):
            for word in re.findall(r"\w+", text.casefold()):
                vectors[row, _column(word)] += 1
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: Vectors = vectors / np.maximum(lengths, np.float32(1e-9))
        return unit


@cache
def _column(word: str) -> int:
    """The same place for a word in every process."""
    return int(hashlib.sha256(word.encode()).hexdigest(), 16) % DIMENSIONS
