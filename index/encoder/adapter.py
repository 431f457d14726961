"""The shipped adapter → the default encoder's weights, tuned to the questions of the plain rulebook.

An adapter is a low-rank change of weight matrices (LoRA, Hu et al. 2021): the matrix `name` becomes W + A·B; and the
directions in which the vectors differ most, the only ones that are kept of them (principal components, Pearson 1901).
Everything is kept as float16. `python -m index.make.train` makes `index/models/adapter.npz`; `adapter.json` beside it
says from which data and with which settings.
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
KEPT = 192
DIRECTIONS = "directions"

Matrix = NDArray[np.float32]


@dataclass(frozen=True)
class Adapter:
    """The two factors of every changed matrix, shapes (rows, rank) and (rank, columns), and a hash of all of it.

    `directions` has shape (kept, dimensions): a vector's inner products with its rows are the shorter vector.
    """

    factors: Mapping[str, tuple[Matrix, Matrix]]
    directions: Matrix

    @classmethod
    def from_changes(cls, changes: Mapping[str, Matrix], vectors: Matrix, rank: int = RANK) -> "Adapter":
        """The best approximation of whole changes by factors of a rank (Eckart and Young 1936).

        `vectors`, shape (texts, dimensions), are what the changed encoder makes of texts.
        """
        factors = {}
        for name, change in changes.items():
            left, strengths, right = np.linalg.svd(change, full_matrices=False)
            scale = np.sqrt(strengths[:rank])
            factors[name] = (_small(left[:, :rank] * scale), _small(scale[:, None] * right[:rank]))
        return cls(factors, _small(principal_directions(vectors)))

    @classmethod
    def shipped(cls) -> "Adapter":
        """The adapter that the package ships."""
        with as_file(files("index") / "models" / FILE) as path:
            return cls.load(path)

    @classmethod
    def load(cls, path: Path) -> "Adapter":
        """Read what `save` wrote."""
        with np.load(path, allow_pickle=False) as saved:
            arrays = {key: saved[key].astype(np.float32) for key in saved.files}
        directions = arrays.pop(DIRECTIONS)
        names = sorted({key.rpartition("|")[0] for key in arrays})
        return cls({name: (arrays[f"{name}|a"], arrays[f"{name}|b"]) for name in names}, directions)

    def save(self, path: Path) -> None:
        """Write everything as float16."""
        arrays = {f"{name}|{side}": half.astype(np.float16) for name, pair in self.factors.items()
                  for side, half in zip("ab", pair, strict=True)}  # fmt: skip
        arrays[DIRECTIONS] = self.directions.astype(np.float16)
        np.savez_compressed(path, **arrays)  # type: ignore[arg-type]

    @cached_property
    def hash(self) -> str:
        """A hash of the factors and the directions."""
        digest = hashlib.sha256()
        for name, pair in sorted(self.factors.items()):
            digest.update(name.encode())
            for half in pair:
                digest.update(half.astype(np.float16).tobytes())
        digest.update(self.directions.astype(np.float16).tobytes())
        return digest.hexdigest()

    def changed(self, weights: Mapping[str, Matrix]) -> dict[str, Matrix]:
        """The weights with every A·B added to the matrix of its name; the given ones stay as they are."""
        return {**weights, **{name: weights[name] + a @ b for name, (a, b) in self.factors.items()}}

    def followed_by(self, other: "Adapter") -> "Adapter":
        """An adapter that makes these changes and then the other's, and keeps the other's directions."""
        both = {
            name: [adapter.factors[name] for adapter in (self, other) if name in adapter.factors]
            for name in {**self.factors, **other.factors}
        }
        factors = {
            name: (np.hstack([a for a, _ in pairs]), np.vstack([b for _, b in pairs])) for name, pairs in both.items()
        }
        return Adapter(factors, other.directions)

    def change(self, model: Any) -> None:
        """Add every A·B to the matrix of its name in a sentence-transformers model, and make its vectors shorter."""
        import torch
        from sentence_transformers.sentence_transformer.modules import Dense

        weights = dict(model[0].auto_model.named_parameters())
        with torch.no_grad():
            for name, (a, b) in self.factors.items():
                weights[name] += torch.from_numpy(a @ b)
        kept, dimensions = self.directions.shape
        shorter = torch.from_numpy(self.directions)
        model.append(Dense(dimensions, kept, bias=False, activation_function=torch.nn.Identity(), init_weight=shorter))


def principal_directions(vectors: Matrix, kept: int = KEPT) -> Matrix:
    """The directions in which vectors, shape (texts, dimensions), are longest, as rows, the longest first."""
    _, directions = np.linalg.eigh(vectors.T.astype(np.float64) @ vectors)
    longest: Matrix = directions[:, ::-1][:, :kept].T.astype(np.float32)
    return longest


def _small(half: Matrix) -> Matrix:
    return half.astype(np.float16).astype(np.float32)
