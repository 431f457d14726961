"""judge/question/cross_encoder.py: the shipped cross-encoder reads a question beside the one before it."""

import json
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

import numpy as np
import pytest

from eval.fitting.cross_encoder import PairSettings
from index.encoder.adapter import Adapter
from index.encoder.minilm import MiniLM
from judge.question.cross_encoder import MOST, RECORD, MiniLMCrossEncoder, shipped_cross_encoder

BLOCKED = "my 5/5 with trample is blocked by a 2/2 with deathtouch, who dies?"


@pytest.mark.parametrize(
    "question",
    ["and if mine has first strike?", "what about lifelink then", "no, I meant his creature", "why", "hexproof?"],
)
def test_a_question_that_refers_back(question: str) -> None:
    assert shipped_cross_encoder().log_odds(question, BLOCKED) > 0


@pytest.mark.parametrize(
    "question",
    [
        "what is ward",
        "ok next one: how many cards are in a Commander deck",
        "does deathtouch matter when my 1/1 fights a 6/6",
        "what are good decks for beginners",
    ],
)
def test_a_question_that_stands_alone(question: str) -> None:
    assert shipped_cross_encoder().log_odds(question, BLOCKED) < 0


def test_it_depends_on_the_question_before() -> None:
    ours = "does the aura on my creature fall off?"
    reader = shipped_cross_encoder()
    assert reader.log_odds(ours, "my opponent gains control of my creature") > reader.log_odds(ours, "what is ward")


def test_it_was_made_from_the_shipped_encoder() -> None:
    record = json.loads((files("index") / "models" / RECORD).read_text("utf-8"))
    assert record["adapter"] == Adapter.shipped().hash
    assert record["settings"]["rank"] == PairSettings().rank


class OfTwo:
    """Stands in for the model."""

    def encode_pair(self, first: str, second: str) -> np.ndarray:
        """A unit vector for follow-up."""
        return np.array([0.0, 1.0] if "it" in first.split() else [0.5**0.5, -(0.5**0.5)], np.float32)


def test_the_outputs_are_new_and_follow_up() -> None:
    loaded = []

    def load() -> MiniLM:
        loaded.append(1)
        return OfTwo()  # type: ignore[return-value]

    reader = MiniLMCrossEncoder(load)
    with ThreadPoolExecutor(4) as threads:
        said = list(threads.map(reader.log_odds, ["does it die", "what is ward"] * 4, [BLOCKED] * 8))
    assert said == pytest.approx([6.0, -MOST] * 4)
    assert loaded == [1]
