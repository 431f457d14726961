"""What watches a server: whether it lives, whether it takes questions, and its figures."""

from collections.abc import Callable
from ipaddress import ip_address

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui import strings
from ui.server.operations.metrics import FORMAT, Metrics
from ui.server.operations.routes import HEALTH, METRICS, READY
from ui.server.operations.stop import RETRY_AFTER, Stop


class Health:
    """Answers `/healthz`, `/readyz` and `/metrics` before anything else is checked; `store` says how the database is.

    A database that cannot be reached does not make the judge unready: answers need none. Figures are for this computer,
    unless they are `open`.
    """

    def __init__(
        self,
        app: ASGIApp,
        stop: Stop,
        metrics: Metrics,
        queued: Callable[[], int],
        store: Callable[[], str],
        open_to_others: bool,
    ) -> None:
        self.app = app
        self.stop = stop
        self.metrics = metrics
        self.queued = queued
        self.store = store
        self.open_to_others = open_to_others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or hand the request on."""
        known = {HEALTH: self._health, READY: self._ready, METRICS: self._figures}
        probed = scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and known.get(scope["path"])
        app = probed(Request(scope)) if probed else self.app
        await app(scope, receive, send)

    def _health(self, request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    def _ready(self, request: Request) -> Response:
        """Whether new questions are taken, which a balancer asks."""
        if self.stop.begun:
            return JSONResponse({"ready": False, "why": strings.STOPPING}, 503, {"retry-after": str(RETRY_AFTER)})
        return JSONResponse({"ready": True, "database": self.store()})

    def _figures(self, request: Request) -> Response:
        near = _is_near(request.client.host if request.client else "")
        if not (self.open_to_others or near):
            return PlainTextResponse(strings.NO_SUCH_ROUTE, 404)
        return Response(self.metrics.text(self.queued()), media_type=FORMAT)


def _is_near(sender: str) -> bool:
    try:
        return ip_address(sender).is_loopback
    except ValueError:
        return False
