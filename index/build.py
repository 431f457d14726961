"""A rulebook and the plain rulebook → a ready search: the saved index when it matches, else a new one."""

import logging
from pathlib import Path

from index.align import align
from index.embeddings import embed
from index.errors import SavedIndexError
from index.home import locked
from index.passages import make_passages, searched_text
from index.records import PlainRulebook, Rulebook
from index.search import Search
from index.store import load_search, save_search
from index.undecided import shipped_undecided
from index.vectors import Encoder, Progress

log = logging.getLogger(__name__)


def prepare_search(
    rulebook: Rulebook, plain: PlainRulebook, encoder: Encoder, folder: Path, on_progress: Progress | None = None
) -> Search:
    """The search over one edition, kept under `folder`; `on_progress` gets texts encoded and texts to encode."""
    passages = make_passages(rulebook, align(plain, rulebook), shipped_undecided())
    saved = folder / "indexes" / f"{rulebook.edition.id}-{encoder.weights[:8]}"
    try:
        return load_search(saved, passages, encoder)
    except SavedIndexError as error:
        log.info("%s", error)
    vectors = embed([searched_text(passage) for passage in passages], encoder, folder / "embeddings", on_progress)
    search = Search.from_passages(passages, vectors, encoder)
    with locked(folder):
        save_search(search, saved)
    return search
