"""ui/server/operations over real connections: a graceful stop, forwarded addresses, and slow clients."""

import io
import json
import os
import signal
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from paths import ROOT
from stack import JudgeProcess
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from toy_server import COMMAND

from ui.server.operations.log import RequestLog, logged
from ui.server.operations.metrics import Metrics
from ui.server.operations.slow_clients import PatientProtocol
from ui.server.operations.stop import RefuseWhenStopping, Stop
from ui.server.operations.uvicorn_server import GracefulServer

pytestmark = pytest.mark.patient

SOON = 0.6
LARGE = 64 << 20


class Impatient(PatientProtocol):
    """Gives slow clients up soon."""

    seconds_for_headers = seconds_for_body = seconds_to_read = SOON


@contextmanager
def serving(app: ASGIApp, stop: Stop | None = None, proxies: list[str] | None = None) -> Iterator[int]:
    """The port of a server."""
    listener, ready = socket.create_server(("127.0.0.1", 0)), threading.Event()
    config = uvicorn.Config(app, http=Impatient, log_level="error", log_config=None, forwarded_allow_ips=proxies)
    server = GracefulServer(config, stop or Stop(5), ready.set)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    assert ready.wait(10)
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(10)
    assert not thread.is_alive()


async def large(scope: Scope, receive: Receive, send: Send) -> None:
    """Sends more than any socket holds, or what it got."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message["body"], message["more_body"]
    reply: Response = PlainTextResponse(f"{len(body)}" if scope["method"] == "POST" else "x" * LARGE)
    await reply(scope, receive, send)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab",
    ],
    ids=["nothing", "a part of a line", "no end of the headers", "a part of the body"],
)
def test_who_sends_too_slowly_is_given_up(sent: bytes, tried: Counter[str]) -> None:
    with serving(large) as port, socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(10)
        began = time.monotonic()
        client.sendall(sent)
        assert client.recv(100) == b""
        assert SOON / 2 < time.monotonic() - began < 20
        tried["slow clients"] += 1


def test_who_does_not_read_is_given_up(tried: Counter[str]) -> None:
    with serving(large) as port, socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        time.sleep(3 * SOON)
        client.settimeout(10)
        taken = 0
        with pytest.raises(ConnectionResetError):
            while part := client.recv(1 << 20):
                taken += len(part)
            raise ConnectionResetError
        assert taken < LARGE
        tried["slow clients"] += 1


def test_who_is_not_slow_is_served_again_and_again() -> None:
    with serving(large) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        for _ in range(3):
            assert client.post("/", content=b"kite").text == "4"
            time.sleep(SOON / 2)


@pytest.mark.parametrize(("proxies", "client"), [(["127.0.0.1"], "192.0.2.7"), (["10.0.0.0/8"], "127.0.0.1")])
def test_only_a_known_proxy_says_who_asks(proxies: list[str], client: str) -> None:
    stream = io.StringIO()
    with logged(stream), serving(RequestLog(large, Metrics()), proxies=proxies) as port:
        httpx.post(f"http://127.0.0.1:{port}/", headers={"x-forwarded-for": "127.0.0.1, 192.0.2.7"})
    assert json.loads(stream.getvalue())["client"] == client


def test_a_stopped_server_ends_when_all_is_done() -> None:
    stop = Stop(5)
    with serving(RefuseWhenStopping(large, stop), stop) as port:
        url = f"http://127.0.0.1:{port}/ask"
        assert httpx.post(url).status_code == 200
        stop.begin()
        assert httpx.post(url).status_code == 503
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            try:
                httpx.get(f"http://127.0.0.1:{port}/healthz")
            except httpx.TransportError:
                return
            time.sleep(0.05)
        pytest.fail("still answers")


def test_a_signal_lets_the_answer_under_way_finish(tmp_path: Path) -> None:
    judge = JudgeProcess(COMMAND, tmp_path / "log", {"PYTHONPATH": os.pathsep.join(map(str, (ROOT, *sys.path)))})
    judge.begin()
    judge.wait()
    url = f"http://127.0.0.1:{judge.port}"
    with ThreadPoolExecutor(2) as pool:
        under_way = pool.submit(httpx.get, f"{url}/ask?q=a slow kite", timeout=30)
        time.sleep(0.5)
        ended = pool.submit(judge.end, signal.SIGTERM)
        time.sleep(0.3)
        refused = httpx.get(f"{url}/ask?q=kite")
        assert (refused.status_code, httpx.get(f"{url}/readyz").status_code) == (503, 503)
        assert refused.headers["retry-after"] == "5"
        assert under_way.result().json()["answered"] is True
        assert ended.result() == 0
