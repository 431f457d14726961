"""The vectors of the plain rulebook that the package ships, so that the first index is ready in seconds.

`index/models/vectors.npz` has one int8 vector per text (scaled by its largest component) under the hash of the text,
for the weights of the default encoder only. A text that has changed since has another hash and is encoded again.
`python -m index.make.encode` makes the file.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from index.encoder.encoder import Vectors

FILE = "vectors.npz"


@cache
def shipped_vectors(weights: str) -> dict[str, Vectors]:
    """The shipped unit vectors by text hash; none for an encoder with other weights or without the file."""
    resource = files("index") / "models" / FILE
    if not resource.is_file():
        return {}
    with as_file(resource) as path, np.load(path, allow_pickle=False) as saved:
        if str(saved["weights"]) != weights:
            return {}
        keys, vectors = saved["keys"], saved["vectors"].astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return dict(zip((str(key) for key in keys), vectors, strict=True))


def write_vectors(path: Path, weights: str, keys: Sequence[str], vectors: Vectors) -> None:
    """Write unit vectors, shape (keys, dimensions), as int8."""
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    small = np.round(vectors / largest * 127).astype(np.int8)
    np.savez_compressed(path, weights=np.array(weights), keys=np.array(keys), vectors=small)
