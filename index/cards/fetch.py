"""Scryfall's list of bulk files → its newest cards and rulings, downloaded into a folder.

Its terms ask for a User-Agent, for an Accept header and for at most ten requests a second.
"""

import http.client
import json
import re
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from index.cards.files import Progress
from index.errors import FetchError

BULK_DATA = "https://api.scryfall.com/bulk-data"
WANTED = {"oracle_cards": "oracle-cards.json", "rulings": "rulings.json"}
HEADERS = {"User-Agent": "rules-judge/0.1", "Accept": "application/json;q=0.9,*/*;q=0.8"}
TIMEOUT = 30.0
BETWEEN_REQUESTS = 0.1
BLOCK = 1 << 20
LARGEST_LIST, LARGEST_FILE = 1 << 20, 2 << 30
BY_HAND = "add files by hand instead: judge cards add FILE"

Wait = Callable[[float], None]


def fetch_cards(
    folder: Path,
    address: str = BULK_DATA,
    timeout: float = TIMEOUT,
    wait: Wait = time.sleep,
    on_progress: Progress | None = None,
) -> list[Path]:
    """Download the cards and the rulings that the list at `address` names; `timeout` is for each wait, in seconds.

    Raises FetchError when there is no network, no such list, or a file that broke off.
    """
    files = []
    for kind, uri in _addresses(address, timeout).items():
        wait(BETWEEN_REQUESTS)
        files.append(folder / WANTED[kind])
        _download(uri, files[-1], timeout, on_progress)
    return files


def _addresses(address: str, timeout: float) -> dict[str, str]:
    """Where the wanted files are, by their type."""
    with _asked(address, timeout) as response:
        try:
            listed = json.loads(response.read(LARGEST_LIST))["data"]
            found = {str(each["type"]): str(each["download_uri"]) for each in listed}
        except (ValueError, KeyError, TypeError, RecursionError, OSError, http.client.HTTPException) as error:
            raise FetchError(f"found no list of bulk files at {address}, expected Scryfall's; {BY_HAND}") from error
    missing = [kind for kind in WANTED if kind not in found]
    if missing:
        raise FetchError(f"found no {' and no '.join(missing)} in the list at {address}, expected both; {BY_HAND}")
    return {kind: found[kind] for kind in WANTED}


def _download(address: str, path: Path, timeout: float, on_progress: Progress | None) -> None:
    with _asked(address, timeout) as response:
        length = response.headers.get("Content-Length") or ""
        promised, done = int(length) if re.fullmatch(r"[0-9]{1,15}", length) else 0, 0
        try:
            with path.open("wb") as file:
                while block := response.read(BLOCK):
                    file.write(block)
                    done += len(block)
                    if done > LARGEST_FILE:
                        raise FetchError(f"{address} holds more than {LARGEST_FILE} bytes; {BY_HAND}")
                    if on_progress:
                        on_progress(done, max(promised, done))
        except (http.client.HTTPException, OSError) as error:
            raise FetchError(f"{address} broke off after {done} bytes; try again, or {BY_HAND}") from error
    if done < promised:
        raise FetchError(f"{address} broke off after {done} of {promised} bytes; try again, or {BY_HAND}")


def _asked(address: str, timeout: float) -> Any:
    """The open response."""
    try:
        return urllib.request.urlopen(urllib.request.Request(address, headers=HEADERS), timeout=timeout)
    except (http.client.HTTPException, OSError, ValueError) as error:
        reason = " ".join(str(getattr(error, "reason", "") or error).split())[:120]
        raise FetchError(f"could not take {address} ({reason}); {BY_HAND}") from error
