"""The publisher's rules page → the newest official text's bytes."""

import html
import re
import urllib.parse

from index.errors import FetchError
from index.input.download import Downloader
from index.progress import Progress

RULES_PAGE = "https://magic.wizards.com/en/rules"
TIMEOUT = 8.0
LARGEST = 16_000_000
TEXT_LINK = re.compile(r"""href\s*=\s*["']([^"']+\.txt(?:\?[^"']*)?)["']""", re.IGNORECASE)
DATE = re.compile(r"\d{8}")
BY_HAND = "install a file instead: judge rules add FILE"


def fetch_newest(
    page: str = RULES_PAGE, timeout: float = TIMEOUT, on_progress: Progress | None = None
) -> tuple[bytes, str]:
    """The bytes and the name of the newest text that the rules page links to; redirects are followed.

    `timeout` is in seconds, for each wait; `on_progress` gets the bytes of the text that have arrived and all of them,
    0 where the server does not say. Raises FetchError when there is no network, no link or no complete text.
    """
    downloader = Downloader(BY_HAND, timeout)
    found = downloader.get(page, LARGEST)
    text = downloader.get(_newest_link(found.address, found.body.decode("utf-8", "replace")), LARGEST, on_progress)
    if "html" in text.content_type:
        raise FetchError(f"found an HTML page at {text.address}, expected the rules' text; {BY_HAND}")
    return text.body, urllib.parse.unquote(urllib.parse.urlsplit(text.address).path.rsplit("/", 1)[-1])


def _newest_link(page: str, source: str) -> str:
    """The address of the text with the latest date in its name, such as `…/Rules%2020260807.txt`."""
    links = [urllib.parse.unquote(html.unescape(link)) for link in TEXT_LINK.findall(source)]
    if not links:
        raise FetchError(f"found no link to a .txt file on {page}, expected the rules' text there; {BY_HAND}")
    newest = max(links, key=lambda link: max(DATE.findall(link), default=""))
    return urllib.parse.urljoin(page, urllib.parse.quote(newest, safe=":/?&=%"))
