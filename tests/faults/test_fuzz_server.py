"""Every endpoint of HTTP, of the page and of MCP, with damaged and hostile requests."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client
from mutations import TOKENS, fuzzing, mutated
from starlette.testclient import TestClient

from index.plain.align import align_plain as align
from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.judge import Judge
from ui.page.features import PageFeatures
from ui.server.mcp import build_server
from ui.server.web import build_app
from ui.state.database import Database
from ui.state.feedback import Feedback
from ui.state.links import SharedLinks

EXAMPLES = 40
SOON_ENOUGH = 20
TURN = {"question": "does trample go over?", "answer": "", "edition": ""}
EVENT = {"data": ["", [TURN]], "fn_index": 5, "session_hash": "abc", "event_data": None}
CALL = {"data": "702.19", "component_id": 20, "fn_name": "rule", "session_hash": "abc"}
SAID = {"question": "kite?", "edition": "2030-01-01", "verdict": "right", "rule": "", "cited": ["100.1"]}
POSTS: dict[str, Any] = {
    "/gradio_api/queue/join": EVENT,
    "/gradio_api/run/predict": EVENT,
    "/gradio_api/call/ask": {"data": ["does trample go over?", 8]},
    "/gradio_api/component_server": CALL,
    "/gradio_api/component_server/": {**CALL, "fn_name": "feedback", "data": SAID},
    "/gradio_api/cancel": {"event_id": "abc", "session_hash": "abc", "fn_index": 5},
    "/gradio_api/reset": {"event_id": "abc"},
    "/links": {"question": "kite?", "edition": "2030-01-01"},
}
WORDS = st.one_of(st.text(max_size=60), st.sampled_from([token.decode("utf-8", "replace") for token in TOKENS]))
GETS = ("/ask", "/ask.txt", "/rule/", "/search", "/editions", "/s/", "/gradio_api/call/ask/", "/gradio_api/file=", "/")


@pytest.fixture(scope="module")
def judge(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> Judge:
    """A real judge over our small rules."""
    assert align(plain, rulebook)
    return Judge.from_rulebooks(rulebook, plain, search)


@pytest.fixture(scope="module")
def client(judge: Judge, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of its page; whatever the server raises is raised here."""
    database = Database(f"sqlite:///{tmp_path_factory.mktemp('state') / 'state.sqlite'}")
    features = PageFeatures(feedback=Feedback(database), links=SharedLinks(database))
    app = build_app(judge, features)
    with TestClient(app, "http://127.0.0.1:7860", client=("127.0.0.1", 1), follow_redirects=False) as opened:
        yield opened
    database.close()


def check(reply: Any) -> None:
    """An answer, or a problem that is said in one line of JSON."""
    assert reply.status_code < 500 or reply.json()["error"], reply.text
    assert "Traceback" not in reply.text
    if reply.status_code >= 400:
        said = reply.json() if "json" in reply.headers.get("content-type", "") else {"error": reply.text}
        assert "\n" not in str(said.get("error") or said.get("detail") or "")
        assert len(reply.text) < 5000


def test_hostile_readers_get_answers_or_one_line(client: TestClient, tried: Counter[str]) -> None:
    @fuzzing(2 * EXAMPLES)
    @given(st.sampled_from(GETS), WORDS, st.dictionaries(st.sampled_from(["q", "k", "width", "color", "links"]), WORDS))
    def run(path: str, end: str, parameters: dict[str, str]) -> None:
        tried["hostile requests"] += 1
        target = path + quote(end, safe="/%") if path.endswith(("/", "=")) and path != "/" else path
        check(client.get(target, params={name: value.encode("utf-8", "replace") for name, value in parameters.items()}))

    run()


@pytest.mark.parametrize("path", POSTS)
def test_hostile_events_get_answers_or_one_line(client: TestClient, path: str, tried: Counter[str]) -> None:
    headers = {"content-type": "application/json"}
    assert client.post(path, json=POSTS[path]).status_code < 500

    @fuzzing(EXAMPLES // 2)
    @given(mutated(json.dumps(POSTS[path]).encode()))
    def run(body: bytes) -> None:
        tried["hostile requests"] += 1
        check(client.post(path, content=body, headers=headers))

    run()


def test_hostile_uploads_get_answers_or_one_line(client: TestClient, tried: Counter[str]) -> None:
    form = b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\ntoys\r\n--x--\r\n'

    @fuzzing(EXAMPLES // 3)
    @given(mutated(form), st.sampled_from(("multipart/form-data; boundary=x", "multipart/form-data", "text/plain", "")))
    def run(body: bytes, kind: str) -> None:
        tried["hostile requests"] += 1
        check(client.post("/gradio_api/upload", content=body, headers={"content-type": kind}))

    run()


def test_hostile_routes_are_closed(client: TestClient, tried: Counter[str]) -> None:
    @fuzzing(EXAMPLES)
    @given(st.sampled_from(("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "POST")), WORDS)
    def run(method: str, path: str) -> None:
        tried["hostile requests"] += 1
        reply = client.request(method, "/" + quote(path, safe="/"))
        assert reply.status_code in (404, 405, 422), reply.text

    run()


def test_hostile_arguments_get_answers_or_one_line_over_mcp(judge: Judge, tried: Counter[str]) -> None:
    server = build_server(judge, lambda: ["plain"])
    anything = st.one_of(WORDS, st.integers(), st.none(), st.booleans(), st.lists(WORDS, max_size=2))
    arguments = st.dictionaries(st.sampled_from(["question", "k", "query", "number", "x"]), anything)
    calls: list[tuple[str, dict[str, Any]]] = []

    @fuzzing(EXAMPLES // 2)
    @given(st.sampled_from(("ask", "search", "read_rule", "list_editions")), arguments)
    def collect(tool: str, given_arguments: dict[str, Any]) -> None:
        calls.append((tool, given_arguments))

    async def call_all() -> list[Any]:
        async with Client(server) as opened:
            return [await opened.call_tool(tool, named) for tool, named in calls]

    collect()
    with ThreadPoolExecutor(1) as threads:
        replies = threads.submit(asyncio.run, call_all()).result(SOON_ENOUGH * len(calls))
    assert len(replies) == len(calls)
    tried["hostile requests"] += len(calls)
    for reply in replies:
        assert reply.structured_content or reply.is_error
        assert "Traceback" not in str(reply.content)
