"""An encoder → the same encoder with a cache, and a clock that is fair to every system that shares it."""

from collections.abc import Callable, Iterable, Sequence
from time import perf_counter

import numpy as np

from index.encoder.encoder import Encoder, Vectors

Clock = Callable[[], float]


class CachedEncoder:
    """Caches the vector of the last question; `seconds_saved` is the encoding time that later systems did not need.

    Every system is asked the same question before the next question comes, so a cache of one is enough.
    """

    def __init__(self, encoder: Encoder, clock: Clock = perf_counter) -> None:
        """Wrap an encoder; `clock` measures how long it takes."""
        self.name = encoder.name
        self.weights = encoder.weights
        self.seconds_saved = 0.0
        self._encoder = encoder
        self._clock = clock
        self._text = ""
        self._seconds = 0.0
        self._vectors: Vectors = np.zeros((1, 0), np.float32)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape (texts, dimensions)."""
        if len(texts) != 1:
            return self._encoder.encode(texts)
        if self._vectors.size and texts[0] == self._text:
            self.seconds_saved += self._seconds
        else:
            start = self._clock()
            self._vectors, self._text = self._encoder.encode(texts), texts[0]
            self._seconds = self._clock() - start
        return self._vectors.copy()


class MemoizingEncoder:
    """Encodes every text only once, no matter how many searches ask for it."""

    def __init__(self, encoder: Encoder) -> None:
        """Wrap an encoder."""
        self.name, self.weights = encoder.name, encoder.weights
        self._encoder = encoder
        self._vectors: dict[str, Vectors] = {}

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape (texts, dimensions)."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors.update(zip(new, self._encoder.encode(new), strict=True))
        return np.stack([self._vectors[text] for text in texts])


def fair_clock(encoders: Iterable[CachedEncoder], clock: Clock = perf_counter) -> Clock:
    """A clock that adds the time the caches saved, so each system takes as long as if it had encoded the question."""
    caches = list(encoders)
    return lambda: clock() + sum(cache.seconds_saved for cache in caches)
