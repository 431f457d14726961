"""Who may use a served page: the hosts that it answers, and who may install an edition for everyone."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

LOOPBACK = ("127.0.0.1", "::1", "localhost")
HTTP_PORT = 80
LONGEST_NAME = 255


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


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
