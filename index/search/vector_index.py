"""Unit vectors → a FAISS index, and what any other engine for vectors has to do.

Up to MOST_FLAT vectors the index is flat and compares a question with all of them. More are sorted into clusters, and a
question is compared with those in the nearest clusters: its other passages have the cosine 0, as if they said nothing.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, Self

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


# More flat vectors than this would take longer than the encoder.
MOST_FLAT = 200_000
CLUSTERS, NEAREST_CLUSTERS, ROUNDS, LEARNED_FROM = 1024, 96, 10, 64
BELOW_ALL = -2.0


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


@dataclass(frozen=True)
class ClusteredIndex:
    """FAISS inverted lists (IVF) over unit vectors; a row is the position of a vector."""

    faiss_index: Any

    @classmethod
    def from_vectors(cls, vectors: Vectors, clusters: int = CLUSTERS, nearest: int = NEAREST_CLUSTERS) -> Self:
        """Index unit vectors, float32, shape (rows, dimensions); a search looks into the `nearest` of the clusters."""
        import faiss

        dimensions = vectors.shape[1]
        index: Any = faiss.IndexIVFFlat(faiss.IndexFlatIP(dimensions), dimensions, clusters, faiss.METRIC_INNER_PRODUCT)
        index.cp.niter, index.cp.max_points_per_centroid = ROUNDS, LEARNED_FROM
        rows = np.ascontiguousarray(vectors, dtype=np.float32)
        index.train(rows)
        index.add(rows)
        index.nprobe = nearest
        return cls(index)

    @property
    def rows(self) -> Vectors:
        """A copy of all vectors, shape (rows, dimensions)."""
        index = self.faiss_index
        index.make_direct_map()
        rows: Vectors = index.reconstruct_n(0, index.ntotal)
        index.set_direct_map_type(0)  # none
        return rows

    def scores(self, vector: Vectors) -> Vectors:
        """The cosine of every row in the nearest clusters, 0 for the others; `vector` has shape (dimensions,)."""
        _, found, rows = self.faiss_index.range_search(vector.reshape(1, -1), BELOW_ALL)
        scores = np.zeros(self.faiss_index.ntotal, np.float32)
        scores[rows] = found
        return scores

    def search(self, vector: Vectors, k: int) -> list[tuple[int, float]]:
        """The best k (row, cosine) of the nearest clusters, best first, ties by row; `vector` as in `scores`."""
        _, found, rows = self.faiss_index.range_search(vector.reshape(1, -1), BELOW_ALL)
        best = np.lexsort((rows, -found))[:k]
        return list(zip(rows[best].tolist(), found[best].tolist(), strict=True))

    def save(self, path: Path) -> None:
        """Write the index in FAISS's own format."""
        import faiss

        faiss.write_index(self.faiss_index, str(path))


def index_vectors(vectors: Vectors, most_flat: int = MOST_FLAT) -> VectorIndex | ClusteredIndex:
    """The index for so many unit vectors, float32, shape (rows, dimensions)."""
    return VectorIndex.from_vectors(vectors) if len(vectors) <= most_flat else ClusteredIndex.from_vectors(vectors)


def load_index(path: Path) -> VectorIndex | ClusteredIndex:
    """Read an index that was saved; its vectors stay in their file where it can be mapped into memory."""
    import faiss

    index = faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC if CAN_MAP else 0)
    return ClusteredIndex(index) if isinstance(index, faiss.IndexIVF) else VectorIndex(index)
