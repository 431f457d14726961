"""The shipped adapter → the default encoder's weights, tuned to the questions of the plain rulebook.

An adapter is a low-rank change of weight matrices (LoRA, Hu et al. 2021): the matrix `name` becomes W + A·B, and both
factors are kept as float16. `index/plain/adapter.npz` is made by `python -m index.train`; `adapter.json` beside it says
from which data and with which settings.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FILE = "adapter.npz"
RANK = 64

Matrix = NDArray[np.float32]


@dataclass(frozen=True)
class Adapter:
    """The two factors of every changed matrix, shapes (rows, rank) and (rank, columns), and a hash of all of them."""

    factors: Mapping[str, tuple[Matrix, Matrix]]

    @classmethod
    def from_changes(cls, changes: Mapping[str, Matrix], rank: int = RANK) -> "Adapter":
        """The best approximation of whole changes by factors of a rank (Eckart and Young 1936)."""
        factors = {}
        for name, change in changes.items():
            left, strengths, right = np.linalg.svd(change, full_matrices=False)
            scale = np.sqrt(strengths[:rank])
            factors[name] = (_small(left[:, :rank] * scale), _small(scale[:, None] * right[:rank]))
        return cls(factors)

    @classmethod
    def shipped(cls) -> "Adapter":
        """The adapter that the package ships."""
        with as_file(files("index") / "plain" / FILE) as path:
            return cls.load(path)

    @classmethod
    def load(cls, path: Path) -> "Adapter":
        """Read what `save` wrote."""
        with np.load(path, allow_pickle=False) as saved:
            names = sorted({key.rpartition("|")[0] for key in saved.files})
            pairs = {name: (saved[f"{name}|a"], saved[f"{name}|b"]) for name in names}
        return cls({name: (a.astype(np.float32), b.astype(np.float32)) for name, (a, b) in pairs.items()})

    def save(self, path: Path) -> None:
        """Write the factors as float16."""
        arrays = {f"{name}|{side}": half.astype(np.float16) for name, pair in self.factors.items()
                  for side, half in zip("ab", pair, strict=True)}  # fmt: skip
        np.savez_compressed(path, **arrays)  # type: ignore[arg-type]

    @cached_property
    def hash(self) -> str:
        """A hash of the factors."""
        digest = hashlib.sha256()
        for name, pair in sorted(self.factors.items()):
            digest.update(name.encode())
            for half in pair:
                digest.update(half.astype(np.float16).tobytes())
        return digest.hexdigest()

    def change(self, model: Any) -> None:
        """Add every A·B to the matrix of its name in a torch module."""
        import torch

        weights = dict(model.named_parameters())
        with torch.no_grad():
            for name, (a, b) in self.factors.items():
                weights[name] += torch.from_numpy(a @ b)


def _small(half: Matrix) -> Matrix:
    return half.astype(np.float16).astype(np.float32)
