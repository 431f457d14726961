"""The web application: the page and the HTTP API, served until interrupted."""

import errno
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import uvicorn
from fastapi import FastAPI

from eval.report.report import static as report_static
from index.errors import JudgeError
from ui.gradio_import import gr
from ui.html.page import style_html
from ui.page.access import Access
from ui.page.chat import Chat
from ui.page.features import PageFeatures
from ui.page.page import build_page, static
from ui.page.uploads import LARGEST_FILE, Files
from ui.server.api import build_api
from ui.server.asset_cache import AssetCache
from ui.server.checks.events import Events
from ui.server.checks.gateway import Gateway
from ui.server.checks.hosts import OwnHost
from ui.server.checks.security_headers import SecurityHeaders
from ui.server.checks.sessions import bound_sessions, can_answer
from ui.server.checks.transfers import add_transfers
from ui.server.links import add_links
from ui.server.memory import settle_again
from ui.server.operations.base_path import BasePath
from ui.server.operations.health import Health
from ui.server.operations.limits import ClientLimit, WorkLimit
from ui.server.operations.log import RequestLog, logged
from ui.server.operations.metrics import Metrics
from ui.server.operations.settings import Operation
from ui.server.operations.slow_clients import PatientProtocol
from ui.server.operations.stop import RefuseWhenStopping, Stop
from ui.server.operations.uvicorn_server import GracefulServer
from ui.server.operations.watched import WatchedJudge

if TYPE_CHECKING:
    from judge.judge import Answerer

__all__ = ["PORT", "ServeError", "build_app", "check_free", "listen", "serve"]

PORT = 7860
# An address may hold 100,000 letters, each written as up to nine; it is then answered that this is too long.
LONGEST_ADDRESS = 1 << 20
# Everyone who has the page open holds one connection, two while an answer comes.
MOST_CONNECTIONS = 4000
# How long, in seconds, a thread may keep others waiting that have something to send or to read. With Python's 5 ms, one
# of 20 answers took twice as long as most.
SWITCH_INTERVAL = 0.0001
# After each event, Gradio would make a table of the last 10,000, for a page of figures that is switched off.
ENVIRONMENT = {
    "GRADIO_ANALYTICS_ENABLED": "False",
    "GRADIO_ANALYTICS_CACHE_FREQUENCY": str(sys.maxsize),
    "GRADIO_ANALYTICS_MAX_EVENTS": "1",
    "HF_HUB_OFFLINE": "1",
}


class ServeError(JudgeError):
    """The page cannot be served at this address."""


def build_app(
    judge: "Answerer",
    features: PageFeatures | None = None,
    access: Access | None = None,
    token: str = "",
    operation: Operation | None = None,
    stop: Stop | None = None,
) -> FastAPI:
    """The page and the HTTP API as one web application, each request of which is checked first."""
    operation, metrics = operation or Operation(), Metrics()
    given = features or PageFeatures()
    counts = given.counts

    def watched(each: "Answerer") -> "Answerer":
        settle_again()
        return WatchedJudge(given.watched(each), metrics, counts, operation.log_questions)

    features = replace(given, watched=watched)
    chat, access, files = Chat(judge, features), access or Access(), Files()
    parts = chat.features
    app = build_api(lambda: chat.judge, parts.editions, token, parts.past, parts.writer)
    add_transfers(app, files)
    if features.links:
        add_links(app, features.links)
    page = build_page(chat, access, files)
    chat.as_of.get_ready()
    # The last is asked first.
    app.add_middleware(AssetCache)
    app.add_middleware(Gateway, events=Events.of_page(page, files.owns), can_answer=partial(can_answer, page))
    app.add_middleware(OwnHost, access=access)
    app.add_middleware(SecurityHeaders)
    _add_operations(app, operation, metrics, stop or Stop(operation.stop_seconds), page, features)
    return _mounted(app, page, operation.base_path)


