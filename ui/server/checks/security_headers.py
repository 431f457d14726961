"""Security headers for every response: pages load nothing from other hosts; and a limit on the length of links."""

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui import strings

# Gradio cannot serve its page at an address of 65,536 characters.
LONGEST_LINK = 60_000
# Gradio's page needs its inline scripts and styles.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    )
)
HEADERS = {"content-security-policy": POLICY, "x-content-type-options": "nosniff", "referrer-policy": "same-origin"}


class SecurityHeaders:
    """Adds the headers to every response, and refuses a link to the page that is too long."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        app, length = self.app, len(scope.get("query_string", b""))
        if scope["type"] == "http" and scope["path"] == "/" and length > LONGEST_LINK:
            app = PlainTextResponse(strings.LONG_LINK.format(found=length, most=LONGEST_LINK), 414)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await app(scope, receive, with_headers if scope["type"] == "http" else send)
