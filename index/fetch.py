"""The publisher's rules page → the newest official text's bytes."""

import html
import http.client
import re
import urllib.parse
import urllib.request
from typing import Any

from index.errors import FetchError
from index.vectors import Progress

RULES_PAGE = "https://magic.wizards.com/en/rules"
TIMEOUT = 8.0
LARGEST = 16_000_000
BLOCK = 1 << 16
TEXT_LINK = re.compile(r"""href\s*=\s*["']([^"']+\.txt(?:\?[^"']*)?)["']""", re.IGNORECASE)
BY_HAND = "install a file instead: judge rules add FILE"


def fetch_newest(
    page: str = RULES_PAGE, timeout: float = TIMEOUT, on_progress: Progress | None = None
) -> tuple[bytes, str]:
    """The bytes and the name of the text that the rules page links to; redirects are followed.

    `timeout` is in seconds, for each wait; `on_progress` gets the text's bytes taken and all of them, 0 where nobody
    says. Raises FetchError when there is no network, no link or no whole text.
    """
    page, _, found = _get(page, timeout)
    links = [urllib.parse.unquote(html.unescape(link)) for link in TEXT_LINK.findall(found.decode("utf-8", "replace"))]
    if not links:
        raise FetchError(f"found no link to a .txt file on {page}, expected the rules' text there; {BY_HAND}")
    newest = max(links, key=lambda link: max(re.findall(r"\d{8}", link), default=""))
    address = urllib.parse.urljoin(page, urllib.parse.quote(newest, safe=":/?&=%"))
    address, content_type, text = _get(address, timeout, on_progress)
    if "html" in content_type:
        raise FetchError(f"found an HTML page at {address}, expected the rules' text; {BY_HAND}")
    return text, urllib.parse.unquote(urllib.parse.urlsplit(address).path.rsplit("/", 1)[-1])


def _get(address: str, timeout: float, on_progress: Progress | None = None) -> tuple[str, str, bytes]:
    """The address after redirects, the content type and the body."""
    try:
        request = urllib.request.Request(address, headers={"User-Agent": "rules-judge"})
        with urllib.request.urlopen(request, timeout=timeout) as response:
            content_type: str = response.headers.get("Content-Type", "").lower()
            arrived: str = response.geturl()
            length = response.headers.get("Content-Length") or ""
            promised = int(length) if length.isdigit() else 0
            body = _read(response, promised, on_progress)
    except (http.client.HTTPException, OSError, ValueError) as error:
        raise FetchError(f"could not take {address} ({_reason(error)}); {BY_HAND}") from error
    if len(body) < min(promised, LARGEST):
        raise FetchError(f"{address} broke off after {len(body)} of {promised} bytes; try again, or {BY_HAND}")
    if len(body) > LARGEST:
        raise FetchError(f"{address} holds more than {LARGEST} bytes, expected about a million; {BY_HAND}")
    return arrived, content_type, body


def _read(response: Any, promised: int, on_progress: Progress | None) -> bytes:
    """The body, block by block, one byte more than the largest at most."""
    body = bytearray()
    while len(body) <= LARGEST and (block := response.read(min(BLOCK, LARGEST + 1 - len(body)))):
        body += block
        if on_progress:
            on_progress(len(body), promised)
    return bytes(body)


def _reason(error: Exception) -> str:
    return " ".join(str(getattr(error, "reason", "") or error).split())[:120] or type(error).__name__
