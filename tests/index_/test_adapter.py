"""index/encoder/adapter.py: changes of matrices, kept small."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from index.encoder.adapter import KEPT, Adapter, principal_directions

VECTORS = np.eye(8, dtype=np.float32)


def _change(rank: int) -> np.ndarray:
    random = np.random.default_rng(rank)
    return (random.normal(size=(12, rank)) @ random.normal(size=(rank, 8))).astype(np.float32)


def test_a_change_of_low_rank_is_kept_whole(tmp_path: Path) -> None:
    change = _change(2)
    adapter = Adapter.from_changes({"layer.weight": change}, VECTORS, rank=2)
    adapter.save(tmp_path / "a.npz")
    a, b = Adapter.load(tmp_path / "a.npz").factors["layer.weight"]
    assert (a.shape, b.shape) == ((12, 2), (2, 8))
    assert np.abs(a @ b - change).max() < 0.02


def test_of_a_change_of_high_rank_the_most_is_kept() -> None:
    change = _change(8)
    rests = []
    for rank in (1, 4, 8):
        a, b = Adapter.from_changes({"w": change}, VECTORS, rank).factors["w"]
        rests.append(float(np.linalg.norm(a @ b - change) / np.linalg.norm(change)))
    assert rests[0] > rests[1] > rests[2]
    assert rests[2] < 0.01


@pytest.mark.slow
def test_it_is_added_to_the_matrix_of_its_name_and_shortens_the_vectors() -> None:
    import torch  # takes longer than all other tests of this module

    class Layers(torch.nn.Module):
        """Stands in for the module that sentence-transformers keeps its layers in."""

        def __init__(self) -> None:
            super().__init__()
            self.auto_model = torch.nn.Sequential(torch.nn.Linear(8, 12, bias=False))

    vectors = np.random.default_rng(0).normal(size=(40, 12)).astype(np.float32) * ([9, 8] + [1] * 10)
    layers = Layers()
    model = torch.nn.Sequential(layers)
    [matrix] = layers.parameters()
    before = matrix.detach().numpy().copy()
    adapter = Adapter.from_changes({"0.weight": _change(2)}, vectors, 2)
    replace(adapter, directions=adapter.directions[:2]).change(model)
    assert np.abs(matrix.detach().numpy() - before - _change(2)).max() < 0.02
    shorter = model[1]({"sentence_embedding": torch.eye(12)})["sentence_embedding"].detach().numpy()
    assert shorter.shape == (12, 2)
    assert (np.linalg.norm(shorter, axis=1) > 0.9).tolist() == [True, True] + [False] * 10


def test_changed_weights_leave_the_given_ones_alone() -> None:
    weights = {"w": np.ones((12, 8), np.float32), "other": np.ones(3, np.float32)}
    changed = Adapter.from_changes({"w": _change(2)}, VECTORS, 2).changed(weights)
    assert changed["w"] - 1 == pytest.approx(_change(2), abs=0.02)
    assert changed["other"] is weights["other"]
    assert (weights["w"] == 1).all()


def test_one_adapter_follows_another() -> None:
    first = Adapter.from_changes({"w": _change(2), "only the first": _change(1)}, VECTORS, 2)
    second = Adapter.from_changes({"w": _change(3)}, VECTORS[:5], 3)
    both = first.followed_by(second)
    weights = {name: np.zeros((12, 8), np.float32) for name in ("w", "only the first")}
    twice = second.changed(first.changed(weights))
    changed = both.changed(weights)
    assert {name: changed[name] == pytest.approx(twice[name], abs=1e-5) for name in weights} == dict.fromkeys(
        weights, True
    )
    assert np.array_equal(both.directions, second.directions)


def test_the_directions_are_those_in_which_vectors_are_longest() -> None:
    directions = principal_directions(np.diag([1, 5, 3]).astype(np.float32), 2)
    assert np.abs(directions) == pytest.approx(np.array([[0, 1, 0], [0, 0, 1]]))


def test_the_hash_tells_adapters_apart(tmp_path: Path) -> None:
    one, other = (Adapter.from_changes({"w": _change(rank)}, VECTORS, 2) for rank in (2, 3))
    one.save(tmp_path / "a.npz")
    assert Adapter.load(tmp_path / "a.npz").hash == one.hash != other.hash


def test_the_shipped_adapter_changes_every_matrix_of_the_layers_and_is_small() -> None:
    adapter = Adapter.shipped()
    assert len(adapter.factors) == 36
    assert {name.split(".")[0] for name in adapter.factors} == {"encoder"}
    assert sum(a.size + b.size for a, b in adapter.factors.values()) * 2 < 10_000_000
    assert adapter.directions.shape == (KEPT, 384)
    assert adapter.directions @ adapter.directions.T == pytest.approx(np.eye(KEPT), abs=1e-3)
