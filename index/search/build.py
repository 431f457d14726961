"""A rulebook and the plain rulebook → a ready search: the saved index when it matches, else a new one."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from index.encoder.bundled import shipped_vectors
from index.encoder.cache import embed
from index.encoder.encoder import Encoder
from index.errors import SavedIndexError
from index.home import locked
from index.plain.procedures import Procedure, in_edition, shipped_procedures
from index.plain.unanswerable import shipped_unanswerable
from index.progress import Progress
from index.records import Passage, PlainEntry, Rulebook
from index.search.passages import by_need_of_vector, make_passages, searched_text, source_hash
from index.search.pgvector import PgVectors, named_server
from index.search.procedures import ProcedureIndex, procedure_texts
from index.search.saved import FORMAT, load_search, save_search
from index.search.search import Search

log = logging.getLogger(__name__)


def prepare_search(
    rulebook: Rulebook,
    plain: Mapping[str, PlainEntry],
    encoder: Encoder,
    folder: Path,
    on_progress: Progress | None = None,
) -> Search:
    """The search over one edition, kept under `folder`.

    `plain` has the plain entries by the ids of the rules that they are aligned with. `on_progress` gets the number of
    texts encoded and the number of texts to encode. Where `JUDGE_VECTORS` names a server, it compares the vectors.
    Raises HomeError when `folder` cannot be written, and VectorEngineError when the server cannot be used.
    """
    saved = folder / "indexes" / f"{rulebook.edition.id}-{encoder.weights[:8]}"
    procedures = in_edition(shipped_procedures(), {entry.number: rule for rule, entry in plain.items()})
    source = source_hash(rulebook, plain, shipped_unanswerable(), procedures)
    try:
        return _in_engine(load_search(saved, source, encoder), source)
    except SavedIndexError as error:
        log.info("%s", error)
    compared, only_words = by_need_of_vector(make_passages(rulebook, plain, shipped_unanswerable()))
    search = build_search(compared, encoder, folder, on_progress, only_words, procedures)
    with locked(folder):
        save_search(search, source, saved)
        search = load_search(saved, source, encoder)  # which takes less memory than what was built
    shipped_vectors.cache_clear()  # the index has them now
    return _in_engine(search, source)


def _in_engine(search: Search, source: str) -> Search:
    """The search with its vectors in the server that is named, if any."""
    if not (address := named_server()):
        return search
    identity = f"{FORMAT} {source} {search.encoder.name} {search.encoder.weights}"
    return replace(search, vectors=PgVectors.written(address, identity, search.vectors.rows))


def build_search(
    passages: Sequence[Passage],
    encoder: Encoder,
    folder: Path,
    on_progress: Progress | None = None,
    only_words: Sequence[Passage] = (),
    procedures: Sequence[Procedure] = (),
) -> Search:
    """A new search over passages, whose vectors are kept under `folder`; of those in `only_words` only the words count.

    Raises HomeError when `folder` cannot be written.
    """
    texts = [*map(searched_text, passages), *procedure_texts(procedures)]
    vectors = embed(texts, encoder, folder / "embeddings", on_progress)
    search = Search.from_passages(passages, vectors[: len(passages)], encoder, only_words)
    return replace(search, procedures=ProcedureIndex(tuple(procedures), vectors[len(passages) :]))
