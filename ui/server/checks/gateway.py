"""A web application → the same one, in which Gradio gets only its own page's requests, each checked."""

import re
from collections.abc import Callable
from functools import partial

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui import strings
from ui.server.checks.events import EventError, Events

LARGEST_EVENT = 8 << 20
PREFIX = "/gradio_api/"
# What a browser may read: the page, its files, our own API, the answers to its events. No other route of Gradio's.
READ = re.compile(
    r"/|/config/?|/theme\.css|/robots\.txt|/favicon\.ico|/manifest\.json|/(?:static|assets|svelte)/[\w./-]+"
    r"|/ask(?:\.txt)?|/rule/.*|/s/\w{1,32}|/search|/editions|/changes|/api/openapi\.json"
    r"|/gradio_api/(?:app_id|info|theme\.css|startup-events|queue/data|upload_progress|heartbeat/[\w-]{1,64}"
    r"|call/\w+/[\w-]{1,64}|file=.*)",
    re.DOTALL,
)
UPLOAD = f"{PREFIX}upload"
NO_BODY = f"{PREFIX}reset"
RUN, CALL = re.compile(rf"{PREFIX}run/(\w+)"), re.compile(rf"{PREFIX}call/(\w+)")

Check = Callable[[bytes], bytes]
CanAnswer = Callable[[Scope], bool]


class Gateway:
    """Answers 404 for a route that the page does not need, and 422 for an event that is not as its step takes it.

    404 as well where answers are fetched that `can_answer` does not know of.
    """

    def __init__(self, app: ASGIApp, events: Events, can_answer: CanAnswer) -> None:
        self.app = app
        self.events = events
        self.can_answer = can_answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on with a checked body, or refuse it."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "http" and not self.can_answer(scope):
            await JSONResponse({"detail": strings.NO_SUCH_ANSWER}, 404)(scope, receive, send)
        elif scope["type"] != "http" or _is_open(scope):
            await self.app(scope, receive, send)
        elif check := self._check(scope):
            await self._checked(check, scope, receive, send)
        else:
            await JSONResponse({"detail": strings.NO_SUCH_ROUTE}, 404)(scope, receive, send)

    def _check(self, scope: Scope) -> Check | None:
        """The check of a body that is sent to a route, None for a route that takes none."""
        if scope["method"] != "POST":
            return None
        path = scope["path"]
        if named := CALL.fullmatch(path):
            return partial(self.events.event, name=named[1]) if named[1] in self.events.names else None
        if named := RUN.fullmatch(path):
            return partial(self.events.event, name=named[1])
        known: dict[str, Check] = {
            f"{PREFIX}queue/join": self.events.event,
            f"{PREFIX}component_server": self.events.call,
            f"{PREFIX}component_server/": self.events.call,
            f"{PREFIX}cancel": self.events.cancel,
            "/links": lambda body: body,
            NO_BODY: lambda body: b'{"event_id": ""}',
        }
        return known.get(path)

    async def _checked(self, check: Check, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = check(await _whole(receive, LARGEST_EVENT))
        except EventError as error:
            await JSONResponse({"detail": str(error)}, 422)(scope, receive, send)
            return
        headers = _replaced(scope, body)
        sent = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def again() -> Message:
            return next(sent, None) or await receive()

        await self.app({**scope, "headers": headers}, again, send)


async def _whole(receive: Receive, most: int) -> bytes:
    """The body of a request.

    Raises EventError where it is too large.
    """
    parts = bytearray()
    while True:
        message = await receive()
        parts += message.get("body", b"")
        if len(parts) > most:
            raise EventError(strings.LARGE_EVENT.format(most=most >> 20))
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            return bytes(parts)


def _is_open(scope: Scope) -> bool:
    """True for a request that is passed on unchecked."""
    if scope["method"] in ("GET", "HEAD"):
        return READ.fullmatch(scope["path"]) is not None
    return bool(scope["method"] == "POST" and scope["path"] == UPLOAD)


def _replaced(scope: Scope, body: bytes) -> list[tuple[bytes, bytes]]:
    """The headers of a request with another body, which is JSON whatever was sent."""
    headers = MutableHeaders(raw=list(Headers(scope=scope).raw))
    for name in ("transfer-encoding", "content-encoding"):
        del headers[name]
    headers["content-type"] = "application/json"
    headers["content-length"] = str(len(body))
    return headers.raw
