"""The vectors of the plain rulebook that the package ships, so that the first index is ready in seconds.

`index/plain/vectors.npz` holds one int8 vector a text (scaled by its largest part) under the text's hash, for the
default encoder's weights only. A text that was changed since has another hash and is encoded anew. After changing a
chapter make it again with: python -m index.shipped
"""

import logging
from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from index.align import align
from index.passages import make_passages, searched_text
from index.plain import read_plain
from index.plain_edition import plain_rulebook
from index.undecided import shipped_undecided
from index.vectors import SentenceEncoder, Vectors

log = logging.getLogger(__name__)
FILE = "vectors.npz"


@cache
def shipped_vectors(weights: str) -> dict[str, Vectors]:
    """The shipped unit vectors by text hash, none for an encoder with other weights or where there is no such file."""
    resource = files("index") / "plain" / FILE
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


def plain_texts() -> list[str]:
    """Every text that is searched when the plain rulebook is in use, each once."""
    plain = read_plain()
    rulebook = plain_rulebook(plain)
    passages = make_passages(rulebook, align(plain, rulebook), shipped_undecided())
    return list(dict.fromkeys(map(searched_text, passages)))


def main() -> None:
    """Encode the plain rulebook's texts and write the file in the checkout."""
    from index.embeddings import embed, text_hash

    encoder, texts = SentenceEncoder.from_name(), plain_texts()
    with TemporaryDirectory() as folder:
        vectors = embed(texts, encoder, Path(folder), lambda done, total: log.info("%d of %d texts", done, total))
    write_vectors(Path(__file__).parent / "plain" / FILE, encoder.weights, [text_hash(text) for text in texts], vectors)
    log.info("wrote %s: %d vectors", FILE, len(texts))


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    main()
