"""A server on this machine that speaks the OpenAI chat protocol, or pretends to: it says what it is scripted to say."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from local_server import QuietHandler, listening

from judge.writer.endpoint import Endpoint

Json = Any


@dataclass(frozen=True)
class Said:
    """One reply over HTTP; `length` other than the body's is a promise that it breaks.

    Where there is a `gate`, the second half waits until it is open; `endless` repeats the body for ever.
    """

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = None
    gate: threading.Event | None = None
    endless: bool = False


Script = Callable[[Json], Said]


@dataclass
class ScriptedServer:
    """A server whose next replies are scripted; `asked` keeps the requests, `headers` those of the last one."""

    address: str
    script: Script = lambda request: Said(status=404)
    asked: list[Json] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def endpoint(self) -> Endpoint:
        """Its address, with a model and a key."""
        return Endpoint(f"{self.address}/v1", "scripted", "sk-secret")

    def says(self, *replies: Said) -> None:
        """Say these in turn from now on, the last one again and again; forget what was asked."""
        self.asked.clear()
        self.script = lambda request: replies[min(len(self.asked), len(replies)) - 1]


@contextmanager
def scripted() -> Iterator[ScriptedServer]:
    """A server on a free port of this machine."""

    class Handler(QuietHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            found.asked.append(request)
            found.headers = dict(self.headers)
            said = found.script(request) if self.path == "/v1/chat/completions" else Said(status=404)
            with suppress(ConnectionError):  # who waited for it has gone
                self._say(said)

        def _say(self, said: Said) -> None:
            self.send_response(said.status)
            self.send_header("Content-Type", "application/json")
            if not said.endless:
                self.send_header("Content-Length", str(len(said.body) if said.length is None else said.length))
            for name, value in said.headers.items():
                self.send_header(name, value)
            self.end_headers()
            half = len(said.body) // 2 if said.gate else 0
            self.wfile.write(said.body[:half])
            if said.gate:
                said.gate.wait()
            self.wfile.write(said.body[half:])
            while said.endless:
                self.wfile.write(said.body)

    with listening(Handler) as address:
        found = ScriptedServer(address)
        yield found


def message(content: Json, calls: Sequence[str] = (), tokens: tuple[int, int] = (120, 30)) -> Said:
    """A message of the protocol: a text, or an object as JSON; and the arguments of tool calls."""
    text = content if isinstance(content, str) or content is None else json.dumps(content)
    tools = [{"id": "1", "type": "function", "function": {"name": "find_rules", "arguments": each}} for each in calls]
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **({"tool_calls": tools} if tools else {})}}
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}
    return Said(json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage}).encode())


def step(source: str, quote: str, says: str = "That is what it says.") -> Json:
    """A step of a reply."""
    return {"says": says, "source": source, "quote": quote}


def reply(*steps: Json, verdict: str = "No, it falls.", decided: bool = True, missing: str = "") -> Json:
    """A reply as it was asked for."""
    return {"steps": list(steps), "decided": decided, "verdict": verdict, "missing": missing}


def data_of(request: Json) -> Json:
    """The data that a request sends."""
    return json.loads(request["messages"][-1]["content"].removeprefix("<data>").removesuffix("</data>"))
