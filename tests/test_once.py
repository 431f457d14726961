"""A question is encoded once, and its time is counted for every system."""

import numpy as np
from conftest import DIMENSIONS, BagOfWords

from eval.once import OnceEncoder, RememberingEncoder, fair_clock


class Ticks:
    """A clock on which every look takes a second more."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_a_question_is_encoded_once(encoder: BagOfWords) -> None:
    once = OnceEncoder(encoder)
    first, second = once.encode(["red kite"]), once.encode(["red kite"])
    np.testing.assert_array_equal(first, second)
    np.testing.assert_array_equal(once.encode(["wind"]), BagOfWords().encode(["wind"]))
    assert encoder.encoded == ["red kite", "wind"]
    assert (once.name, once.weights) == (encoder.name, encoder.weights)


def test_what_one_system_does_to_a_vector_the_next_does_not_see(encoder: BagOfWords) -> None:
    once = OnceEncoder(encoder)
    once.encode(["kite"])[:] = 7
    np.testing.assert_array_equal(once.encode(["kite"]), BagOfWords().encode(["kite"]))


def test_many_texts_pass_through(encoder: BagOfWords) -> None:
    once = OnceEncoder(encoder)
    assert once.encode(["a", "b"]).shape == (2, DIMENSIONS)
    assert once.encode(["a", "b"]).shape == (2, DIMENSIONS)
    assert (encoder.encoded, once.spared) == (["a", "b", "a", "b"], 0)


def test_the_clock_counts_what_was_spared(encoder: BagOfWords) -> None:
    once = OnceEncoder(encoder, clock=Ticks())
    clock = fair_clock([once], clock=lambda: 100.0)
    assert clock() == 100
    once.encode(["kite"])
    assert clock() == 100
    once.encode(["kite"])
    once.encode(["kite"])
    assert clock() == 102


def test_every_text_is_encoded_once_however_often_it_is_asked_for(encoder: BagOfWords) -> None:
    remembering = RememberingEncoder(encoder)
    remembering.encode(["red kite", "wind"])
    found = remembering.encode(["wind", "string", "wind"])
    np.testing.assert_array_equal(found, BagOfWords().encode(["wind", "string", "wind"]))
    assert encoder.encoded == ["red kite", "wind", "string"]
    assert (remembering.name, remembering.weights) == (encoder.name, encoder.weights)
