"""ui/server/operations: health, figures, the log, limits, and the base path, as a client sees them."""

import asyncio
import io
import json
from collections import Counter
from typing import Any

import httpx
import pytest
from loops import finished
from own_rules import OFFICIAL, ToyJudge
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui import strings
from ui.cli import main, parser
from ui.commands import _operation
from ui.page.access import Access
from ui.server.operations.base_path import BasePath
from ui.server.operations.limits import PER_MINUTE, ClientLimit, WorkLimit, client_of
from ui.server.operations.log import logged
from ui.server.operations.routes import is_work, name_of
from ui.server.operations.settings import OWN_PROXIES, Operation
from ui.server.operations.stop import SECONDS_TO_FETCH, Stop
from ui.server.web import build_app

HOST = "http://127.0.0.1:7860"
QUESTION = "Does my secret kite stay up?"


async def at_root(scope: Scope, receive: Receive, send: Send) -> None:
    """Says the path that it was asked for."""
    forwarded = dict(scope["headers"]).get(b"x-forwarded-host", b"none").decode()
    await PlainTextResponse(f"{scope['path']} {forwarded}")(scope, receive, send)


def client(app: ASGIApp, sender: str = "127.0.0.1") -> httpx.AsyncClient:
    """A client at an address."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(sender, 1)), base_url=HOST)


def asked(app: ASGIApp, *paths: str, sender: str = "127.0.0.1", **named: Any) -> list[httpx.Response]:
    """The replies at these paths."""

    async def ask() -> list[httpx.Response]:
        async with client(app, sender) as each:
            return [await each.get(path, **named) for path in paths]

    return finished(ask())


def scope(path: str, method: str = "GET", sender: str = "127.0.0.1") -> dict[str, Any]:
    """A request."""
    return {"type": "http", "path": path, "method": method, "client": (sender, 1), "headers": []}


def test_probes_say_that_the_judge_lives_and_is_ready() -> None:
    stop = Stop(10)
    app = build_app(ToyJudge(OFFICIAL), stop=stop)
    health, ready = asked(app, "/healthz", "/readyz", headers={"host": "10.0.0.7"})
    assert (health.status_code, health.json()) == (200, {"status": "ok"})
    assert (ready.status_code, ready.json()["ready"]) == (200, True)
    stop.begin()
    health, ready, answer, page = asked(app, "/healthz", "/readyz", "/ask?q=kite", "/")
    assert (health.status_code, ready.status_code, answer.status_code, page.status_code) == (200, 503, 503, 200)
    assert answer.json() == {"error": strings.STOPPING, "detail": strings.STOPPING}
    assert int(answer.headers["retry-after"]) > 0 and int(ready.headers["retry-after"]) > 0


def test_figures_count_answers_and_are_for_this_computer() -> None:
    app = build_app(ToyJudge(OFFICIAL))
    answers = asked(app, "/ask?q=kite", "/ask?q=kite", "/ask?q=broken", "/rule/900.1a", "/rule/999")
    assert [each.status_code for each in answers] == [200, 200, 500, 200, 404]
    text = asked(app, "/metrics")[0].text
    for line in (
        'judge_answers_total{state="answered"} 2.0',
        "judge_problems_total 1.0",
        "judge_answer_seconds_count 3.0",
        "judge_questions_underway 0.0",
        "judge_questions_queued 0.0",
        'judge_requests_total{route="ask",status="200"} 2.0',
        'judge_requests_total{route="api",status="404"} 1.0',
    ):
        assert line in text.splitlines(), line
    assert "process_resident_memory_bytes" in text
    assert asked(app, "/metrics", sender="192.0.2.7")[0].status_code == 404
    opened = build_app(ToyJudge(OFFICIAL), operation=Operation(metrics=True))
    assert asked(opened, "/metrics", sender="192.0.2.7")[0].status_code == 200


@pytest.mark.parametrize("with_questions", [False, True])
def test_the_log_has_lines_of_json_and_questions_only_if_wanted(with_questions: bool) -> None:
    app = build_app(ToyJudge(OFFICIAL), operation=Operation(log=True, log_questions=with_questions))
    stream = io.StringIO()
    with logged(stream):
        asked(app, f"/ask?q={QUESTION}", "/ask?q=broken", "/rule/999")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [each["event"] for each in lines] == ["answer", "request", "answer", "request", "request"]
    assert [each["state"] for each in lines if each["event"] == "answer"] == ["answered", "problem"]
    assert [each["status"] for each in lines if each["event"] == "request"] == [200, 500, 404]
    assert lines[1].keys() == {*("time", "level", "event", "method", "path", "status", "seconds", "bytes", "client")}
    assert (QUESTION in stream.getvalue()) is with_questions
    asked(app, "/rule/999")
    assert len(stream.getvalue().splitlines()) == 5  # nothing is written once it has ended


def test_an_error_is_logged_without_its_words() -> None:
    stream = io.StringIO()
    with logged(stream):
        import logging

        try:
            raise ZeroDivisionError(QUESTION)
        except ZeroDivisionError:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    line = json.loads(stream.getvalue())
    assert (line["event"], line["error"], line["level"]) == ("error", "ZeroDivisionError", "error")
    assert "test_operations.py:" in line["at"] and QUESTION not in stream.getvalue()


def test_a_client_may_ask_so_often_in_a_minute(tried: Counter[str]) -> None:
    app = ClientLimit(at_root, 3)
    codes = [each.status_code for each in asked(app, *["/ask"] * 5, "/", "/metrics")]
    tried["refusals"] += codes.count(429)
    assert codes == [200, 200, 200, 429, 429, 200, 200]
    refused = asked(app, "/ask")[0]
    assert refused.json()["error"] == strings.TOO_MANY.format(most=3)
    assert 1 <= int(refused.headers["retry-after"]) <= 61
    assert asked(app, "/ask", sender="192.0.2.7")[0].status_code == 200


@pytest.mark.parametrize(
    ("sender", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1:2:3:4", "2001:db8::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", "unknown"),
        ("testclient", "unknown"),
    ],
)
def test_a_household_is_one_client(sender: str, counted: str) -> None:
    assert client_of(scope("/ask", sender=sender)) == counted


def test_too_much_work_at_once_and_too_long_work_are_refused(tried: Counter[str]) -> None:
    release = asyncio.Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await release.wait()
        await at_root(scope, receive, send)

    async def run() -> list[int]:
        app = WorkLimit(slow, most=1, seconds=0.1)
        async with client(app) as each:
            late, refused = await asyncio.gather(each.get("/ask"), each.get("/ask"))
            release.set()
            await asyncio.sleep(0.1)
            free = await each.get("/ask")
        assert refused.json()["error"] == strings.TOO_BUSY and refused.headers["retry-after"] == "5"
        return [late.status_code, refused.status_code, free.status_code]

    codes = finished(run())
    assert codes == [503, 503, 200]
    tried["refusals"] += codes.count(503)


def test_a_stop_waits_for_what_is_under_way() -> None:
    now = [100.0]
    stop = Stop(20, clock=lambda: now[0])
    assert not stop.finished
    stop.underway, now[0] = 1, 101.0
    stop.begin()
    assert not stop.finished
    stop.underway = 0
    stop.note_work()
    assert not stop.finished  # its answer has yet to be fetched
    now[0] += SECONDS_TO_FETCH
    assert stop.finished
    stop.underway, now[0] = 1, 121.0
    assert stop.finished  # the time is over


@pytest.mark.parametrize(
    ("path", "seen"),
    [("/judge/ask", "/ask"), ("/judge/", "/"), ("/ask", "/ask"), ("/judges/ask", "/judges/ask")],
)
def test_a_base_path_is_taken_off(path: str, seen: str) -> None:
    replies = asked(BasePath(at_root, "/judge"), path, headers={"x-forwarded-host": "evil.example"})
    assert replies[0].text == f"{seen} none"


def test_the_base_path_leads_to_the_page() -> None:
    reply = asked(BasePath(at_root, "/judge"), "/judge?q=kite")[0]
    assert (reply.status_code, reply.headers["location"]) == (308, "/judge/?q=kite")
    app = build_app(ToyJudge(OFFICIAL), operation=Operation(base_path="/judge"))
    page, config = asked(app, "/judge/", "/judge/config")
    assert page.status_code == 200 and config.json()["root"] == f"{HOST}/judge"


@pytest.mark.parametrize(
    ("path", "method", "works", "name"),
    [
        ("/", "GET", False, "page"),
        ("/ask", "GET", True, "ask"),
        ("/rule/702.19", "GET", True, "api"),
        ("/gradio_api/queue/join", "POST", True, "event"),
        ("/gradio_api/queue/data", "GET", False, "answers"),
        ("/gradio_api/call/ask/abc", "GET", False, "answers"),
        ("/gradio_api/heartbeat/abc", "GET", False, "heartbeat"),
        ("/assets/index.js", "GET", False, "asset"),
        ("/readyz", "GET", False, "probe"),
        ("/etc/passwd", "GET", False, "other"),
    ],
)
def test_requests_have_names(path: str, method: str, works: bool, name: str) -> None:
    assert (is_work(scope(path, method)), name_of(scope(path, method))) == (works, name)


def test_the_command_takes_the_options() -> None:
    arguments = ["--base-path", "/judge/", "--trust-proxy", "10.0.0.0/8", "--metrics", "--log-questions"]
    options = parser().parse_args(["serve", *arguments, "--stop-seconds", "5"])
    proxies = (*OWN_PROXIES, "10.0.0.0/8")
    expected = Operation("/judge", proxies, 0, True, True, True, 5)
    assert _operation(options, Access().open_to_others) == expected
    assert _operation(options, Access("0.0.0.0").open_to_others).per_minute == PER_MINUTE
    for wrong in (["--base-path", "judge"], ["--limit", "-1"], ["--stop-seconds", "soon"]):
        with pytest.raises(SystemExit):
            main(["serve", *wrong])
