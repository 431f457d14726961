"""The address of the served page, kept in the home folder for the terminal to link to."""

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
    """The file that holds the address while the page is served; it is removed afterwards."""
    path = home / NAME
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def announce(path: Path, url: str) -> None:
    """Write the address; a folder that cannot be written is ignored."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"page": url}), "utf-8")


def served_page(home: Path, edition: str, timeout: float = TIMEOUT) -> str:
    """The address of a served page that uses this edition, "" where there is none."""
    try:
        page = str(json.loads((home / NAME).read_text("utf-8"))["page"])
        if not PAGE.fullmatch(page):
            return ""
        connection = http.client.HTTPConnection(urlsplit(page).netloc, timeout=timeout)
        try:
            connection.request("GET", "/editions")
            in_use = json.loads(connection.getresponse().read())["in_use"]["id"]
        finally:
            connection.close()
    except (OSError, ValueError, KeyError, TypeError, RecursionError, http.client.HTTPException):
        return ""
    return page if in_use == edition else ""
