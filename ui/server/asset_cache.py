"""Caching of Gradio's unchanging files: compressed once, kept by browsers for a year."""

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Gradio puts a hash of the content into the file name.
ASSET = re.compile(r"/assets/[\w.-]+")
FOR_A_YEAR = "public, max-age=31536000, immutable"
PACKINGS = ("br", "gzip")
NEEDED = (b"host", b"accept-encoding")


class AssetCache:
    """Serves the scripts and styles of Gradio's page from memory after the first request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._kept: dict[tuple[str, str], list[Message]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond, or pass the request on."""
        if scope["type"] != "http" or scope["method"] != "GET" or not ASSET.fullmatch(scope["path"]):
            await self.app(scope, receive, send)
            return
        taken = Headers(scope=scope).get("accept-encoding", "")
        key = scope["path"], next((name for name in PACKINGS if name in taken), "")
        answer = self._kept.get(key) or await _whole(self.app, scope, receive)
        if answer[0]["status"] == 200:
            self._kept[key] = answer
        for message in answer:
            await send(message)


async def _whole(app: ASGIApp, scope: Scope, receive: Receive) -> list[Message]:
    """The messages of a whole response, the same for everyone, with the header that lets browsers keep it."""
    headers = [(name, value) for name, value in scope["headers"] if name in NEEDED]
    messages: list[Message] = []

    async def keep(message: Message) -> None:
        messages.append(message)

    await app({**scope, "headers": headers}, receive, keep)
    if messages[0]["status"] == 200:
        MutableHeaders(scope=messages[0])["cache-control"] = FOR_A_YEAR
    return messages
