"""Unit vectors → a FAISS index, and what any other engine for vectors has to do.

The vectors of passages are kept in half precision. Up to MOST_TOGETHER of them are all compared with a question. More
are sorted into clusters, and a question is compared with those in the nearest clusters: its other passages have the
cosine 0, as if they said nothing.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, Self

import numpy as np

from index.encoder.encoder import Vectors
from index.files import CAN_MAP
from index.search.ranks import Rows


class VectorEngine(Protocol):
    """Keeps unit vectors and compares all of them with one; a row is the position of a vector."""

    @property
    def rows(self) -> Vectors:
        """All vectors, shape (rows, dimensions)."""

    def scores(self, vector: Vectors) -> Vectors:
        """The cosine of every row; `vector` has shape (dimensions,)."""

    def search(self, vector: Vectors, k: int) -> list[tuple[int, float]]:
        """The best k (row, cosine), best first, ties by row; `vector` has shape (dimensions,)."""


MOST_TOGETHER = 200_000
CLUSTERS, NEAREST_CLUSTERS, ROUNDS, LEARNED_FROM = 1024, 96, 10, 64
BELOW_ALL = -1e6
# What the largest component of a vector is scaled to: the shipped vectors were rounded to whole numbers up to it, which
# half precision keeps as they are.
LARGEST = 127
SCALES = ".scales.npy"


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
class HalfPrecisionIndex:
    """FAISS inverted lists (IVF) of unit vectors in half precision; a row is the position of a vector.

    One list has them all in order, several are clusters. FAISS gives the cosines of all rows several times faster from
    a list than from an index without any. `scales` make unit vectors of what it keeps, shape (rows,).
    """

    faiss_index: Any
    scales: Vectors

    @classmethod
    def from_vectors(cls, vectors: Vectors, clusters: int = 1, nearest: int = 1) -> Self:
        """Index unit vectors, float32, shape (rows, dimensions); a search looks into the `nearest` of the clusters."""
        import faiss

        dimensions = vectors.shape[1]
        index: Any = faiss.IndexIVFScalarQuantizer(
            faiss.IndexFlatIP(dimensions),
            dimensions,
            clusters,
            faiss.ScalarQuantizer.QT_fp16,
            faiss.METRIC_INNER_PRODUCT,
            False,  # the vectors themselves, and not how far they are from the middle of their cluster
        )
        largest = np.abs(vectors).max(axis=1, keepdims=True, initial=np.float32(1e-9))
        kept = (vectors / largest * np.float32(LARGEST)).astype(np.float16).astype(np.float32)
        if clusters == 1:
            index.quantizer.add(np.zeros((1, dimensions), np.float32))
        index.cp.niter, index.cp.max_points_per_centroid = ROUNDS, LEARNED_FROM
        index.train(kept)
        index.add(kept)
        index.nprobe = nearest
        lengths = np.linalg.norm(kept, axis=1)
        return cls(index, 1 / np.maximum(lengths, np.float32(1e-9)))

    @property
    def rows(self) -> Vectors:
        """A copy of all vectors, shape (rows, dimensions)."""
        index = self.faiss_index
        index.make_direct_map()
        rows: Vectors = index.reconstruct_n(0, index.ntotal)
        index.set_direct_map_type(0)  # none
        return rows * self.scales[:, None]

    def scores(self, vector: Vectors) -> Vectors:
        """The cosine of every row in the nearest clusters, 0 for the others; `vector` has shape (dimensions,)."""
        found, rows = self._compared(vector)
        if self.faiss_index.nlist == 1:
            return found
        scores = np.zeros(self.faiss_index.ntotal, np.float32)
        scores[rows] = found
        return scores

    def search(self, vector: Vectors, k: int) -> list[tuple[int, float]]:
        """The best k (row, cosine) of the nearest clusters, best first, ties by row; `vector` as in `scores`."""
        found, rows = self._compared(vector)
        if k < len(found):  # few reach the k-th best, and only these are sorted
            near = np.flatnonzero(found >= np.partition(found, -k)[-k])
            found, rows = found[near], rows[near]
        best = np.lexsort((rows, -found))[:k]
        return list(zip(rows[best].tolist(), found[best].tolist(), strict=True))

    def _compared(self, vector: Vectors) -> tuple[Vectors, Rows]:
        """The cosines of the rows in the nearest clusters, and these rows, cluster by cluster and each in order."""
        _, found, rows = self.faiss_index.range_search(vector.reshape(1, -1), BELOW_ALL)
        return found * (self.scales if self.faiss_index.nlist == 1 else self.scales[rows]), rows

    def save(self, path: Path) -> None:
        """Write the index in FAISS's own format, and the scales beside it in NumPy's."""
        import faiss

        faiss.write_index(self.faiss_index, str(path))
        np.save(path.with_suffix(SCALES), self.scales)


def index_vectors(vectors: Vectors, most_together: int = MOST_TOGETHER) -> HalfPrecisionIndex:
    """The index for so many unit vectors, float32, shape (rows, dimensions)."""
    together = len(vectors) <= most_together
    return HalfPrecisionIndex.from_vectors(vectors, *(() if together else (CLUSTERS, NEAREST_CLUSTERS)))


def load_index(path: Path) -> VectorIndex | HalfPrecisionIndex:
    """Read an index that was saved; its vectors stay in their file where it can be mapped into memory."""
    import faiss

    index = faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC if CAN_MAP else 0)
    if not isinstance(index, faiss.IndexIVF):
        return VectorIndex(index)
    return HalfPrecisionIndex(index, np.load(path.with_suffix(SCALES), allow_pickle=False))
