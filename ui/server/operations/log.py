"""The log of a served page: one line of JSON for each request and each answer, without questions."""

import json
import logging
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import IO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.server.operations.metrics import Metrics
from ui.server.operations.routes import name_of

LOG = logging.getLogger("judge.served")
FOREIGN = ("uvicorn.error", "asyncio")
LONGEST_PATH = 200
HIDDEN = "/gradio_api/file="


class JsonLines(logging.Formatter):
    """A record as one line of JSON; of an error its kind and place, since its message may hold a question."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line = {"time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")}
        line["level"] = record.levelname.lower()
        if record.exc_info and record.exc_info[0]:
            places = [f"{each.filename}:{each.lineno}" for each in traceback.extract_tb(record.exc_info[2])]
            line |= {"event": "error", "error": record.exc_info[0].__name__, "at": places[-1] if places else ""}
        else:
            line["event"] = record.getMessage().partition("\n")[0]
        return json.dumps(line | getattr(record, "fields", {}), ensure_ascii=False)


@contextmanager
def logged(stream: IO[str] | None) -> Iterator[None]:
    """Write the log to a stream meanwhile, what uvicorn says too; None writes none."""
    if stream is None:
        yield
        return
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    loggers = [LOG, *map(logging.getLogger, FOREIGN)]
    for logger in loggers:
        logger.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)


def write(event: str, **fields: object) -> None:
    """Write a line, where a log is kept."""
    if LOG.handlers:
        LOG.info(event, extra={"fields": fields})


class RequestLog:
    """Writes a line for each request and counts it, when its response is complete; never its query or its body."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, size = time.perf_counter(), 0, 0

        async def counted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, counted)
        finally:
            seconds = time.perf_counter() - began
            self.metrics.note_request(name_of(scope), status or 500, seconds)
            write(
                "request",
                method=scope["method"],
                path=_shown(scope["path"]),
                status=status or 500,
                seconds=round(seconds, 4),
                bytes=size,
                client=(scope.get("client") or ("",))[0],
            )


def _shown(path: str) -> str:
    """A path as the log shows it: short, without the folders of files."""
    return HIDDEN if path.startswith(HIDDEN) else path[:LONGEST_PATH]
