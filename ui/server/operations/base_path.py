"""A web application → the same one below a path, as a proxy may serve it beside other sites."""

from starlette.datastructures import MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

# Gradio would believe any sender of these; the name in `Host` is checked instead.
UNTRUSTED = ("x-forwarded-host", "x-forwarded-port", "x-forwarded-prefix", "x-forwarded-server", "forwarded")


class BasePath:
    """Answers below `base_path`, whether or not the proxy has taken it off; other forwarded names of a host go."""

    def __init__(self, app: ASGIApp, base_path: str) -> None:
        self.app = app
        self.base_path = base_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on with the path that the application knows."""
        app = self.app
        if scope["type"] == "http":
            headers = MutableHeaders(raw=list(scope["headers"]))
            for name in UNTRUSTED:
                del headers[name]
            scope = {**scope, "headers": headers.raw}
            path: str = scope["path"]
            if self.base_path and path == self.base_path:
                query = scope.get("query_string", b"").decode("latin-1")
                app = RedirectResponse(f"{self.base_path}/{'?' if query else ''}{query}", 308)
            elif self.base_path and path.startswith(f"{self.base_path}/"):
                inner = path.removeprefix(self.base_path)
                scope = {**scope, "path": inner, "raw_path": inner.encode()}
        await app(scope, receive, send)
