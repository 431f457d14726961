"""eval/fitting/cross_encoder.py: MiniLM learns from a handful of turns which questions refer back."""

import numpy as np
import pytest

from eval.fitting.cross_encoder import (
    ALONE_COUNT,
    HARD,
    HARD_COUNT,
    PairExample,
    PairSettings,
    pair_examples,
    train_pairs,
)
from eval.questions.dialogues import Turns
from eval.records import Question
from index.encoder.adapter import Adapter
from index.encoder.base_model import default_folder
from index.encoder.minilm import MiniLM

FIRST = ("how many bees live in a hive", "may a kite fly over the fence", "who waters the beetles")
BACK = ("and two hives?", "does it need a string then", "what about at night", "why not", "so they stay thirsty?")
NEW = (
    "how many wings has a moth",
    "who owns a lost kite",
    "what is a thorax",
    "can a wasp sting twice",
    "where do ants go",
)
EXAMPLES = [
    PairExample(second, first, follow_up)
    for first in FIRST
    for some, follow_up in ((BACK, True), (NEW, False))
    for second in some
]
SETTINGS = PairSettings(passes=8, batch=10, threads=1)


@pytest.mark.slow
def test_it_learns_which_questions_refer_back() -> None:
    adapter = train_pairs(EXAMPLES, SETTINGS)
    assert adapter.directions.shape == (2, 384)
    assert {b.shape[0] for _, b in adapter.factors.values()} == {SETTINGS.rank}
    model = MiniLM(default_folder(), Adapter.shipped().followed_by(adapter))
    outputs = np.array([model.encode_pair(each.question, each.earlier) for each in EXAMPLES])
    follow_up = np.array([each.follow_up for each in EXAMPLES])
    assert np.mean((outputs[:, 1] > outputs[:, 0]) == follow_up) >= 0.9


def test_how_much_turns_and_questions_that_stand_alone_count() -> None:
    questions = [Question(f"q{at}", f"question {at}", ()) for at in range(3)]
    turns = [Turns(("a", "b", "c"), True, "bees"), Turns(("d", "e"), False, HARD)]
    assert pair_examples(turns, questions) == [
        PairExample("c", "b", True),
        PairExample("e", "d", False, HARD_COUNT),
        PairExample("question 0", "question 2", False, ALONE_COUNT),
        PairExample("question 1", "question 0", False, ALONE_COUNT),
        PairExample("question 2", "question 1", False, ALONE_COUNT),
    ]
