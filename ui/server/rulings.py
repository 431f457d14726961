"""While the page is served → the vectors of the cards' rulings, prepared by a process that gives way to all others."""

import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from index.cards.store import CardStore
from index.encoder.encoder import SentenceEncoder
from index.errors import JudgeError
from judge.lookup.ruling_vectors import prepare_rulings
from ui.server.workers import end_with_parent

LEAST_URGENT = 19
log = logging.getLogger(__name__)


@contextmanager
def preparing_rulings(home: Path, encoder: str) -> Iterator[None]:
    """Prepare the rulings of the cards in a home folder until the block ends; what is done by then is kept."""
    if CardStore.at(home).empty:
        yield
        return
    process = get_context("spawn").Process(target=prepare_in_process, args=(home, encoder), daemon=True)
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


def prepare_in_process(home: Path, encoder: str) -> None:
    """What the process does; cards that cannot be read, or a full disk, only mean that questions encode rulings."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(LEAST_URGENT)
    try:
        prepare_rulings(CardStore.at(home), SentenceEncoder.from_name(encoder))
    except JudgeError as error:
        log.warning("%s", error)