def _add_operations(
    app: FastAPI, operation: Operation, metrics: Metrics, stop: Stop, page: gr.Blocks, features: PageFeatures
) -> None:
    """Limits, the log, figures, health and the base path around an application; the last is asked first."""

    def queued() -> int:
        return len(page._queue)

    def store() -> str:
        return features.feedback.database.check() if features.feedback else "none"

    app.add_middleware(WorkLimit)
    if operation.per_minute:
        app.add_middleware(ClientLimit, per_minute=operation.per_minute)
    app.add_middleware(RefuseWhenStopping, stop=stop)
    app.add_middleware(Health, stop=stop, metrics=metrics, queued=queued, store=store, open_to_others=operation.metrics)
    app.add_middleware(RequestLog, metrics=metrics)
    app.add_middleware(BasePath, base_path=operation.base_path)


def _mounted(app: FastAPI, page: gr.Blocks, base_path: str) -> FastAPI:
    """The application with the page in it."""
    bound_sessions(page)
    fonts = ["system-ui", "sans-serif"]
    mounted: FastAPI = gr.mount_gradio_app(
        app,
        page,
        path="/",
        theme=gr.themes.Default(font=fonts, font_mono=["ui-monospace", "monospace"]),
        head=style_html(static("page.css"), report_static("report.css")),
        footer_links=[],
        run_history=False,
        enable_monitoring=False,
        show_error=False,
        max_file_size=LARGEST_FILE,
        ssr_mode=False,
        root_path=base_path or None,
    )
    page.has_launched = True  # without it Gradio skips its own check of files, see docs/security.md
    return mounted


def serve(
    judge: "Answerer",
    host: str = "127.0.0.1",
    port: int = PORT,
    on_ready: Callable[[str], None] = lambda url: None,
    features: PageFeatures | None = None,
    access: Access | None = None,
    token: str = "",
    operation: Operation | None = None,
) -> None:
    """Serve the page until interrupted; `on_ready` gets its address once it answers. Port 0 takes a free one.

    With the `token` it proves to the command that it is the announced page. At SIGTERM or SIGINT what is under way is
    finished first.

    Raises ServeError where the port is in use or the address cannot be had.
    """
    if threading.current_thread() is threading.main_thread():  # so that it cleans up on SIGTERM too
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    os.environ.update(ENVIRONMENT)
    sys.setswitchinterval(SWITCH_INTERVAL)
    operation = operation or Operation()
    stop = Stop(operation.stop_seconds)
    with listen(host, port) as listener, logged(sys.stderr if operation.log else None):
        shown_host = f"[{host}]" if ":" in host else host
        url = f"http://{shown_host}:{listener.getsockname()[1]}"
        app = build_app(judge, features, access or Access(host), token, operation, stop)
        server = GracefulServer(_config(app, operation), stop, lambda: on_ready(url))
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            return


def _config(app: FastAPI, operation: Operation) -> uvicorn.Config:
    """How uvicorn serves an application."""
    return uvicorn.Config(
        app,
        http=PatientProtocol,
        log_level="error",
        log_config=None if operation.log else uvicorn.config.LOGGING_CONFIG,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=LONGEST_ADDRESS,
        forwarded_allow_ips=list(operation.proxies),
        limit_concurrency=MOST_CONNECTIONS,
    )


def check_free(host: str, port: int) -> None:
    """Raise ServeError where the page cannot be served there, before anything slow is loaded."""
    listen(host, port).close()


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            found = f"port {port} on {host} is in use; expected a free port; stop the other program or use --port N"
        else:
            found = f"cannot listen on {host}:{port} ({error.strerror}); expected an address of this computer;"
            found += " use --host 127.0.0.1"
        raise ServeError(found + ".") from error
    except OverflowError as error:
        raise ServeError(f"found port {port}; expected 0 to 65535; use --port N.") from error
    # Connections inherit it; otherwise the second part of a response waits until the browser acknowledges the first.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
