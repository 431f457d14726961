"""A web application → the same one, which answers only at its own address: no other name, no page of another site."""

from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui import strings
from ui.page.access import LONGEST_NAME, Access

READING = ("GET", "HEAD")
OWN_SITE = ("", "none", "same-origin")


class OwnHost:
    """Refuses requests that name another host (400), and those that another site's page sends (403).

    A link from elsewhere may open the page; for every other request, the browser says which page sent it.
    """

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app = app
        self.access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on, or refuse it."""
        app = self.app
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            hosts = headers.getlist("host")
            if len(hosts) != 1 or not self.access.answers(hosts[0], scope):
                app = PlainTextResponse(strings.FOREIGN_HOST.format(found=_shown(hosts), name=_shown(hosts)), 400)
            elif self._is_foreign(headers, scope):
                app = PlainTextResponse(strings.FOREIGN_PAGE, 403)
        await app(scope, receive, send)

    def _is_foreign(self, headers: Mapping[str, str], scope: Scope) -> bool:
        """True where a page of another origin sends the request and does not merely open this page."""
        origin = headers.get("origin")
        if origin is not None:
            sender = origin.partition("://")[2]
            return sender != headers["host"] and not self.access.answers(sender, scope)
        site, mode = headers.get("sec-fetch-site", ""), headers.get("sec-fetch-mode", "")
        return site not in OWN_SITE and not (mode == "navigate" and scope["method"] in READING)


def _shown(hosts: list[str]) -> str:
    text = hosts[0] if hosts else ""
    return text[:LONGEST_NAME].encode("ascii", "replace").decode() or "none"
