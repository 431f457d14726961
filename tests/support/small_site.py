"""A little server on this machine that says what it is told to: the publisher's page and its text."""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from local_server import QuietHandler, listening


@dataclass(frozen=True)
class Reply:
    """What the server says; `length` other than the body's is a promise that it breaks.

    Where there is a `gate`, the second half of the body waits until it is open.
    """

    body: bytes = b""
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    location: str = ""
    length: int | None = None
    wait: float = 0
    gate: threading.Event | None = None


@dataclass
class Site:
    """Replies by path, and the address of the page."""

    address: str
    replies: dict[str, Reply] = field(default_factory=dict)

    def serve(self, replies: Mapping[str, Reply]) -> str:
        """Serve these from now on; the address of the page `/en/rules`."""
        self.replies.update(replies)
        return f"{self.address}/en/rules"


@contextmanager
def serving() -> Iterator[Site]:
    """A server on a free port of this machine."""

    class Handler(QuietHandler):
        def do_GET(self) -> None:
            reply = served.replies.get(self.path, Reply(status=404))
            time.sleep(reply.wait)
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.kind)
            self.send_header("Content-Length", str(len(reply.body) if reply.length is None else reply.length))
            if reply.location:
                self.send_header("Location", reply.location)
            self.end_headers()
            with suppress(ConnectionError):  # who waited for it has gone
                half = len(reply.body) // 2 if reply.gate else 0
                self.wfile.write(reply.body[:half])
                if reply.gate:
                    reply.gate.wait()
                self.wfile.write(reply.body[half:])

    with listening(Handler) as address:
        served = Site(address)
        yield served


def page_of(*links: str) -> Reply:
    """A page with links."""
    return Reply("".join(f'<a class="cta" href="{link}">TXT</a>' for link in links).encode())


def text_of(body: bytes, *, length: int | None = None, wait: float = 0, gate: threading.Event | None = None) -> Reply:
    """A text file."""
    return Reply(body, "text/plain", length=length, wait=wait, gate=gate)
