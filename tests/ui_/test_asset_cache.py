"""ui/server/asset_cache.py: the files of Gradio's page, asked for as a browser does."""

from collections.abc import MutableMapping
from typing import Any

import pytest
from loops import finished
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from ui.server.asset_cache import FOR_A_YEAR, AssetCache


@pytest.fixture
def asked() -> list[str]:
    """What the application behind was asked for."""
    return []


@pytest.fixture
def client(asked: list[str]) -> TestClient:
    """A client of an application that packs nothing, but says how it would, and what part it was asked for."""

    async def answer(request: Request) -> PlainTextResponse:
        asked.append(request.url.path)
        said = f"{request.headers['accept-encoding']} {request.headers.get('range')}"
        return PlainTextResponse(said, 404 if "missing" in request.url.path else 200)

    return TestClient(AssetCache(Starlette(routes=[Route("/{path:path}", answer)])))


def test_a_file_is_read_once_in_each_packing(client: TestClient, asked: list[str]) -> None:
    for packing in ("gzip, br", "br", "gzip", "identity", "gzip"):
        reply = client.get("/assets/index-1.js", headers={"accept-encoding": packing, "range": "bytes=0-1"})
        assert (reply.status_code, reply.headers["cache-control"]) == (200, FOR_A_YEAR)
        assert reply.text == f"{'gzip, br' if packing == 'br' else packing} None"
    assert len(asked) == 3


@pytest.mark.parametrize("path", ["/", "/assets/", "/assets/missing.js", "/assets/a/b.js", "/static/js/page.js"])
def test_the_rest_is_handed_on(client: TestClient, asked: list[str], path: str) -> None:
    for _ in range(2):
        assert "cache-control" not in client.get(path).headers
    assert len(asked) == 2


def test_only_reading_is_kept(client: TestClient, asked: list[str]) -> None:
    for _ in range(2):
        client.head("/assets/index-1.js")
    assert len(asked) == 2


def test_what_is_no_request_is_handed_on() -> None:
    seen: list[str] = []

    async def app(scope: MutableMapping[str, Any], receive: object, send: object) -> None:
        seen.append(scope["type"])

    handed_on: Any = AssetCache(app)({"type": "lifespan"}, None, None)  # type: ignore[arg-type]
    finished(handed_on)
    assert seen == ["lifespan"]
