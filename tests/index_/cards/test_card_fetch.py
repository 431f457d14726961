"""index/cards/fetch.py: Scryfall's list and files, served by a little server on this machine."""

import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from small_cards import as_array, scryfall_cards, scryfall_rulings

from index.cards.fetch import BY_HAND, fetch_cards
from index.cards.store import CardStore
from index.errors import FetchError
from ui.terminal.card_files import add_cards

Output = pytest.CaptureFixture[str]


@dataclass
class Bulk:
    """What the server has by path, what was asked of it with which headers, and how many bytes it leaves out."""

    address: str = ""
    bodies: dict[str, bytes] = field(default_factory=dict)
    asked: list[tuple[str, str | None, str | None]] = field(default_factory=list)
    left_out: int = 0


@pytest.fixture
def bulk() -> Iterator[Bulk]:
    """A server of the same shape as Scryfall's, with our cards."""
    served = Bulk()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append((self.path, self.headers["User-Agent"], self.headers["Accept"]))
            body = served.bodies.get(self.path)
            self.send_response(200 if body is not None else 429)
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            with suppress(ConnectionError):
                left_out = served.left_out if self.path.startswith("/file") else 0
                self.wfile.write((body or b"")[: len(body or b"") - left_out])

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    served.address = f"http://127.0.0.1:{server.server_port}/bulk-data"
    files = {"oracle_cards": scryfall_cards(), "rulings": scryfall_rulings(), "default_cards": []}
    listed = [
        {"object": "bulk_data", "type": kind, "download_uri": served.address.replace("bulk-data", f"file/{kind}.json")}
        for kind in files
    ]
    served.bodies = {f"/file/{kind}.json": as_array(objects) for kind, objects in files.items()}
    served.bodies["/bulk-data"] = json.dumps({"object": "list", "data": listed}).encode()
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield served
    server.shutdown()
    server.server_close()


def test_cards_and_rulings_are_taken_as_scryfall_asks(bulk: Bulk, tmp_path: Path) -> None:
    waited = list[float]()
    files = fetch_cards(tmp_path, bulk.address, wait=waited.append)
    assert [file.name for file in files] == ["oracle-cards.json", "rulings.json"]
    assert files[0].read_bytes() == bulk.bodies["/file/oracle_cards.json"]
    assert [path for path, _, _ in bulk.asked] == ["/bulk-data", "/file/oracle_cards.json", "/file/rulings.json"]
    assert {(agent, bool(accept)) for _, agent, accept in bulk.asked} == {("rules-judge/0.1", True)}
    assert waited == [0.1, 0.1]


def test_fetched_cards_are_added(bulk: Bulk, home: Path, capsys: Output) -> None:
    add_cards([], fetch=True, offline=False, address=bulk.address)
    assert CardStore.at(home).counts() == (9, 3)
    assert capsys.readouterr().out.splitlines() == [
        "Added oracle-cards.json: Scryfall cards, 9 cards, 0 rulings.",
        "Added rulings.json: Scryfall rulings, 0 cards, 3 rulings.",
        "There are now 9 cards and 3 rulings.",
    ]


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        pytest.param("/bulk-data", None, "could not download", id="too many requests"),
        pytest.param("/bulk-data", b"<html>", "found no list of bulk files", id="a page"),
        pytest.param("/bulk-data", b'{"data": []}', "found no oracle_cards and no rulings", id="an empty list"),
        pytest.param("/file/rulings.json", None, "could not download", id="no file"),
    ],
)
def test_what_goes_wrong(path: str, body: bytes | None, said: str, bulk: Bulk, tmp_path: Path) -> None:
    bulk.bodies.pop(path)
    if body is not None:
        bulk.bodies[path] = body
    with pytest.raises(FetchError, match=said) as problem:
        fetch_cards(tmp_path, bulk.address, wait=lambda seconds: None)
    assert BY_HAND in str(problem.value)


def test_the_last_good_cards_stay(bulk: Bulk, card_store: CardStore, tmp_path: Path) -> None:
    before, bulk.left_out = card_store.path.read_bytes(), 5
    with pytest.raises(FetchError, match="broke off after"):
        add_cards([], fetch=True, offline=False, address=bulk.address)
    assert card_store.path.read_bytes() == before


def test_no_network(bulk: Bulk) -> None:
    with pytest.raises(FetchError, match="JUDGE_OFFLINE is set"):
        add_cards([], fetch=True, offline=True, address=bulk.address)
    assert bulk.asked == []
