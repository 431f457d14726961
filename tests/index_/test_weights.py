"""index/encoder/weights.py: what stands in a safetensors file, and how the graph takes it."""

import json
from pathlib import Path

import numpy as np
import pytest

from index.encoder import weights as module
from index.encoder.weights import SCALE, TensorRows, arithmetic, graph_weights, quantized, read_tensors


def _tensor(kind: str, shape: list[int], start: int, end: int) -> dict[str, object]:
    return {"dtype": kind, "shape": shape, "data_offsets": [start, end]}


def test_float_tensors_are_read_by_name(tmp_path: Path) -> None:
    header = json.dumps({
        "__metadata__": {"format": "pt"},
        "row": _tensor("F32", [3], 0, 12),
        "ids": _tensor("I64", [1], 12, 20),
        "matrix": _tensor("F32", [2, 2], 20, 36),
    }).encode()  # fmt: skip
    numbers = [np.array([1, 2, 3], "<f4"), np.array([9], "<i8"), np.array([[4, 5], [6, 7]], "<f4")]
    data = len(header).to_bytes(8, "little") + header + b"".join(each.tobytes() for each in numbers)
    (tmp_path / "model.safetensors").write_bytes(data)
    tensors = read_tensors(tmp_path / "model.safetensors")
    assert {name: tensor.tolist() for name, tensor in tensors.items()} == {
        "row": [1, 2, 3],
        "matrix": [[4, 5], [6, 7]],
    }
    rows = TensorRows(tmp_path / "model.safetensors", "matrix")
    assert rows.width == 2
    assert rows[[1, 0, 1]].tolist() == [[6, 7], [4, 5], [6, 7]]


def test_projections_are_joined_and_matrices_transposed() -> None:
    layer = "encoder.layer.0"
    tensors = {
        **{f"{layer}.attention.self.{part}.weight": np.full((1, 2), number, np.float32)
           for number, part in enumerate(("key", "query", "value"))},
        f"{layer}.output.dense.weight": np.array([[1, 2], [3, 4]], np.float32),
        f"{layer}.output.dense.bias": np.array([5, 6], np.float32),
        "embeddings.LayerNorm.bias": np.array([7], np.float32),
        "embeddings.word_embeddings.weight": np.array([[8]], np.float32),
        "pooler.dense.bias": np.array([9], np.float32),
    }  # fmt: skip
    weights = graph_weights(tensors)
    assert {name: weight.tolist() for name, weight in weights.items()} == {
        f"{layer}.attention.self.weight": [[1, 0, 2], [1, 0, 2]],
        f"{layer}.output.dense.weight": [[1, 3], [2, 4]],
        f"{layer}.output.dense.bias": [5, 6],
        "embeddings.LayerNorm.bias": [7],
    }
    assert all(weight.flags.c_contiguous for weight in weights.values())


def test_a_matrix_is_scaled_by_column_to_seven_bits() -> None:
    matrix = np.array([[6.3, -0.05, 0], [-3.1, 0.025, 0]], np.float32)
    made = quantized({"dense.weight": matrix, "dense.bias": np.array([1, 2, 3], np.float32)})
    assert made["dense.weight"].dtype == np.int8
    assert made["dense.weight"].tolist() == [[63, -63, 0], [-31, 32, 0]]
    assert made["dense.weight"] * made[f"dense.weight{SCALE}"] == pytest.approx(matrix, abs=0.05)
    assert made["dense.bias"].tolist() == [1, 2, 3]


def test_other_arithmetic_has_another_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    before = arithmetic()
    monkeypatch.setattr(module, "LARGEST", 127)
    assert arithmetic() != before
    monkeypatch.undo()
    monkeypatch.setattr(module, "shipped_graph", lambda: b"another")
    assert arithmetic() != before
