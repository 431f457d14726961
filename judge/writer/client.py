"""A request → one reply of a server that speaks the OpenAI chat protocol; its size and its time are limited."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from index.errors import JudgeError
from judge import messages
from judge.writer.endpoint import Endpoint

if TYPE_CHECKING:
    import ssl

    import httpx

AGENT = "rules-judge/0.1"
LARGEST_REPLY = 256 << 10  # bytes
OK, BUSY, BROKEN = 200, 429, 500
NOT_UNDERSTOOD = (400, 404, 415, 422)

Reason = Literal["unreachable", "busy", "refused", "not-understood", "unreadable"]
SENTENCES: Mapping[Reason, str] = {
    "unreachable": messages.WRITER_UNREACHABLE,
    "busy": messages.WRITER_BUSY,
    "refused": messages.WRITER_REFUSED,
    "not-understood": messages.WRITER_REFUSED,
    "unreadable": messages.WRITER_UNREADABLE,
}


class NoReplyError(JudgeError):
    """A server that gave no reply that can be used; what it said itself is not repeated."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(SENTENCES[reason])
        self.reason = reason


class _Part(BaseModel):
    """A part of the protocol of which the other fields don't matter."""

    model_config = ConfigDict(extra="ignore", strict=True)


class _Function(_Part):
    name: str
    arguments: str


class _ToolCall(_Part):
    function: _Function


class _Message(_Part):
    content: str | None = None
    tool_calls: list[_ToolCall] | None = None


class _Choice(_Part):
    message: _Message


class _Usage(_Part):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(_Part):
    choices: list[_Choice] = Field(min_length=1)
    usage: _Usage | None = None


@dataclass(frozen=True)
class Completion:
    """What a model said: a text, or the arguments of the tools that it calls, as JSON; and the tokens that it took."""

    text: str
    calls: tuple[str, ...] = ()
    tokens_read: int = 0
    tokens_written: int = 0


class Client(Protocol):
    """Whoever completes a chat."""

    @property
    def endpoint(self) -> Endpoint:
        """Where the chat goes."""

    async def complete(self, request: Mapping[str, Any]) -> Completion:
        """What the model says; `request` are the fields of the protocol but the model.

        Raises NoReplyError.
        """


@dataclass(frozen=True)
class HttpClient:
    """Sends each request to one address and nowhere else: no redirect is followed, no proxy is used."""

    endpoint: Endpoint

    async def complete(self, request: Mapping[str, Any]) -> Completion:
        """What the model says; `request` are the fields of the protocol but the model.

        Raises NoReplyError. Canceled, it closes the connection, and the server stops writing.
        """
        import httpx

        try:
            async with (
                httpx.AsyncClient(verify=self._tls, follow_redirects=False, trust_env=False, timeout=None) as client,
                client.stream("POST", f"{self.endpoint.url}/chat/completions", **self._sent(request)) as response,
            ):
                _check_status(response.status_code)
                return _read(await _body(response))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise NoReplyError("unreachable") from error

    @cached_property
    def _tls(self) -> "ssl.SSLContext | bool":
        import httpx

        return httpx.create_ssl_context(trust_env=False) if self.endpoint.url.startswith("https:") else False

    def _sent(self, request: Mapping[str, Any]) -> dict[str, Any]:
        headers = {"User-Agent": AGENT, "Accept-Encoding": "identity"}
        if self.endpoint.key:
            headers["Authorization"] = f"Bearer {self.endpoint.key}"
        return {"json": {"model": self.endpoint.model, **request}, "headers": headers}


def _check_status(status: int) -> None:
    if status == OK:
        return
    if status in NOT_UNDERSTOOD:
        raise NoReplyError("not-understood")
    raise NoReplyError("busy" if status == BUSY else "unreachable" if status >= BROKEN else "refused")


async def _body(response: "httpx.Response") -> bytes:
    """The body as it was sent; one that is packed or too large is not read."""
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise NoReplyError("unreadable")
    parts = bytearray()
    async for block in response.aiter_raw():
        parts += block
        if len(parts) > LARGEST_REPLY:
            raise NoReplyError("unreadable")
    return bytes(parts)


def _read(body: bytes) -> Completion:
    try:
        found = _Completion.model_validate(json.loads(body))
    except (ValueError, RecursionError, ValidationError) as error:
        raise NoReplyError("unreadable") from error
    message, usage = found.choices[0].message, found.usage or _Usage()
    calls = tuple(call.function.arguments for call in message.tool_calls or ())
    return Completion(message.content or "", calls, max(usage.prompt_tokens, 0), max(usage.completion_tokens, 0))
