"""Limits on requests: so many a minute from one client, so many under way, so many seconds for each."""

import asyncio
import time
from ipaddress import IPv6Address, ip_address, ip_network

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui import strings
from ui.server.operations.routes import API, is_work
from ui.server.operations.stop import refused

PER_MINUTE = 240  # for a page that is open to others
MOST_UNDERWAY = 64
LONGEST_WORK = 20.0
RETRY_AFTER = 5
ONE_HOME = 64  # the bits of an IPv6 address that one household shares


class ClientLimit:
    """Refuses with 429 who makes more than so many costly requests a minute; other requests are free."""

    def __init__(self, app: ASGIApp, per_minute: int) -> None:
        self.app = app
        self._allowed = RateLimitItemPerMinute(per_minute)
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on, or refuse it."""
        app = self.app
        if scope["type"] == "http" and is_work(scope):
            client = client_of(scope)
            if not await self._limiter.hit(self._allowed, client):
                reset = (await self._limiter.get_window_stats(self._allowed, client)).reset_time
                said = strings.TOO_MANY.format(most=self._allowed.amount)
                app = refused(said, 429, round(reset - time.time()) + 1)
        await app(scope, receive, send)


class WorkLimit:
    """Refuses with 503 what comes while too much is under way, and what takes too long; the page has Gradio's queue."""

    def __init__(self, app: ASGIApp, most: int = MOST_UNDERWAY, seconds: float = LONGEST_WORK) -> None:
        self.app = app
        self._most = most
        self._seconds = seconds
        self._underway = set[asyncio.Task[None]]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on, or refuse it."""
        if scope["type"] != "http" or not API.fullmatch(scope["path"]):
            await self.app(scope, receive, send)
            return
        too_busy = refused(strings.TOO_BUSY, 503, RETRY_AFTER)
        if len(self._underway) >= self._most:
            await too_busy(scope, receive, send)
            return
        late = False

        async def in_time(message: Message) -> None:
            if not late:
                await send(message)

        task = asyncio.ensure_future(self._run(scope, receive, in_time))
        self._underway.add(task)
        task.add_done_callback(self._underway.discard)
        await asyncio.wait({task}, timeout=self._seconds)
        if task.done():
            task.result()
        else:  # a thread cannot be ended; nobody waits for it any more
            late = True
            await too_busy(scope, receive, send)

    async def _run(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)


def client_of(scope: Scope) -> str:
    """Whom a limit counts: an address, or the network of one household for IPv6."""
    sender = (scope.get("client") or ("",))[0]
    try:
        address = ip_address(sender)
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or ip_network((address, ONE_HOME), strict=False))
    return str(address)
