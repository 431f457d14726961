"""index/make/train.py: the real encoder learns from a handful of passages, the same way every time."""

import json
from importlib.resources import files

import numpy as np
import pytest

from index.encoder.adapter import Adapter
from index.encoder.base_model import BASE_ENCODER, default_folder
from index.encoder.encoder import Vectors
from index.encoder.sentence_transformer import SentenceTransformerModel
from index.make.train import RECORD, Passages, Settings, train
from index.plain.unanswerable import shipped_unanswerable

BEES = ("how many bees live in a hive", "my hive is full, can one more bee move in", "A hive holds seven bees.")
KITES = ("my kite is stuck in a tree, whose is it now", "who owns a lost kite", "A kite belongs to who flew it last.")
PASSAGES = Passages((*BEES, *KITES, "alone"), (0, 0, 0, 1, 1, 1, 2))
SETTINGS = Settings(passes=6, batch=6, threads=1)


def _base() -> SentenceTransformerModel:
    return SentenceTransformerModel.load(str(default_folder()), offline=True)


def _tuned() -> tuple[Adapter, float]:
    return train(PASSAGES, _base(), SETTINGS, rank=8)


@pytest.fixture(scope="module")
def tuned() -> tuple[Adapter, float]:
    """An adapter from a few steps, and its last loss."""
    return _tuned()


def _gap(vectors: Vectors) -> float:
    """How much nearer the passages of a rule are to each other than to those of the other rule."""
    cosines = vectors @ vectors.T
    same = np.concatenate([cosines[:3, :3][~np.eye(3, dtype=bool)], cosines[3:6, 3:6][~np.eye(3, dtype=bool)]])
    return float(same.mean() - cosines[:3, 3:6].mean())


@pytest.mark.slow
def test_passages_of_a_rule_come_nearer(tuned: tuple[Adapter, float]) -> None:
    base, changed = _base(), _base()
    tuned[0].change(changed.model)
    assert _gap(changed.encode(PASSAGES.texts)) > _gap(base.encode(PASSAGES.texts)) + 0.02


@pytest.mark.slow
def test_it_is_the_same_every_time(tuned: tuple[Adapter, float]) -> None:
    again, loss = _tuned()
    assert (again.hash, loss) == (tuned[0].hash, tuned[1])


def test_a_passage_alone_is_no_anchor() -> None:
    assert PASSAGES.anchors == [0, 1, 2, 3, 4, 5]


def test_what_is_learnt_from_is_the_plain_rulebook() -> None:
    passages = Passages.of_plain()
    assert len(passages.texts) == len(passages.rules) > 20_000
    assert {question for kind in shipped_unanswerable() for question in kind.questions} <= set(passages.texts)
    assert passages.hash == Passages.of_plain().hash != PASSAGES.hash


def test_the_record_is_that_of_the_shipped_adapter() -> None:
    record = json.loads((files("index") / "models" / RECORD).read_text("utf-8"))
    assert record["adapter"] == Adapter.shipped().hash
    assert record["base"] == BASE_ENCODER
    assert record["settings"]["seed"] == Settings().seed
