"""A built search index ↔ one saved folder that describes itself and is refused when it does not match.

manifest.json    format, edition, encoder and its weights' hash, counts, versions, the hash of every other file
passages.jsonl   one passage a line
vectors.faiss    FAISS' own format
words/           bm25s' own files
likelihood.npz   numpy's own format
"""

import hashlib
import json
import os
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from index.embeddings import text_hash
from index.errors import SavedIndexError
from index.home import unwritable
from index.lexical import WordIndex
from index.likelihood import QueryLikelihood
from index.records import Passage
from index.search import Search
from index.vectors import Encoder, VectorIndex

FORMAT = 3
LIKELIHOOD = "likelihood.npz"
LIBRARIES = ("bm25s", "faiss-cpu", "sentence-transformers")


def passages_hash(passages: Sequence[Passage]) -> str:
    """One hash of all passages in their order: another edition, wording or question gives another."""
    return text_hash(json.dumps([asdict(passage) for passage in passages]))


def save_search(search: Search, folder: Path) -> None:
    """Write the index to `folder`, whole or not at all.

    Raises HomeError when it cannot be written.
    """
    unfinished = folder.with_name(f"{folder.name}.{os.getpid()}.unfinished")
    try:
        shutil.rmtree(unfinished, ignore_errors=True)
        _write(search, unfinished)
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(unfinished, folder)
    except OSError as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise unwritable(folder, error) from error


def _write(search: Search, unfinished: Path) -> None:
    unfinished.mkdir(parents=True)
    lines = (json.dumps(asdict(passage), ensure_ascii=False) for passage in search.passages)
    (unfinished / "passages.jsonl").write_text("\n".join(lines), "utf-8", "surrogatepass")
    search.vectors.save(unfinished / "vectors.faiss")
    search.words.save(unfinished / "words")
    search.likelihood.save(unfinished / LIKELIHOOD)
    manifest = {
        "format": FORMAT,
        **_identity(search.passages, search.encoder),
        "passages": len(search.passages),
        "kinds": dict(sorted(Counter(passage.kind for passage in search.passages).items())),
        "versions": {library: version(library) for library in LIBRARIES},
        "files": {str(path.relative_to(unfinished)): _hash(path) for path in _files(unfinished)},
    }
    (unfinished / "manifest.json").write_text(json.dumps(manifest, indent=1), "utf-8")


def load_search(folder: Path, passages: Sequence[Passage], encoder: Encoder) -> Search:
    """Read an index of exactly these passages and this encoder.

    Raises SavedIndexError when the folder is missing, truncated, changed, or made from something else.
    """
    try:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        files = dict(manifest["files"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise SavedIndexError(
            f"found no index in {folder}, expected a whole manifest.json there; it has to be built."
        ) from error
    wanted = {"format": FORMAT, **_identity(passages, encoder)}
    for key, value in wanted.items():
        if manifest.get(key) != value:
            raise SavedIndexError(f"the index in {folder} has {key} {manifest.get(key)}, expected {value}; rebuild it.")
    try:
        found = {str(path.relative_to(folder)): _hash(path) for path in _files(folder)}
    except OSError as error:
        raise SavedIndexError(f"the index in {folder} cannot be read ({error.strerror}); rebuild it.") from error
    if found != files:
        changed = sorted(name for name in {*found, *files} if found.get(name) != files.get(name))
        raise SavedIndexError(f"the index in {folder} was changed or cut ({', '.join(changed)}); rebuild it.")
    vectors, words = VectorIndex.load(folder / "vectors.faiss"), WordIndex.load(folder / "words", pairs=True)
    if vectors.faiss_index.ntotal != len(passages):
        raise SavedIndexError(
            f"the index in {folder} holds {vectors.faiss_index.ntotal} vectors, expected {len(passages)}; rebuild it."
        )
    return Search(tuple(passages), words, QueryLikelihood.load(folder / LIKELIHOOD), vectors, encoder)


def _identity(passages: Sequence[Passage], encoder: Encoder) -> dict[str, str]:
    return {"content": passages_hash(passages), "encoder": encoder.name, "weights": encoder.weights}


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "manifest.json")


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
