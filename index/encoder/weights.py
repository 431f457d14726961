"""A safetensors file → its tensors, memory-mapped, and from them the weights of the graph of MiniLM."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from index.encoder.adapter import Matrix

GRAPH = "minilm.onnx"
PROJECTIONS = ("query", "key", "value")
USED = ("encoder.", "embeddings.LayerNorm.")
HEADER_LENGTH = 8
FLOAT = 4  # bytes
MOST_ROWS = 5_000  # of 1.5 kB each
SCALE = ".scale"
LARGEST = 63  # seven bits: with eight, the sum of two products can overflow on a processor without VNNI


def shipped_graph() -> bytes:
    """The graph that `index/make/graph.py` made."""
    return (files("index") / "models" / GRAPH).read_bytes()


def arithmetic() -> str:
    """A hash of how vectors are computed from the weights: of the graph and the quantization."""
    return hashlib.sha256(shipped_graph() + bytes([LARGEST])).hexdigest()


def read_tensors(path: Path) -> dict[str, Matrix]:
    """Every float32 tensor by its name; a row that is not read takes no memory, unlike with the package safetensors.

    The file must have been checked. It holds the length of its header (eight bytes, little endian), the header (JSON:
    each tensor's type, shape and place behind the header) and the tensors.
    """
    start, header = _header(path)
    return {
        name: np.asarray(np.memmap(path, "<f4", "r", start + each["data_offsets"][0], tuple(each["shape"])))
        for name, each in header.items()
        if each.get("dtype") == "F32"
    }


class TensorRows:
    """The rows of a float32 matrix in a safetensors file, read when they are needed; the last ones are remembered.

    Mapped into memory, each would bring the pages around it along, and take several times as much.
    """

    def __init__(self, path: Path, name: str) -> None:
        """The file must have been checked."""
        start, header = _header(path)
        self._path, self._start = path, start + header[name]["data_offsets"][0]
        self.width = int(header[name]["shape"][1])
        self._row = lru_cache(MOST_ROWS)(self._read)

    def __getitem__(self, rows: Sequence[int]) -> Matrix:
        """Some rows, float32, shape (rows, width)."""
        return np.stack([self._row(row) for row in rows])

    def _read(self, row: int) -> Matrix:
        with self._path.open("rb", buffering=0) as file:
            file.seek(self._start + row * self.width * FLOAT)
            return np.frombuffer(file.read(self.width * FLOAT), "<f4")


def _header(path: Path) -> tuple[int, dict[str, Any]]:
    """Where the tensors begin, and what the header says of each."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(HEADER_LENGTH), "little")
        return HEADER_LENGTH + length, json.loads(file.read(length))


def graph_weights(tensors: Mapping[str, Matrix]) -> dict[str, Matrix]:
    """The layers' weights as `index/models/minilm.onnx` takes them.

    A published matrix has a row for each output, the graph's has a column. Each layer's matrices of queries, keys and
    values become one.
    """
    weights = {name: tensor for name, tensor in tensors.items() if name.startswith(USED)}
    for query in [name for name in weights if ".self.query." in name]:
        parts = [weights.pop(query.replace("query", part)) for part in PROJECTIONS]
        weights[query.replace("query.", "")] = np.concatenate(parts)
    return {name: np.ascontiguousarray(weight.T) for name, weight in weights.items()}


def quantized(weights: Mapping[str, Matrix]) -> dict[str, NDArray[Any]]:
    """The weights with each matrix as int8; the scales of its columns stand under its name followed by SCALE."""
    made: dict[str, NDArray[Any]] = dict(weights)
    for name, matrix in weights.items():
        if matrix.ndim == 2:
            scales = np.maximum(np.abs(matrix).max(axis=0), np.finfo(np.float32).tiny) / LARGEST
            made[name], made[f"{name}{SCALE}"] = np.rint(matrix / scales).astype(np.int8), scales
    return made
