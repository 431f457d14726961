"""Simulated players of a served page: they ask, open rules, upload, give feedback and leave, and think in between.

Each keeps the page's own promise: a question whose answer is lost is asked again once the judge can be reached.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import httpx

AGAIN = 1.0
LONGEST_WAIT = 120.0
PATIENCE = httpx.Timeout(30, connect=5)
REFUSED = (429, 503)
MIX = {"page": 40, "api": 20, "panel": 20, "upload": 4, "feedback": 6, "disconnect": 10}
A_FILE = b"701. Beetle Actions\n701.1. A beetle crawls.\n" * 50


class LostError(Exception):
    """The judge could not be reached, or the answer did not come."""


class RefusedError(Exception):
    """The judge refused: too many requests, or it is being stopped."""


@dataclass
class Record:
    """What happened to all users: how often each thing, how long each answer took, and what was acknowledged."""

    happened: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)

    def same(self, key: str, answer: str) -> bool:
        """Whether a question was answered as it was the first time."""
        return self.answers.setdefault(key, answer) == answer

    def centile(self, share: float) -> float:
        """The time within which this share of the answers came, in seconds."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


@dataclass
class User:
    """One player, with a browser of his own behind his own address."""

    number: int
    url: str
    record: Record
    questions: Sequence[str]
    rules: Sequence[str]
    think: float
    mix: dict[str, int] = field(default_factory=lambda: dict(MIX))

    def __post_init__(self) -> None:
        self._chance = random.Random(self.number)
        self._session = f"user-{self.number}"
        self._events: dict[str, int] = {}
        self._panel = self._upload = 0
        address = f"10.{self.number >> 8}.{self.number & 255}.7"
        self._client = httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, headers={"x-forwarded-for": address})

    async def play(self, until: float, ended: Event) -> None:
        """Act until the time (`time.monotonic`) is over, or it is ended."""
        async with self._client:
            await asyncio.sleep(self._chance.uniform(0, self.think))
            while time.monotonic() < until and not ended.is_set():
                action = self._chance.choices(list(self.mix), list(self.mix.values()))[0]
                await self._until_done(action)
                await asyncio.sleep(self._chance.uniform(0.5, 1.5) * self.think)

    async def _until_done(self, action: str) -> None:
        """Act, and again after a loss, as the page does; feedback and uploads are the reader's to repeat."""
        steps = {
            "page": self._ask_page,
            "api": self._ask_api,
            "panel": self._open_rule,
            "upload": self._send_file,
            "feedback": self._give_feedback,
            "disconnect": self._leave,
        }
        question, again, began = self._chance.choice(self.questions), False, time.monotonic()
        while True:
            try:
                if not self._events:
                    await self._open_page()
                await steps[action](question)
                self.record.happened[f"{action}: done"] += 1
                if again:
                    self.record.happened[f"{action}: done when asked again"] += 1
                return
            except (LostError, httpx.TransportError) as error:
                self.record.happened[f"{action}: lost"] += 1
                self._note(f"{action}: {type(error).__name__} {error}")
                self._events = {}
            except RefusedError:
                self.record.happened[f"{action}: refused"] += 1
            if action in ("upload", "disconnect", "feedback"):
                return
            if time.monotonic() > began + LONGEST_WAIT:
                self.record.happened[f"{action}: never answered"] += 1
                return
            again = True
            await asyncio.sleep(AGAIN)

    def _note(self, problem: str) -> None:
        if len(self.record.problems) < 200:
            self.record.problems.append(problem[:200])

    async def _open_page(self) -> None:
        """Load the page, from which the numbers of its steps are known."""
        config = _checked(await self._client.get("config")).json()
        parts = config["dependencies"]
        self._events = {each["api_name"]: each["id"] for each in parts if each["api_name"]}
        self._panel = next(each["id"] for each in config["components"] if each["props"].get("elem_id") == "rulepanel")

    async def _ask_page(self, question: str) -> None:
        """Ask as the page does: an event, and the stream of its answer."""
        began = time.monotonic()
        turn = {"question": question, "answer": "", "edition": ""}
        event = await self._join({"data": ["", [turn]], "fn_index": self._events["answer"]})
        data = await self._streamed(event)
        answer = data[2][-1]["answer"]
        self._keep_answer(f"page {question}", answer, began)

    async def _join(self, event: dict[str, Any]) -> str:
        """Send an event; its id."""
        sent = {**event, "session_hash": self._session}
        reply = _checked(await self._client.post("gradio_api/queue/join", json=sent))
        return str(reply.json()["event_id"])

    async def _streamed(self, event: str) -> list[Any]:
        """The data of the answer to an event; a stream may bring those of events that were given up too.

        Raises LostError where it ends without one.
        """
        asked = {"session_hash": self._session}
        async with self._client.stream("GET", "gradio_api/queue/data", params=asked) as reply:
            if reply.status_code != 200:
                raise LostError(f"stream {reply.status_code}")
            async for line in reply.aiter_lines():
                message = json.loads(line.removeprefix("data:")) if line.startswith("data:") else {}
                if message.get("msg") == "process_completed" and message["event_id"] == event:
                    if not message["success"]:
                        raise LostError("no success")
                    data: list[Any] = message["output"]["data"]
                    return data
        raise LostError("the stream ended")

    async def _ask_api(self, question: str) -> None:
        began = time.monotonic()
        reply = _checked(await self._client.get("ask", params={"q": question}))
        self._keep_answer(f"api {question}", reply.text, began)

    def _keep_answer(self, key: str, answer: str, began: float) -> None:
        self.record.seconds.append(time.monotonic() - began)
        if not self.record.same(key, answer):
            self.record.happened["wrong answers"] += 1
            self._note(f"another answer to {key}")

    async def _open_rule(self, question: str) -> None:
        number = self._chance.choice(self.rules)
        html = await self._call("rule", number)
        if number not in str(html):
            self.record.happened["wrong answers"] += 1

    async def _call(self, name: str, data: object) -> Any:
        sent = {"data": data, "component_id": self._panel, "fn_name": name, "session_hash": self._session}
        return _checked(await self._client.post("gradio_api/component_server", json=sent)).json()

    async def _send_file(self, question: str) -> None:
        """Upload a file, half of the time only a part of it."""
        files = {"files": ("toys.txt", A_FILE)}
        request = self._client.build_request("POST", "gradio_api/upload", files=files)
        if self._chance.random() < 0.5:
            await self._send_half(request)
        elif (reply := await self._client.send(request)).status_code not in (200, 413, *REFUSED):
            raise LostError(f"upload {reply.status_code}")

    async def _send_half(self, request: httpx.Request) -> None:
        """A request that ends in the middle, over a connection of its own."""
        url, body = self._client.base_url, await request.aread()
        _, writer = await asyncio.open_connection(url.host, url.port or 80)
        lines = [f"POST {request.url.path} HTTP/1.1", *(f"{name}: {value}" for name, value in request.headers.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body[: len(body) // 2])
        await writer.drain()
        writer.close()

    async def _give_feedback(self, question: str) -> None:
        """Say that an answer was right; it counts as acknowledged when the page says that it is kept."""
        edition = _checked(await self._client.get("editions")).json()["in_use"]["id"]
        asked = f"{question} [{self.number}/{self._chance.random()}]"
        said = {"question": asked, "edition": edition, "verdict": "right", "cited": [], "rule": ""}
        reply = await self._call("feedback", said)
        if reply["kept"]:
            self.record.acknowledged.append(asked)
        else:
            self.record.happened["feedback: not kept, and said so"] += 1
            self._note(reply["said"])

    async def _leave(self, question: str) -> None:
        """Ask, and close the page before the answer is there."""
        turn = {"question": question, "answer": "", "edition": ""}
        await self._join({"data": ["", [turn]], "fn_index": self._events["answer"]})
        asked = {"session_hash": self._session}
        async with self._client.stream("GET", "gradio_api/queue/data", params=asked) as reply:
            if reply.status_code != 200:
                raise LostError(f"stream {reply.status_code}")
        self._session = f"user-{self.number}-{self._chance.randrange(1 << 30)}"


def _checked(reply: httpx.Response) -> httpx.Response:
    if reply.status_code in REFUSED:
        raise RefusedError
    if reply.status_code != 200:
        raise LostError(f"{reply.request.url.path} {reply.status_code}")
    return reply


async def play_together(users: Sequence[User], seconds: float, ended: Event | None = None) -> None:
    """Let users act for so long, or until it is ended."""
    until, ended = time.monotonic() + seconds, ended or Event()
    await asyncio.gather(*(user.play(until, ended) for user in users))
