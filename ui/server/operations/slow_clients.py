"""Connections whose client sends or reads too slowly, which end."""

import asyncio
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS_FOR_HEADERS = 20.0
SECONDS_FOR_BODY = 300.0
SECONDS_TO_READ = 60.0


class PatientProtocol(H11Protocol):
    """HTTP for clients that are not too slow; a connection that only waits between requests is uvicorn's to end."""

    seconds_for_headers = SECONDS_FOR_HEADERS
    seconds_for_body = SECONDS_FOR_BODY
    seconds_to_read = SECONDS_TO_READ

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._sending: asyncio.TimerHandle | None = None
        self._awaited = ""
        self._reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client came; its first request is awaited."""
        super().connection_made(cast(asyncio.Transport, transport))
        self._await_part("headers")

    def data_received(self, data: bytes) -> None:
        """A part of a request came; the rest is awaited, from its beginning on."""
        super().data_received(data)
        if self.conn.their_state is h11.SEND_BODY:
            self._await_part("body")
        elif self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._await_part("headers")
        else:
            self._await_part("")

    def connection_lost(self, error: Exception | None) -> None:
        """The client went."""
        self._await_part("")
        self.resume_writing()
        super().connection_lost(error)

    def pause_writing(self) -> None:
        """The client does not read what it asked for."""
        super().pause_writing()
        self._reading = self._reading or self.loop.call_later(self.seconds_to_read, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads on."""
        if self._reading:
            self._reading.cancel()
            self._reading = None
        super().resume_writing()

    def _await_part(self, part: str) -> None:
        """Give the client up unless this part of its request comes whole in time; "" awaits nothing."""
        if part == self._awaited:
            return
        if self._sending:
            self._sending.cancel()
        self._awaited, self._sending = part, None
        if part:
            seconds = self.seconds_for_body if part == "body" else self.seconds_for_headers
            self._sending = self.loop.call_later(seconds, self.transport.abort)
