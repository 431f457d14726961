"""How often a writer is asked on behalf of all who reach a served page, and what it has written already."""

from collections import OrderedDict, deque
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from time import monotonic

from judge.records import Written

MINUTE = 60.0
MOST_A_MINUTE = 20
MOST_KEPT = 256


class RateLimit:
    """At most so many questions in any minute, whoever asks them."""

    def __init__(self, most: int = MOST_A_MINUTE, clock: Callable[[], float] = monotonic) -> None:
        self._most, self._clock = most, clock
        self._taken: deque[float] = deque()
        self._lock = Lock()

    def take(self) -> bool:
        """Whether one more may be asked now, which then counts."""
        with self._lock:
            now = self._clock()
            while self._taken and self._taken[0] <= now - MINUTE:
                self._taken.popleft()
            if len(self._taken) >= self._most:
                return False
            self._taken.append(now)
            return True


class WrittenCache:
    """The newest written answers by question, edition, model, and all that the model was given; in memory alone."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[bytes, Written] = OrderedDict()
        self._lock = Lock()

    def get(self, key: bytes) -> Written | None:
        """What was written, None where nothing is kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: bytes, written: Written) -> None:
        """Keep an answer; the one that was not asked for longest goes."""
        with self._lock:
            self._kept[key] = written
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


def key_of(*parts: str) -> bytes:
    """A key of texts in their order."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()
