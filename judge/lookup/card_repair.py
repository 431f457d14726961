"""Damaged cards → the same cards, rebuilt from the added files while questions are answered without cards."""

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Thread

from index.cards.store import rebuild
from index.errors import JudgeError
from judge.messages import CARDS_DAMAGED, CARDS_REPAIRED

log = logging.getLogger(__name__)


class CardRepair:
    """Rebuilds the cards of a home folder once each time they are found damaged."""

    def __init__(self, home: Path, say: Callable[[str], None] = log.warning) -> None:
        self._home = home
        self._say = say
        self._lock = Lock()
        self._underway = False
        self._failed = False

    def start(self, problem: str) -> None:
        """Say what the problem is and start, unless a repair is underway or has failed."""
        with self._lock:
            if self._underway or self._failed:
                return
            self._underway = True
        self._say(CARDS_DAMAGED.format(problem=problem))
        Thread(target=self._run, name="card repair").start()

    def _run(self) -> None:
        try:
            rebuild(self._home)
            self._say(CARDS_REPAIRED)
        except JudgeError as error:
            self._failed = True
            self._say(str(error))
        finally:
            self._underway = False
