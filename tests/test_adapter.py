"""index/adapter.py: changes of matrices, kept small."""

from pathlib import Path

import numpy as np
import torch

from index.adapter import Adapter


def _change(rank: int) -> np.ndarray:
    random = np.random.default_rng(rank)
    return (random.normal(size=(12, rank)) @ random.normal(size=(rank, 8))).astype(np.float32)


def test_a_change_of_low_rank_is_kept_whole(tmp_path: Path) -> None:
    change = _change(2)
    adapter = Adapter.from_changes({"layer.weight": change}, rank=2)
    adapter.save(tmp_path / "a.npz")
    a, b = Adapter.load(tmp_path / "a.npz").factors["layer.weight"]
    assert (a.shape, b.shape) == ((12, 2), (2, 8))
    assert np.abs(a @ b - change).max() < 0.02


def test_of_a_change_of_high_rank_the_most_is_kept() -> None:
    change = _change(8)
    rests = []
    for rank in (1, 4, 8):
        a, b = Adapter.from_changes({"w": change}, rank).factors["w"]
        rests.append(float(np.linalg.norm(a @ b - change) / np.linalg.norm(change)))
    assert rests[0] > rests[1] > rests[2]
    assert rests[2] < 0.01


def test_it_is_added_to_the_matrix_of_its_name() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(8, 12, bias=False))
    before = model[0].weight.detach().numpy().copy()
    Adapter.from_changes({"0.weight": _change(2)}, 2).change(model)
    assert np.abs(model[0].weight.detach().numpy() - before - _change(2)).max() < 0.02


def test_the_hash_tells_adapters_apart(tmp_path: Path) -> None:
    one, other = (Adapter.from_changes({"w": _change(rank)}, 2) for rank in (2, 3))
    one.save(tmp_path / "a.npz")
    assert Adapter.load(tmp_path / "a.npz").hash == one.hash != other.hash


def test_the_shipped_adapter_changes_every_matrix_of_the_layers_and_is_small() -> None:
    adapter = Adapter.shipped()
    assert len(adapter.factors) == 36
    assert {name.split(".")[0] for name in adapter.factors} == {"encoder"}
    assert sum(a.size + b.size for a, b in adapter.factors.values()) * 2 < 10_000_000
