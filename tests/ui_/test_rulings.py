"""ui/server/rulings.py: a process beside the page that prepares the rulings of the cards."""

from multiprocessing import active_children
from pathlib import Path
from time import monotonic, sleep

import pytest

from index.cards.store import CardStore
from index.encoder.cache import kept_vectors, text_hash
from index.encoder.encoder import DEFAULT_ENCODER, SentenceEncoder
from judge.lookup.ruling_vectors import vectors_folder
from ui.server.rulings import preparing_rulings

LONGEST = 120.0  # seconds


def test_without_cards_no_process_starts(tmp_path: Path) -> None:
    with preparing_rulings(tmp_path, DEFAULT_ENCODER):
        assert active_children() == []


@pytest.mark.slow
def test_the_rulings_are_prepared_beside_the_page(card_store: CardStore) -> None:
    encoder, until = SentenceEncoder.from_name(), monotonic() + LONGEST
    with preparing_rulings(card_store.path.parent.parent, DEFAULT_ENCODER):
        while not (kept := kept_vectors(vectors_folder(card_store), encoder))[0] and monotonic() < until:
            sleep(0.1)
    assert active_children() == []
    rows, vectors = kept
    assert set(rows) == set(map(text_hash, card_store.ruling_texts()))
    assert vectors.shape == (len(rows), 192)
