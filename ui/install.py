"""A rules file or the publisher's page → the judge that reads it, made while the page goes on answering."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from html import escape
from threading import Condition, Thread
from typing import TYPE_CHECKING

from index.errors import JudgeError
from index.fetch import RULES_PAGE
from index.vectors import Encoder
from judge.library import Library
from ui import words
from ui.markup import safe
from ui.parts import Report

if TYPE_CHECKING:
    from judge.judge import Judge

SHOWN_EVERY = 0.2
BYTES_IN_KB = 1000


@dataclass(frozen=True)
class Step:
    """How far an installation is; `total` is 0 where nobody knows."""

    stage: str
    done: int = 0
    total: int = 0


class Installation:
    """One installation at a time, in a thread of its own; whoever asks for another meanwhile watches that one.

    `use` gets the judge once it is ready. `problem` says why the last one failed, in one line.
    """

    def __init__(self, use: "Callable[[Judge], None]") -> None:
        self._use = use
        self._news = Condition()
        self._step: Step | None = None
        self.problem = ""

    @property
    def underway(self) -> bool:
        """True until the installation has succeeded or failed."""
        return self._step is not None

    def start(self, work: "Callable[[Report], Judge]") -> None:
        """Start, unless one is underway."""
        with self._news:
            if self._step:
                return
            self._step, self.problem = Step("start"), ""
        Thread(target=self._run, args=(work,), name="installation", daemon=True).start()

    def refuse(self, problem: str) -> None:
        """Say why none is started, unless one is underway."""
        with self._news:
            self.problem = self.problem if self._step else problem

    def watch(self) -> Iterator[Step]:
        """The steps as they come, not all of them, until it is over."""
        seen = None
        while seen := self._after(seen):
            yield seen
            with self._news:  # steps that are shorter are not worth showing
                self._news.wait_for(lambda: self._step is None, SHOWN_EVERY)

    def _after(self, seen: Step | None) -> Step | None:
        """The next step, None when it is over."""
        with self._news:
            self._news.wait_for(lambda: self._step is None or self._step is not seen)
            return self._step

    def _run(self, work: "Callable[[Report], Judge]") -> None:
        problem = words.NOT_INSTALLED
        try:
            self._use(work(self._report))
            problem = ""
        except JudgeError as error:
            problem = str(error)
        finally:  # whatever happened, nobody waits for ever
            with self._news:
                self._step, self.problem = None, problem
                self._news.notify_all()

    def _report(self, stage: str, done: int, total: int) -> None:
        with self._news:
            self._step = Step(stage, done, total)
            self._news.notify_all()


def from_file(library: Library, encoder: Encoder) -> "Callable[[bytes, str, Report], Judge]":
    """Installs a rules file; nothing is changed where it cannot be read."""

    def install(data: bytes, name: str, report: Report) -> "Judge":
        report("read", 0, 0)
        edition = library.add(data, name).edition.id
        return library.judge(edition, encoder, partial(report, "encode"))

    return install


def from_web(library: Library, encoder: Encoder, page: str = RULES_PAGE) -> "Callable[[Report], Judge]":
    """Takes the newest text from the publisher's page and installs it; nothing is changed where that fails."""

    def install(report: Report) -> "Judge":
        def taken(done: int, total: int) -> None:
            report("read" if done == total else "download", done, total)

        report("look", 0, 0)
        edition = library.fetch(page, taken).edition.id
        return library.judge(edition, encoder, partial(report, "encode"))

    return install


def step_html(step: Step) -> str:
    """What is being done, with a bar where it is known how much there is."""
    name = escape(words.STAGES[step.stage])
    said = f'<span role="status">{name}</span>'
    amount = words.AMOUNTS.get(step.stage) if step.total else None
    if not amount:
        return f"<p>{said}</p>"
    scale = BYTES_IN_KB if step.stage == "download" else 1
    counted = escape(amount.format(done=step.done // scale, total=step.total // scale))
    bar = f'<progress value="{step.done}" max="{step.total}" aria-label="{name}"></progress>'
    return f"<p>{said} {bar} <span>{counted}</span></p>"


def notice(problem: str = "", web: bool = True) -> str:
    """The banner of the plain rulebook; `web` is false where the network must not be used."""
    said = f'<strong role="alert">{safe(problem)}</strong> ' if problem else ""
    how = f'<span class="how">{escape(words.INSTALL_IT)} <code>{escape(words.PLAIN_COMMAND)}</code>.</span>'
    more = "" if web else f" {escape(words.NO_WEB)}"
    return f"<p>{said}{escape(words.PLAIN_NOTICE)} {how}{more}</p>"
