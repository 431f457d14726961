"""Questions are encoded once, and their time is counted for every system."""

import numpy as np
from fake_encoder import DIMENSIONS, BagOfWords

from eval.systems.cached_encoder import CachedEncoder, MemoizingEncoder, fair_clock


class Ticks:
    """A clock that advances by a second each time it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_a_question_is_encoded_once(encoder: BagOfWords) -> None:
    cached = CachedEncoder(encoder)
    first, second = cached.encode(["red kite"]), cached.encode(["red kite"])
    np.testing.assert_array_equal(first, second)
    np.testing.assert_array_equal(cached.encode(["wind"]), BagOfWords().encode(["wind"]))
    assert encoder.encoded == ["red kite", "wind"]
    assert (cached.name, cached.weights) == (encoder.name, encoder.weights)


def test_systems_cannot_change_each_others_vectors(encoder: BagOfWords) -> None:
    cached = CachedEncoder(encoder)
    cached.encode(["kite"])[:] = 7
    np.testing.assert_array_equal(cached.encode(["kite"]), BagOfWords().encode(["kite"]))


def test_many_texts_pass_through(encoder: BagOfWords) -> None:
    cached = CachedEncoder(encoder)
    assert cached.encode(["a", "b"]).shape == (2, DIMENSIONS)
    assert cached.encode(["a", "b"]).shape == (2, DIMENSIONS)
    assert (encoder.encoded, cached.seconds_saved) == (["a", "b", "a", "b"], 0)


def test_the_clock_adds_the_time_saved(encoder: BagOfWords) -> None:
    cached = CachedEncoder(encoder, clock=Ticks())
    clock = fair_clock([cached], clock=lambda: 100.0)
    assert clock() == 100
    cached.encode(["kite"])
    assert clock() == 100
    cached.encode(["kite"])
    cached.encode(["kite"])
    assert clock() == 102


def test_memoized_texts_are_encoded_only_once(encoder: BagOfWords) -> None:
    memoizing = MemoizingEncoder(encoder)
    memoizing.encode(["red kite", "wind"])
    found = memoizing.encode(["wind", "string", "wind"])
    np.testing.assert_array_equal(found, BagOfWords().encode(["wind", "string", "wind"]))
    assert encoder.encoded == ["red kite", "wind", "string"]
    assert (memoizing.name, memoizing.weights) == (encoder.name, encoder.weights)
