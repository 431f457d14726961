"""A judge → its page, served for the tests; a question asked in it; a judge that waits until it is told to go on."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from queue import Queue

from own_rules import ToyJudge
from playwright.sync_api import Page, expect

from judge.records import Answer
from ui.parts import Parts
from ui.web import serve

LONGEST_WAIT = 60


@dataclass
class WaitingJudge(ToyJudge):
    """Keeps a "waiting" question until `go` is set; "crash" is a mistake of our own."""

    go: threading.Event = field(default_factory=threading.Event)

    def ask(self, question: str, k: int = 8, earlier: Sequence[str] = ()) -> Answer:
        """The answer, when it may be given."""
        if "waiting" in question:
            self.go.wait(LONGEST_WAIT)
        if "crash" in question:
            raise ZeroDivisionError
        return super().ask(question, k, earlier)


def start(judge: ToyJudge, parts: Parts | None = None) -> str:
    """Serve a judge until the tests end; its address."""
    ready: Queue[str] = Queue()
    arguments = (judge, "127.0.0.1", 0, ready.put, parts)
    threading.Thread(target=serve, args=arguments, daemon=True).start()  # type: ignore[arg-type]
    return ready.get(timeout=LONGEST_WAIT)


def send(page: Page, question: str) -> None:
    """Type a question and send it."""
    expect(page.locator("#ask textarea")).to_be_enabled()
    page.fill("#ask textarea", question)
    page.press("#ask textarea", "Enter")


def ask(page: Page, question: str) -> None:
    """Send a question and wait until the box is free again."""
    send(page, question)
    expect(page.locator("#chat .asked").last).to_have_text(question)
    expect(page.locator("#ask textarea")).to_be_enabled()
