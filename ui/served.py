"""A page that is being served ↔ its address, kept in the home folder, for the terminal to link to."""

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

NAME = "serving.json"
PAGE = re.compile(r"http://[\w.-]+:\d+|http://\[[\da-f:]+\]:\d+")
TIMEOUT = 0.3


@contextmanager
def announcing(home: Path) -> Iterator[Path]:
    """The file that holds the address meanwhile; it goes when the page does."""
    path = home / NAME
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def announce(path: Path, url: str) -> None:
    """Keep the address; a folder that cannot be written keeps none."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"page": url}), "utf-8")


def served_page(home: Path, edition: str, timeout: float = TIMEOUT) -> str:
    """The address of the page that is being served and reads this edition now; "" where there is none."""
    try:
        page = str(json.loads((home / NAME).read_text("utf-8"))["page"])
        if not PAGE.fullmatch(page):
            return ""
        asked = http.client.HTTPConnection(urlsplit(page).netloc, timeout=timeout)
        try:
            asked.request("GET", "/editions")
            in_use = json.loads(asked.getresponse().read())["in_use"]["id"]
        finally:
            asked.close()
    except (OSError, ValueError, KeyError, TypeError, RecursionError, http.client.HTTPException):
        return ""
    return page if in_use == edition else ""
