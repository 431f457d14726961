"""The publisher's rules page → the newest official text's bytes."""

import http.client
import re
import urllib.parse
import urllib.request

from index.errors import FetchError

RULES_PAGE = "https://magic.wizards.com/en/rules"
TIMEOUT = 8.0
LARGEST = 16_000_000
TEXT_LINK = re.compile(r"""href\s*=\s*["']([^"']+\.txt(?:\?[^"']*)?)["']""", re.IGNORECASE)
BY_HAND = "install a file instead: judge rules add FILE"


def fetch_newest(page: str = RULES_PAGE, timeout: float = TIMEOUT) -> tuple[bytes, str]:
    """The bytes and the name of the text that the rules page links to; redirects are followed.

    `timeout` is in seconds, for each wait. Raises FetchError when there is no network, no link or no whole text.
    """
    _, html = _get(page, timeout)
    links = [
        urllib.parse.unquote(link).replace("&amp;", "&") for link in TEXT_LINK.findall(html.decode("utf-8", "replace"))
    ]
    if not links:
        raise FetchError(f"found no link to a .txt file on {page}, expected the rules' text there; {BY_HAND}")
    newest = max(links, key=lambda link: max(re.findall(r"\d{8}", link), default=""))
    address = urllib.parse.urljoin(page, urllib.parse.quote(newest, safe=":/?&=%"))
    content_type, text = _get(address, timeout)
    if "html" in content_type:
        raise FetchError(f"found an HTML page at {address}, expected the rules' text; {BY_HAND}")
    return text, urllib.parse.unquote(address.rsplit("/", 1)[-1])


def _get(address: str, timeout: float) -> tuple[str, bytes]:
    request = urllib.request.Request(address, headers={"User-Agent": "rules-judge"})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            body: bytes = response.read(LARGEST + 1)
            content_type: str = response.headers.get("Content-Type", "")
            promised = response.headers.get("Content-Length")
    except (http.client.HTTPException, OSError, ValueError) as error:
        raise FetchError(f"could not take {address} ({_reason(error)}); {BY_HAND}") from error
    if promised and promised.isdigit() and len(body) < min(int(promised), LARGEST):
        raise FetchError(f"{address} broke off after {len(body)} of {promised} bytes; try again, or {BY_HAND}")
    if len(body) > LARGEST:
        raise FetchError(f"{address} holds more than {LARGEST} bytes, expected about a million; {BY_HAND}")
    return content_type, body


def _reason(error: Exception) -> str:
    return str(getattr(error, "reason", "") or error).splitlines()[0][:120] if str(error) else type(error).__name__
