"""uvicorn's server, which stops gracefully: the first signal lets it finish what is under way, the second ends it."""

import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from ui.server.operations.stop import Stop


class GracefulServer(uvicorn.Server):
    """Serves until it is told to stop and what is under way is done; `on_ready` is called once it answers."""

    def __init__(self, config: uvicorn.Config, stop: Stop, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._stop = stop
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take connections."""
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop, or end at once when that has begun."""
        if self._stop.begun:
            super().handle_exit(sig, frame)
        self._stop.begin()

    async def on_tick(self, counter: int) -> bool:
        """True when the server shall end."""
        return await super().on_tick(counter) or self._stop.finished
