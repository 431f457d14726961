"""The web application: the page and the HTTP API, served until interrupted."""

import errno
import os
import signal
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import gradio as gr
import uvicorn
from fastapi import FastAPI

from eval.report.report import static as report_static
from index.errors import JudgeError
from ui.html.page import style_html
from ui.page.access import Access
from ui.page.chat import Chat
from ui.page.features import PageFeatures
from ui.page.page import build_page, static
from ui.page.uploads import LARGEST_FILE, Files
from ui.server.api import build_api
from ui.server.asset_cache import AssetCache
from ui.server.events import Events
from ui.server.gateway import Gateway
from ui.server.hosts import OwnHost
from ui.server.security_headers import SecurityHeaders
from ui.server.sessions import bound_sessions
from ui.server.transfers import add_transfers

if TYPE_CHECKING:
    from judge.judge import Answerer

__all__ = ["PORT", "ServeError", "build_app", "check_free", "listen", "serve"]

PORT = 7860
# An address may hold 100,000 letters, each written as up to nine; it is then answered that this is too long.
LONGEST_ADDRESS = 1 << 20


class ServeError(JudgeError):
    """The page cannot be served at this address."""


def build_app(
    judge: "Answerer", features: PageFeatures | None = None, access: Access | None = None, token: str = ""
) -> FastAPI:
    """The page and the HTTP API as one web application, each request of which is checked first."""
    chat, access, files = Chat(judge, features), access or Access(), Files()
    app = build_api(lambda: chat.judge, chat.features.editions, token)
    add_transfers(app, files)
    page = build_page(chat, access, files)
    # The last is asked first.
    app.add_middleware(AssetCache)
    app.add_middleware(Gateway, events=Events.of_page(page, files.owns))
    app.add_middleware(OwnHost, access=access)
    app.add_middleware(SecurityHeaders)
    return _mounted(app, page)


def _mounted(app: FastAPI, page: gr.Blocks) -> FastAPI:
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
) -> None:
    """Serve the page until interrupted; `on_ready` gets its address once it answers. Port 0 takes a free one.

    With the `token` it proves to the command that it is the announced page.

    Raises ServeError where the port is in use or the address cannot be had.
    """
    if threading.current_thread() is threading.main_thread():  # what ends it tidies up, however it is told to end
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    os.environ.update(GRADIO_ANALYTICS_ENABLED="False", HF_HUB_OFFLINE="1")
    with listen(host, port) as listener:
        shown_host = f"[{host}]" if ":" in host else host
        url = f"http://{shown_host}:{listener.getsockname()[1]}"

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                if self.started:
                    on_ready(url)

        app = build_app(judge, features, access or Access(host), token)
        config = uvicorn.Config(
            app, log_level="error", timeout_graceful_shutdown=1, h11_max_incomplete_event_size=LONGEST_ADDRESS
        )
        try:
            Server(config).run(sockets=[listener])
        except KeyboardInterrupt:
            return


def check_free(host: str, port: int) -> None:
    """Raise ServeError where the page could not be served there, before anything slow is loaded."""
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
