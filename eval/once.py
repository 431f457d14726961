"""An encoder → the same encoder, which encodes a question once for all systems, and a clock that counts it for each."""

from collections.abc import Callable, Iterable, Sequence
from time import perf_counter

import numpy as np

from index.vectors import Encoder, Vectors


class OnceEncoder:
    """Remembers the last question's vector; `spared` is the time in seconds that later systems were saved.

    Every system is asked a question before the next one comes, so remembering one is enough.
    """

    def __init__(self, encoder: Encoder, clock: Callable[[], float] = perf_counter) -> None:
        self.name = encoder.name
        self.weights = encoder.weights
        self.spared = 0.0
        self._encoder = encoder
        self._clock = clock
        self._text = ""
        self._took = 0.0
        self._vectors: Vectors = np.zeros((1, 0), np.float32)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape (texts, dimensions)."""
        if len(texts) != 1:
            return self._encoder.encode(texts)
        if self._vectors.size and texts[0] == self._text:
            self.spared += self._took
        else:
            start = self._clock()
            self._vectors, self._text = self._encoder.encode(texts), texts[0]
            self._took = self._clock() - start
        return self._vectors.copy()


class RememberingEncoder:
    """Encodes every text once, however often many searches ask for it."""

    def __init__(self, encoder: Encoder) -> None:
        self.name, self.weights = encoder.name, encoder.weights
        self._encoder = encoder
        self._vectors: dict[str, Vectors] = {}

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape (texts, dimensions)."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors.update(zip(new, self._encoder.encode(new), strict=True))
        return np.stack([self._vectors[text] for text in texts])


def fair_clock(encoders: Iterable[OnceEncoder], clock: Callable[[], float] = perf_counter) -> Callable[[], float]:
    """A clock that goes on by what the encoders spared: each system's time is as long as if it had encoded itself."""
    counted = list(encoders)
    return lambda: clock() + sum(encoder.spared for encoder in counted)
