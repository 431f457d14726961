"""The plain rulebook's texts → index/models/vectors.npz: run it after a chapter has changed.

python -m index.make.encode
"""

import logging
from pathlib import Path
from tempfile import TemporaryDirectory

from index.encoder.bundled import FILE, write_vectors
from index.encoder.cache import embed, text_hash
from index.encoder.encoder import SentenceEncoder
from index.plain.align import align_plain
from index.plain.chapters import read_plain
from index.plain.edition import plain_rulebook
from index.plain.procedures import shipped_procedures
from index.plain.unanswerable import shipped_unanswerable
from index.search.passages import make_passages, searched_text
from index.search.procedures import procedure_texts

log = logging.getLogger(__name__)


def plain_texts() -> list[str]:
    """Every text that is searched when the plain rulebook is in use, each once."""
    plain = read_plain()
    rulebook = plain_rulebook(plain)
    passages = make_passages(rulebook, align_plain(plain, rulebook), shipped_unanswerable())
    return list(dict.fromkeys([*map(searched_text, passages), *procedure_texts(shipped_procedures())]))


def main() -> None:
    """Encode the plain rulebook's texts and write the file in the checkout."""
    encoder, texts = SentenceEncoder.from_name(), plain_texts()
    with TemporaryDirectory() as folder:
        vectors = embed(texts, encoder, Path(folder), lambda done, total: log.info("%d of %d texts", done, total))
    write_vectors(
        Path(__file__).parents[1] / "models" / FILE, encoder.weights, [text_hash(text) for text in texts], vectors
    )
    log.info("wrote %s: %d vectors", FILE, len(texts))


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    main()
