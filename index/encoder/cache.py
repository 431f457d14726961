"""Texts → vectors; known ones come from a folder, those of the plain rulebook from the package."""

import errno
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from index.encoder.bundled import shipped_vectors
from index.encoder.encoder import Encoder, Vectors
from index.files import replacing
from index.home import unwritable
from index.progress import Progress

CHUNK = 256
DAMAGED = (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile)


def text_hash(text: str) -> str:
    """The key under which the vector of a text is saved."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def embed(texts: Sequence[str], encoder: Encoder, folder: Path, on_progress: Progress | None = None) -> Vectors:
    """Unit vectors of texts, shape (texts, dimensions); only new texts are encoded, and saved in `folder`.

    `on_progress` gets the number encoded and the number to encode. Raises HomeError when `folder` cannot be written.
    """
    kept_keys, kept = _load(folder, encoder)
    row_of = {key: row for row, key in enumerate(kept_keys)}
    keys = [text_hash(text) for text in texts]
    shipped = shipped_vectors(encoder.weights)
    new = {key: text for key, text in zip(keys, texts, strict=True) if key not in row_of and key not in shipped}
    order = sorted(new, key=lambda key: (len(new[key]), key))
    if order:
        _check_writable(folder)
    parts = [kept] if len(kept_keys) else []
    for start in range(0, len(order), CHUNK):
        if on_progress:
            on_progress(start, len(order))
        parts.append(encoder.encode([new[key] for key in order[start : start + CHUNK]]))
    if on_progress:
        on_progress(len(order), len(order))
    vectors = np.concatenate(parts).astype(np.float32) if parts else kept
    row_of.update({key: len(kept_keys) + row for row, key in enumerate(order)})
    if order:
        try:
            _save(folder, encoder, [*kept_keys, *order], vectors)
        except OSError as error:
            raise unwritable(folder, error) from error
    return np.stack([vectors[row_of[key]] if key in row_of else shipped[key] for key in keys])


def kept_vectors(folder: Path, encoder: Encoder) -> tuple[dict[str, int], Vectors]:
    """The rows by text hash and the unit vectors that `embed` saved, shape (rows, dimensions)."""
    keys, vectors = _load(folder, encoder)
    return {key: row for row, key in enumerate(keys)}, vectors


def kept_since(folder: Path, encoder: Encoder) -> int:
    """A number that changes when `embed` saves other vectors, 0 where there are none."""
    try:
        return _paths(folder, encoder)[0].stat().st_mtime_ns
    except OSError:
        return 0


def _check_writable(folder: Path) -> None:
    """Raise HomeError before encoding, which takes minutes."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise unwritable(folder, error) from error


def _paths(folder: Path, encoder: Encoder) -> tuple[Path, Path]:
    stem = encoder.weights[:16]
    return folder / f"{stem}.json", folder / f"{stem}.npy"


def _load(folder: Path, encoder: Encoder) -> tuple[list[str], Vectors]:
    keys_path, vectors_path = _paths(folder, encoder)
    try:
        saved = json.loads(keys_path.read_text("utf-8"))
        with vectors_path.open("rb") as file:  # numpy leaves a damaged file open
            vectors = np.load(file, allow_pickle=False)
        keys, whole = list(saved["keys"]), saved["sha256"] == _digest(vectors)
    except DAMAGED:
        return [], np.zeros((0, 0), np.float32)
    if not whole or len(keys) != len(vectors):
        return [], np.zeros((0, 0), np.float32)
    return keys, vectors


def _save(folder: Path, encoder: Encoder, keys: Sequence[str], vectors: Vectors) -> None:
    keys_path, vectors_path = _paths(folder, encoder)
    described = {"encoder": encoder.name, "weights": encoder.weights, "sha256": _digest(vectors), "keys": list(keys)}
    with replacing(vectors_path) as unfinished, unfinished.open("wb") as file:
        np.save(file, vectors)
    with replacing(keys_path) as unfinished:
        unfinished.write_text(json.dumps(described), "utf-8")


def _digest(vectors: Vectors) -> str:
    return hashlib.sha256(np.ascontiguousarray(vectors).data).hexdigest()
