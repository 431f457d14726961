"""Scryfall's list of bulk files → its newest cards and rulings, downloaded into a folder.

Its terms ask for a User-Agent, for an Accept header and for at most ten requests a second.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path

from index.errors import FetchError
from index.input.download import Downloader
from index.progress import Progress

BULK_DATA = "https://api.scryfall.com/bulk-data"
WANTED = {"oracle_cards": "oracle-cards.json", "rulings": "rulings.json"}
ACCEPT = {"Accept": "application/json;q=0.9,*/*;q=0.8"}
TIMEOUT = 30.0
BETWEEN_REQUESTS = 0.1
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

    Raises FetchError when there is no network, no such list, or an incomplete file.
    """
    downloader, files = Downloader(BY_HAND, timeout, ACCEPT), []
    for kind, uri in _addresses(downloader, address).items():
        wait(BETWEEN_REQUESTS)
        files.append(folder / WANTED[kind])
        downloader.save(uri, files[-1], LARGEST_FILE, on_progress)
    return files


def _addresses(downloader: Downloader, address: str) -> dict[str, str]:
    """Where the wanted files are, by their type."""
    try:
        listed = json.loads(downloader.get(address, LARGEST_LIST).body)["data"]
        found = {str(each["type"]): str(each["download_uri"]) for each in listed}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise FetchError(f"found no list of bulk files at {address}, expected Scryfall's; {BY_HAND}") from error
    missing = [kind for kind in WANTED if kind not in found]
    if missing:
        raise FetchError(f"found no {' and no '.join(missing)} in the list at {address}, expected both; {BY_HAND}")
    return {kind: found[kind] for kind in WANTED}
