"""Judges of other editions, made one at a time in a thread of their own, while the judge in use keeps answering."""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from threading import Lock

from index.errors import JudgeError
from index.progress import Progress
from judge.judge import Answerer
from judge.messages import PREPARED_SO_FAR, PREPARING

MakeJudge = Callable[[Progress], Answerer]


class PreparingError(JudgeError):
    """An edition is asked for the first time, and its index is still being built."""


@dataclass
class Preparation:
    """The judge of one edition, on its way or ready; `done` of `total` texts are encoded, 0 where nobody knows."""

    edition: str
    result: "Future[Answerer]" = field(default_factory=Future)
    done: int = 0
    total: int = 0

    @property
    def message(self) -> str:
        """What whoever asks is told until the judge is ready."""
        so_far = PREPARED_SO_FAR.format(done=self.done, total=self.total) if self.total else ""
        return PREPARING.format(edition=self.edition, so_far=so_far)

    def report(self, done: int, total: int) -> None:
        """Set how far it is."""
        self.done, self.total = done, total


class PreparedJudges:
    """The few judges that were last made; they are known by a name that changes when their edition does."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[str, Preparation] = OrderedDict()
        self._lock = Lock()
        self._thread = ThreadPoolExecutor(1, "edition")

    def get(self, name: str, edition: str, make: MakeJudge, seconds: float) -> Answerer:
        """The judge of that name, waiting so long for it.

        Raises PreparingError where it isn't ready by then, and what `make` raises.
        """
        preparation = self._begun(name, edition, make)
        try:
            return preparation.result.result(seconds)
        except TimeoutError:
            raise PreparingError(preparation.message) from None
        finally:
            if preparation.result.done() and preparation.result.exception():
                self._forget(name)  # whoever asks next tries again

    def _begun(self, name: str, edition: str, make: MakeJudge) -> Preparation:
        with self._lock:
            if name not in self._known:
                preparation = self._known[name] = Preparation(edition)
                preparation.result = self._thread.submit(partial(make, preparation.report))
            self._known.move_to_end(name)
            ready = [each for each in self._known if self._known[each].result.done() and each != name]
            for each in ready[: max(0, len(self._known) - self._most)]:
                del self._known[each]
            return self._known[name]

    def _forget(self, name: str) -> None:
        with self._lock:
            self._known.pop(name, None)
