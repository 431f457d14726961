"""A rules file or the publisher's page → the judge that reads it, made while the page keeps answering."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from threading import Condition, Thread
from typing import TYPE_CHECKING

from index.encoder.encoder import Encoder
from index.errors import JudgeError
from index.rules.publisher import RULES_PAGE
from judge.library import Library
from ui import strings
from ui.page.features import Report

if TYPE_CHECKING:
    from judge.judge import Answerer

SHOWN_EVERY = 0.2


@dataclass(frozen=True)
class InstallStep:
    """The progress of an installation; `total` is 0 where it is unknown."""

    stage: str
    done: int = 0
    total: int = 0


class Installation:
    """One installation at a time, in its own thread; anyone who starts another watches the one that is running.

    `use` gets the judge once it is ready. `problem` says why the last one failed, in one line.
    """

    def __init__(self, use: "Callable[[Answerer], None]") -> None:
        self._use = use
        self._news = Condition()
        self._step: InstallStep | None = None
        self.problem = ""

    @property
    def underway(self) -> bool:
        """True until the installation has succeeded or failed."""
        return self._step is not None

    def start(self, work: "Callable[[Report], Answerer]") -> None:
        """Start, unless one is underway."""
        with self._news:
            if self._step:
                return
            self._step, self.problem = InstallStep("start"), ""
        Thread(target=self._run, args=(work,), name="installation", daemon=True).start()

    def refuse(self, problem: str) -> None:
        """Set the problem that kept an installation from starting, unless one is underway."""
        with self._news:
            self.problem = self.problem if self._step else problem

    def watch(self) -> Iterator[InstallStep]:
        """The steps as they come, some skipped, until it is over."""
        seen = None
        while seen := self._after(seen):
            yield seen
            with self._news:  # shorter steps are not worth showing
                self._news.wait_for(lambda: self._step is None, SHOWN_EVERY)

    def _after(self, seen: InstallStep | None) -> InstallStep | None:
        """The next step, None when it is over."""
        with self._news:
            self._news.wait_for(lambda: self._step is None or self._step is not seen)
            return self._step

    def _run(self, work: "Callable[[Report], Answerer]") -> None:
        problem = strings.NOT_INSTALLED
        try:
            self._use(work(self._report))
            problem = ""
        except JudgeError as error:
            problem = str(error)
        finally:  # whatever happened, nobody waits forever
            with self._news:
                self._step, self.problem = None, problem
                self._news.notify_all()

    def _report(self, stage: str, done: int, total: int) -> None:
        with self._news:
            self._step = InstallStep(stage, done, total)
            self._news.notify_all()


def from_file(library: Library, encoder: Encoder) -> "Callable[[bytes, str, Report], Answerer]":
    """A function that installs a rules file; nothing changes if it cannot be read."""

    def install(data: bytes, name: str, report: Report) -> "Answerer":
        report("read", 0, 0)
        edition = library.add(data, name).edition.id
        return library.judge(edition, encoder, partial(report, "encode"))

    return install


def from_web(library: Library, encoder: Encoder, page: str = RULES_PAGE) -> "Callable[[Report], Answerer]":
    """A function that downloads and installs the publisher's newest text; nothing changes if that fails."""

    def install(report: Report) -> "Answerer":
        def taken(done: int, total: int) -> None:
            report("read" if done == total else "download", done, total)

        report("look", 0, 0)
        edition = library.fetch(page, taken).edition.id
        return library.judge(edition, encoder, partial(report, "encode"))

    return install
