"""The answers of a page that wait to be written: few, each taken once."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from judge.records import Answer

MOST_WAITING = 64
ID_BYTES = 8


@dataclass(frozen=True)
class WaitingAnswer:
    """An answer that waits to be written, and the edition that its shared link named."""

    answer: Answer
    linked_edition: str


class Writings:
    """Answers between the moment they are shown and the moment they are written; the oldest go when there are many."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, WaitingAnswer] = OrderedDict()
        self._lock = Lock()

    def begin(self, answer: Answer, linked_edition: str) -> str:
        """Keep an answer until it is taken; its id, which nobody can guess."""
        writing = secrets.token_hex(ID_BYTES)
        with self._lock:
            self._waiting[writing] = WaitingAnswer(answer, linked_edition)
            while len(self._waiting) > MOST_WAITING:
                self._waiting.popitem(last=False)
        return writing

    def take(self, writing: str) -> WaitingAnswer | None:
        """The answer with this id, which nobody can take again; None where there is none."""
        with self._lock:
            return self._waiting.pop(writing, None)
