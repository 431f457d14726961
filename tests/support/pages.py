"""A judge → its page, served for the tests; a question asked in it; a judge that waits until it is told to go on."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import Queue
from typing import Any, ClassVar
from unittest.mock import patch

import pytest
import uvicorn
from own_rules import ToyJudge
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from judge.judge import MOST_CITED, Answerer
from judge.records import Answer
from ui.page.access import Access
from ui.page.features import PageFeatures
from ui.server.operations.settings import Operation
from ui.server.operations.stop import Stop
from ui.server.operations.uvicorn_server import GracefulServer
from ui.server.web import serve

LONGEST_WAIT = 60
QUESTION = "Does my kite stay up?"
DEVICES: dict[str, Any] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
PHONE, DESKTOP = DEVICES
# For what looks or works differently on a phone. tests/browser/test_states.py shows every state on both.
both_devices = pytest.mark.parametrize("page", list(DEVICES), indirect=True)
phone_only = pytest.mark.parametrize("page", [PHONE], indirect=True)
# What Gradio's own client warns of when it has shown how far an upload is; what Chromium says of a refusal.
TOO_MANY = "Failed to load resource: the server responded with a status of 429 (Too Many Requests)"
HARMLESS = ("Method not implemented.", TOO_MANY)


@dataclass
class WaitingJudge(ToyJudge):
    """Keeps a "waiting" question until `go` is set; "crash" is a mistake of our own."""

    go: threading.Event = field(default_factory=threading.Event)

    def ask(self, question: str, k: int = MOST_CITED, earlier: Sequence[str] = ()) -> Answer:
        """The answer, when it may be given."""
        if "waiting" in question:
            self.go.wait(LONGEST_WAIT)
        if "crash" in question:
            raise ZeroDivisionError
        return super().ask(question, k, earlier)


def watched(page: Page) -> list[str]:
    """A list that is filled with the page's errors, warnings and requests to other hosts."""
    found, local = list[str](), ("http://127.0.0.1:", "data:", "blob:")

    def said(line: ConsoleMessage) -> None:
        if line.type in ("error", "warning") and line.text not in HARMLESS:
            found.append(line.text)

    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", said)
    page.on("request", lambda asked: None if asked.url.startswith(local) else found.append(asked.url))
    return found


class Devices:
    """One context of a browser for each device and module, so that the page's files are loaded and compiled once."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: dict[str, BrowserContext] = {}

    @contextmanager
    def page(self, device: str, **settings: Any) -> Iterator[Page]:
        """A page without memory: afterwards it is closed, and what it kept in the browser is removed."""
        context = self.contexts.get(device) or self._start(device, settings)
        page = context.new_page()
        yield page
        if page.url.startswith("http"):
            page.evaluate("localStorage.clear()")
        context.clear_cookies()
        context.clear_permissions()
        for each in context.pages:
            each.close()

    def _start(self, device: str, settings: dict[str, Any]) -> BrowserContext:
        self.contexts[device] = self.browser.new_context(**DEVICES[device], **settings)
        self.contexts[device].set_default_timeout(45_000)
        return self.contexts[device]

    def close(self) -> None:
        """Close all contexts."""
        for context in self.contexts.values():
            context.close()


@contextmanager
def opened(devices: Devices, device: str) -> Iterator[Page]:
    """A page that fails on errors, on foreign requests and on sideways scrolling."""
    with devices.page(device, color_scheme="dark" if device == "phone" else "light") as page:
        found = watched(page)
        yield page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found == [], found


class Stoppable(GracefulServer):
    """A server that can be stopped."""

    running: ClassVar[list["Stoppable"]] = []

    def __init__(self, config: uvicorn.Config, stop: Stop, on_ready: Callable[[], None]) -> None:
        super().__init__(config, stop, on_ready)
        self.running.append(self)


def start(
    judge: Answerer,
    features: PageFeatures | None = None,
    access: Access | None = None,
    operation: Operation | None = None,
) -> str:
    """Serve a judge until the tests of a module end; its address."""
    ready: Queue[str] = Queue()
    arguments = (judge, "127.0.0.1", 0, ready.put, features, access, "", operation)
    with patch("ui.server.web.GracefulServer", Stoppable):
        threading.Thread(target=serve, args=arguments, daemon=True).start()
        return ready.get(timeout=LONGEST_WAIT)


def stop_all() -> None:
    """Stop what was started: Gradio looks at each page's queue a thousand times a second."""
    while Stoppable.running:
        Stoppable.running.pop().should_exit = True


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
