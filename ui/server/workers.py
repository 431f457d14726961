"""A judge → one whose questions several processes answer, since in one process only one thread runs Python at a time.

Each of these processes opens the judge of the edition for itself; the files of the index are mapped into memory, which
they share. The page, its events, uploads and the API stay in the process that serves them, so that every event finds
the page that it belongs to.
"""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import Pipe, get_context, parent_process
from multiprocessing.connection import Connection, wait
from os import _exit
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, TypeVar

from index.errors import JudgeError
from judge.judge import MOST_CITED
from ui.server.memory import keep_few_heaps, settle, when_unused
from ui.server.warm_up import warm_up

if TYPE_CHECKING:
    from index.records import Rule
    from judge.judge import Answerer
    from judge.lookup.reader import RuleReader
    from judge.records import Answer

Open = Callable[[], "Answerer"]
FromProcess = TypeVar("FromProcess")

READY = "ready"
FOR_THE_PAGE = (signal.SIGINT, signal.SIGTERM)  # to all processes, but only the one that serves the page shall stop
_opened: "list[Answerer]" = []  # the judge of a process that answers


class WorkerError(JudgeError):
    """The processes that answer have ended."""


class Workers:
    """So many processes for the judge in use; `open_judge` opens the judge of an edition, and runs in each of them."""

    def __init__(self, count: int, open_judge: "Callable[[str], Answerer]") -> None:
        self._count = count
        self._open = open_judge
        self._answering: SharedJudge | None = None

    def answering_for(self, judge: "Answerer") -> "SharedJudge":
        """The judge that answers in place of another; the processes of the one before end when nobody asks them."""
        before, edition = self._answering, judge.reader.edition.id
        self._answering = SharedJudge(judge.reader, self._count, partial(self._open, edition))
        if before:
            when_unused(before.close)
        return self._answering

    def close(self) -> None:
        """End the processes."""
        if self._answering:
            self._answering.close()


class SharedJudge:
    """A judge that hands each question to one of its processes; where one dies, all are started anew."""

    def __init__(self, reader: "RuleReader", count: int, open_judge: Open) -> None:
        """Start the processes and wait until the first of them answers.

        Raises WorkerError where they end instead.
        """
        self._reader, self._count, self._open = reader, count, open_judge
        self._lock = Lock()
        self._processes = self._started()
        self.ask(READY)

    @property
    def reader(self) -> "RuleReader":
        """The rules of the edition."""
        return self._reader

    def ask(self, question: str, k: int = MOST_CITED, earlier: Sequence[str] = ()) -> "Answer":
        """The answer to a question.

        Raises WorkerError where the processes end twice in a row.
        """
        return self._result(_ask, question, k, tuple(earlier))

    def find_rules(self, wanted: Sequence[str]) -> "tuple[Rule, ...]":
        """Rules by their numbers or by search words.

        Raises WorkerError where the processes end twice in a row.
        """
        return self._result(_find_rules, tuple(wanted))

    def _result(self, work: Callable[..., FromProcess], *given: object) -> FromProcess:
        """What one of the processes makes of something."""
        processes = self._processes
        try:
            return processes.submit(work, *given).result()
        except BrokenProcessPool:
            processes = self._started_after(processes)
        try:
            return processes.submit(work, *given).result()
        except BrokenProcessPool as error:
            raise WorkerError(
                "the processes that answer ended twice, expected an answer; start the page again with fewer --workers."
            ) from error

    def close(self) -> None:
        """End the processes, which nobody asks any more."""
        self._processes.shutdown(wait=False, cancel_futures=True)
        self._held.close()

    def _started(self) -> ProcessPoolExecutor:
        held, self._held = Pipe(duplex=False)  # the processes end when the second end is closed, or gone with this one
        processes = ProcessPoolExecutor(self._count, get_context("spawn"), _begin, (self._open, held))
        with _signals_blocked():
            for _ in range(self._count):
                processes.submit(len, ())  # starts one of them
        return processes

    def _started_after(self, broken: ProcessPoolExecutor) -> ProcessPoolExecutor:
        """New processes in place of broken ones, which another thread may have replaced."""
        with self._lock:
            if self._processes is broken:
                self._held.close()
                self._processes = self._started()
            return self._processes


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block the signals for the page; a process that starts meanwhile never gets them, from its first moment on."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows sends none
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, FOR_THE_PAGE)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def open_at(home: Path, encoder: str, edition: str) -> "Answerer":
    """The judge of an edition in a home folder."""
    from index.encoder.encoder import SentenceEncoder
    from judge.library import Library

    return Library(home).judge(edition, SentenceEncoder.from_name(encoder))


def _begin(open_judge: Open, held: Connection) -> None:
    """What a process does before it answers."""
    for each in FOR_THE_PAGE:
        signal.signal(each, signal.SIG_IGN)
    _end_with(held)
    keep_few_heaps()
    judge = open_judge()
    warm_up(judge)
    _opened.append(judge)
    settle()


def end_with_parent() -> None:
    """End this process as soon as the one that started it has ended, however that was."""
    if parent := parent_process():
        _end_with(parent.sentinel)


def _end_with(held: "Connection | int") -> None:
    """End this process as soon as a connection is closed, or a process has ended."""

    def work() -> None:
        wait([held])
        _exit(0)

    Thread(target=work, name="end with another", daemon=True).start()


def _ask(question: str, k: int, earlier: Sequence[str]) -> "Answer":
    return _opened[0].ask(question, k, earlier)


def _find_rules(wanted: Sequence[str]) -> "tuple[Rule, ...]":
    return _opened[0].find_rules(wanted)
