"""The home folder → the page served from it, to link to or to ask once it has proven its identity."""

import http.client
import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hmac import compare_digest
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from index.rules.editions import in_use, version_of
from ui.server.address import Announcement, proof, read_announcement

NONCE_HEADER, PROOF_HEADER = "judge-nonce", "judge-proof"
NONCE_BYTES = 16
FOR_PROOF, FOR_ANSWER = 0.3, 3.0  # seconds
ODD = (OSError, ValueError, KeyError, TypeError, RecursionError, http.client.HTTPException)


class OddReplyError(ValueError):
    """A reply that another program, or another version, gives."""


def page_address(home: Path, edition: str, timeout: float = FOR_PROOF) -> str:
    """The address of a served page that uses this edition, "" where there is none."""
    announced = _announced(home, edition)
    if not announced:
        return ""
    try:
        with _connected(announced, timeout):
            return announced.page
    except ODD:
        return ""


def ask_page(home: Path, path: str, parameters: Mapping[str, object], timeout: float = FOR_PROOF) -> str:
    """What the served page replies at a path such as `/ask`, "" where none is served or its reply is not as expected.

    It must use the edition in use as it is installed now, and the default encoder, with our version.
    """
    announced = _announced(home, in_use(home))
    if not announced or announced.encoder:
        return ""
    try:
        with _connected(announced, timeout) as connection:
            return _get(connection, f"{path}?{urlencode(parameters)}", {})[0].decode("utf-8")
    except ODD:
        return ""


def _announced(home: Path, edition: str) -> Announcement | None:
    """The announcement of a page on this computer that may answer for this edition."""
    read = read_announcement(home)
    if read is None:
        return None
    announced, written = read
    same = announced.edition == edition and announced.version == version("rules-judge")
    return announced if same and announced.near and version_of(home, edition) <= written else None


@contextmanager
def _connected(announced: Announcement, timeout: float) -> Iterator[http.client.HTTPConnection]:
    """A connection to the announced page, which has proven to know the token and to use its edition still."""
    connection = http.client.HTTPConnection(urlsplit(announced.page).netloc, timeout=timeout)
    try:
        nonce = secrets.token_hex(NONCE_BYTES)
        body, proven = _get(connection, "/editions", {NONCE_HEADER: nonce})
        if not compare_digest(proven, proof(announced.token, nonce)):
            raise OddReplyError("no proof")
        if json.loads(body)["in_use"]["id"] != announced.edition or connection.sock is None:
            raise OddReplyError("another edition")
        connection.sock.settimeout(FOR_ANSWER)
        yield connection
    finally:
        connection.close()


def _get(connection: http.client.HTTPConnection, target: str, headers: Mapping[str, str]) -> tuple[bytes, str]:
    """The body of a reply, and the proof that came with it."""
    connection.request("GET", target, headers=headers)
    reply = connection.getresponse()
    body = reply.read()
    if reply.status != http.client.OK:
        raise OddReplyError(f"status {reply.status}")
    return body, reply.headers.get(PROOF_HEADER, "")
