"""Where a writer is: an address that speaks the OpenAI chat protocol, a model, and a key from the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from index.errors import JudgeError

ADDRESS, MODEL, KEY = "JUDGE_WRITER", "JUDGE_WRITER_MODEL", "JUDGE_WRITER_KEY"
EXAMPLE = "http://127.0.0.1:11434/v1"
LONGEST = 300


class WriterError(JudgeError):
    """A writer that is not named as it must be."""


@dataclass(frozen=True)
class Endpoint:
    """The address of a server, such as `http://127.0.0.1:11434/v1`, and the name of its model.

    The key is sent to this address alone and never shown.
    """

    url: str
    model: str
    key: str = field(default="", repr=False)

    @classmethod
    def named(
        cls, url: str | None, model: str | None, environment: Mapping[str, str] = os.environ, offline: bool = False
    ) -> "Endpoint | None":
        """The endpoint that the options name, or else the environment; None where neither does.

        Raises WriterError where the address, the model or the key can't be used, or where it is not on this computer
        and the network must not be used.
        """
        chosen = url or environment.get(ADDRESS, "")
        if not chosen:
            return None
        named = model or environment.get(MODEL, "")
        if not named or len(named) > LONGEST or not named.isprintable():
            raise WriterError(f"found a writer without a model; expected its name: --writer-model NAME, or {MODEL}.")
        endpoint = cls(_checked_url(chosen), named, _checked_key(environment.get(KEY, "")))
        if offline and not endpoint.is_local:
            raise WriterError(
                f"found the writer {endpoint.address} and JUDGE_OFFLINE; expected one on this computer; unset one."
            )
        return endpoint

    @property
    def address(self) -> str:
        """What a reader is shown: scheme, host and port, without the path."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def is_local(self) -> bool:
        """Whether questions stay on this computer."""
        host = urlsplit(self.url).hostname or ""
        try:
            return host == "localhost" or ip_address(host).is_loopback
        except ValueError:
            return False


def _checked_url(url: str) -> str:
    """The address without a last slash; `/v1` is added where there is no path."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        fine = False
    if not fine or len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise WriterError(f"found no address of a writer in {url[:LONGEST]!r}; expected one such as {EXAMPLE}.")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise WriterError(
            f"found more than an address in --writer; expected one such as {EXAMPLE}; a key goes in {KEY}."
        )
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/') or '/v1'}"


def _checked_key(key: str) -> str:
    if not key.isascii() or not key.isprintable() or " " in key:
        raise WriterError(f"found a key in {KEY} that can't be sent; expected letters and digits; set it again.")
    return key
