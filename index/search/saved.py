"""A built search index ↔ one saved folder that loads by itself and is refused when it does not match.

manifest.json    format, source, encoder and the hash of its weights, counts, versions, the hash of every other file
passages.json    the passages, column by column
vectors.faiss    FAISS's own format, with vectors.scales.npy; centroids.faiss likewise
words/           NumPy's own format
likelihood.npz   NumPy's own format; procedures.npz likewise
"""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from typing import Any

from index.encoder.encoder import Encoder
from index.errors import SavedIndexError
from index.files import replacing
from index.home import unwritable
from index.records import Passage
from index.search.bm25 import WordIndex
from index.search.procedures import ProcedureIndex
from index.search.query_likelihood import QueryLikelihood
from index.search.search import Search
from index.search.vector_index import HalfPrecisionIndex, VectorIndex, index_vectors, load_index

# Raise it when passages are cut in another way: a saved index does not cut them again to compare.
FORMAT = 10
MANIFEST, PASSAGES, VECTORS, CENTROIDS, WORDS, LIKELIHOOD, PROCEDURES = (
    "manifest.json",
    "passages.json",
    "vectors.faiss",
    "centroids.faiss",
    "words",
    "likelihood.npz",
    "procedures.npz",
)
INDEXES_KEPT = 3
LIBRARIES = ("bm25s", "faiss-cpu", "onnxruntime")
COLUMNS = tuple(each.name for each in fields(Passage))
REPEATED = ("rule", "kind", "context")


def save_search(search: Search, source: str, folder: Path) -> None:
    """Write the index to `folder`, whole or not at all; `source` is the hash of what its passages are cut from.

    Raises HomeError when it cannot be written.
    """
    try:
        with replacing(folder) as unfinished:
            _write(search, source, unfinished)
    except OSError as error:
        raise unwritable(folder, error) from error


def load_search(folder: Path, source: str, encoder: Encoder) -> Search:
    """Read an index that was made from this source with this encoder.

    Raises SavedIndexError when the folder is missing, truncated, changed, or made from something else.
    """
    manifest = _manifest(folder)
    for key, expected in _identity(source, encoder).items():
        if manifest.get(key) != expected:
            raise SavedIndexError(
                f"the index in {folder} has {key} {manifest.get(key)}, expected {expected}; rebuild it."
            )
    _check_files(folder, manifest["files"])
    return Search(
        _read_passages(folder / PASSAGES),
        WordIndex.load(folder / WORDS, pairs=True),
        QueryLikelihood.load(folder / LIKELIHOOD),
        load_index(folder / VECTORS),
        load_index(folder / CENTROIDS),
        encoder,
        procedures=ProcedureIndex.load(folder / PROCEDURES),
    )


def _write(search: Search, source: str, folder: Path) -> None:
    folder.mkdir(parents=True)
    _write_passages(search.passages, folder / PASSAGES)
    for vectors, name in ((search.vectors, VECTORS), (search.centroids, CENTROIDS)):
        index = vectors if isinstance(vectors, VectorIndex | HalfPrecisionIndex) else index_vectors(vectors.rows)
        index.save(folder / name)
    search.words.save(folder / WORDS)
    search.likelihood.save(folder / LIKELIHOOD)
    search.procedures.save(folder / PROCEDURES)
    manifest = {
        **_identity(source, search.encoder),
        "passages": len(search.passages),
        "kinds": dict(sorted(Counter(passage.kind for passage in search.passages).items())),
        "versions": {library: version(library) for library in LIBRARIES},
        "files": _hashes(folder),
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1), "utf-8")


def _identity(source: str, encoder: Encoder) -> dict[str, object]:
    return {"format": FORMAT, "source": source, "encoder": encoder.name, "weights": encoder.weights}


def _write_passages(passages: Sequence[Passage], path: Path) -> None:
    columns = {name: [getattr(passage, name) for passage in passages] for name in COLUMNS}
    path.write_text(json.dumps(columns, ensure_ascii=False), "utf-8", "surrogatepass")


def _read_passages(path: Path) -> tuple[Passage, ...]:
    columns = json.loads(path.read_text("utf-8", "surrogatepass"))
    kept = dict[str, str]()  # most rules, kinds, and contexts come up again and again; each is in memory once
    for name in REPEATED:
        columns[name] = [kept.setdefault(value, value) for value in columns[name]]
    return tuple(map(Passage, *(columns[name] for name in COLUMNS)))


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text("utf-8"))
        return {**manifest, "files": dict(manifest["files"])}
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise SavedIndexError(
            f"found no index in {folder}, expected a complete {MANIFEST} there; it has to be built."
        ) from error


def _check_files(folder: Path, expected: dict[str, str]) -> None:
    try:
        found = _hashes(folder)
    except OSError as error:
        raise SavedIndexError(f"the index in {folder} cannot be read ({error.strerror}); rebuild it.") from error
    changed = sorted(name for name in {*found, *expected} if found.get(name) != expected.get(name))
    if changed:
        raise SavedIndexError(f"the index in {folder} was changed or truncated ({', '.join(changed)}); rebuild it.")


def _hashes(folder: Path) -> dict[str, str]:
    """The hash of every file but the manifest, by its path in the folder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST)
    return {path.relative_to(folder).as_posix(): _hash(path) for path in paths}


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def remove_old_indexes(folder: Path, in_use: str) -> None:
    """Remove the indexes that were built longest ago, so that few stay, among them that of the edition in use."""
    built = {path: path.stat().st_mtime_ns for path in folder.glob("*-*") if path.is_dir()}
    newest = sorted(built, key=lambda path: (not path.name.startswith(f"{in_use}-"), -built[path]))
    for path in newest[INDEXES_KEPT:]:
        rmtree(path, ignore_errors=True)
