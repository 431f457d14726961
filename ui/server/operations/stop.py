"""A graceful stop: what is under way is finished, and new work is refused with 503 until the server ends."""

import time
from collections.abc import Callable

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui import strings
from ui.server.operations.routes import is_open_page, is_work

RETRY_AFTER = 5
# Between an event and the request that fetches its answer.
SECONDS_TO_FETCH = 1.0


def refused(said: str, status: int, seconds: int) -> JSONResponse:
    """A refusal with the seconds after which it is worth asking again; Gradio's page reads `detail`."""
    return JSONResponse({"error": said, "detail": said}, status, {"retry-after": str(max(1, seconds))})


class Stop:
    """Whether the server was told to stop, and whether what was under way is done."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._begun: float | None = None
        self._worked = -SECONDS_TO_FETCH
        self.underway = 0

    @property
    def begun(self) -> bool:
        """True once the server was told to stop."""
        return self._begun is not None

    def begin(self) -> None:
        """Refuse new work from now on."""
        self._begun = self._begun or self._clock()

    def note_work(self) -> None:
        """Remember that work was taken just now."""
        self._worked = self._clock()

    @property
    def finished(self) -> bool:
        """True when the server may end: all is done and fetched, or the time is over."""
        if self._begun is None:
            return False
        now = self._clock()
        idle = self.underway == 0 and now - self._worked >= SECONDS_TO_FETCH
        return idle or now - self._begun >= self._seconds


class RefuseWhenStopping:
    """Counts the requests under way; once the server stops, refuses new work."""

    def __init__(self, app: ASGIApp, stop: Stop) -> None:
        self.app = app
        self.stop = stop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on, or refuse it."""
        if scope["type"] != "http" or is_open_page(scope):
            await self.app(scope, receive, send)
            return
        works = is_work(scope)
        if works and self.stop.begun:
            await refused(strings.STOPPING, 503, RETRY_AFTER)(scope, receive, send)
            return
        self.stop.underway += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.stop.underway -= 1
            if works:
                self.stop.note_work()
