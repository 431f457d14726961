"""Unit vectors → a FAISS index (flat inner product), and what any other engine for vectors has to do."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from index.encoder.encoder import Vectors
from index.files import CAN_MAP


class VectorEngine(Protocol):
    """Keeps unit vectors and compares all of them with one; a row is the position of a vector."""

    @property
    def rows(self) -> Vectors:
        """All vectors, shape (rows, dimensions)."""

    def scores(self, vector: Vectors) -> Vectors:
        """The cosine of every row; `vector` has shape (dimensions,)."""

    def search(self, vector: Vectors, k: int) -> list[tuple[int, float]]:
        """The best k (row, cosine), best first, ties by row; `vector` has shape (dimensions,)."""


@dataclass(frozen=True)
class VectorIndex:
    """FAISS flat inner product over unit vectors; a row is the position of a vector."""

    faiss_index: Any

    @classmethod
    def from_vectors(cls, vectors: Vectors) -> "VectorIndex":
        """Index unit vectors, float32, shape (rows, dimensions)."""
        import faiss

        index = faiss.IndexFlatIP(vectors.shape[1])
        index.add(np.ascontiguousarray(vectors, dtype=np.float32))
        return cls(index)

    def scores(self, vector: Vectors) -> Vectors:
        """The cosine of every row; `vector` has shape (dimensions,)."""
        import faiss

        library: Any = faiss  # its stubs lack the function
        index, query = self.faiss_index, np.ascontiguousarray(vector, np.float32)
        scores = np.empty(index.ntotal, np.float32)
        places = library.swig_ptr(scores), library.swig_ptr(query), index.get_xb()
        library.fvec_inner_products_ny(*places, index.d, index.ntotal)
        return scores

    @cached_property
    def rows(self) -> Vectors:
        """All vectors in the memory of FAISS, shape (rows, dimensions)."""
        import faiss

        count, dimensions = self.faiss_index.ntotal, self.faiss_index.d
        rows: Vectors = faiss.rev_swig_ptr(self.faiss_index.get_xb(), count * dimensions).reshape(count, dimensions)
        return rows

    def search(self, vector: Vectors, k: int) -> list[tuple[int, float]]:
        """The best k (row, cosine), best first, ties by row; `vector` has shape (dimensions,)."""
        scores, rows = self.faiss_index.search(vector.reshape(1, -1), min(k, self.faiss_index.ntotal))
        found = [(int(row), float(score)) for row, score in zip(rows[0], scores[0], strict=True)]
        return sorted(found, key=lambda item: (-item[1], item[0]))

    def save(self, path: Path) -> None:
        """Write the index in FAISS's own format."""
        import faiss

        faiss.write_index(self.faiss_index, str(path))

    @classmethod
    def load(cls, path: Path) -> "VectorIndex":
        """Read what `save` wrote; the vectors stay in their file where it can be mapped into memory."""
        import faiss

        return cls(faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC if CAN_MAP else 0))
