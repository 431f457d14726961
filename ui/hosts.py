"""A web application → the same one, which answers its own address alone: no other name, no page of another site."""

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui import words

LOOPBACK = ("127.0.0.1", "::1", "localhost")
HTTP_PORT = 80
LONGEST_NAME = 255
READING = ("GET", "HEAD")
OWN_SITE = ("", "none", "same-origin")


@dataclass(frozen=True)
class Address:
    """A host and its port, as a `Host` header names them; the port is None where none is named."""

    name: str
    port: int | None = None

    @classmethod
    def read(cls, text: str) -> "Address | None":
        """The address in `127.0.0.1:7860`, `[::1]:7860` or `example.org`; None where there is none.

        >>> Address.read("Judge.example:80")
        Address(name='judge.example', port=80)
        """
        if not text or len(text) > LONGEST_NAME or any(each in text for each in "/?#@ \\"):
            return None
        try:
            parts = urlsplit(f"//{text}")
            return cls(parts.hostname, parts.port) if parts.hostname else None
        except ValueError:
            return None


@dataclass(frozen=True)
class Access:
    """Who may use a page that is served at the host `served`.

    `hosts` are further names that it is reached by (`--allow-host`), and with `install` everybody may install an
    edition for all (`--allow-install`).
    """

    served: str = "127.0.0.1"
    hosts: tuple[str, ...] = ()
    install: bool = False

    @property
    def open_to_others(self) -> bool:
        """True where other machines may reach the page."""
        return self.served not in LOOPBACK

    def answers(self, host: str, scope: Scope) -> bool:
        """True where the page is reached by this `Host`."""
        return self.is_own(host, scope) or self._is_allowed(host)

    def is_own(self, host: str, scope: Scope) -> bool:
        """True for the very address at which the request arrived, not for a further name of it."""
        asked = Address.read(host)
        here, port = scope.get("server") or ("", None)
        if asked is None or (asked.port or HTTP_PORT) != port:
            return False
        return asked.name in {here, self.served.lower()} or (_is_loopback(here) and asked.name in LOOPBACK)

    def may_install(self, scope: Scope) -> bool:
        """True for a request from this machine to its own address, and for all with `install`."""
        if self.install:
            return True
        sender, here = (scope.get("client") or ("",))[0], (scope.get("server") or ("",))[0]
        near = _is_loopback(sender) or (sender == here != "")
        return near and self.is_own(Headers(scope=scope).get("host", ""), scope)

    def _is_allowed(self, host: str) -> bool:
        asked = Address.read(host)
        return asked is not None and any(
            known.name == asked.name and known.port in (None, asked.port)
            for known in map(Address.read, self.hosts)
            if known
        )


class OwnHost:
    """Refuses requests that name another host (400), and those that another site's page sends (403).

    A link from elsewhere may open the page; a browser says of each other request of a page where that is from.
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
                app = PlainTextResponse(words.FOREIGN_HOST.format(found=_shown(hosts), name=_shown(hosts)), 400)
            elif self._is_foreign(headers, scope):
                app = PlainTextResponse(words.FOREIGN_PAGE, 403)
        await app(scope, receive, send)

    def _is_foreign(self, headers: Mapping[str, str], scope: Scope) -> bool:
        """True where a page of another origin sends the request and does not merely open this page."""
        origin = headers.get("origin")
        if origin is not None:
            sender = origin.partition("://")[2]
            return sender != headers["host"] and not self.access.answers(sender, scope)
        site, mode = headers.get("sec-fetch-site", ""), headers.get("sec-fetch-mode", "")
        return site not in OWN_SITE and not (mode == "navigate" and scope["method"] in READING)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _shown(hosts: list[str]) -> str:
    text = hosts[0] if hosts else ""
    return text[:LONGEST_NAME].encode("ascii", "replace").decode() or "none"
