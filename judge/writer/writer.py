"""The writer: an answer with its rules → the same answer with its written part, or why there is none."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from index.records import Rule
from judge import messages
from judge.lookup.reader import RuleReader
from judge.records import Answer, Written, WrittenState
from judge.writer.check import check
from judge.writer.client import Client, Completion, HttpClient, NoReplyError, Reason
from judge.writer.endpoint import Endpoint
from judge.writer.limits import RateLimit, WrittenCache, key_of
from judge.writer.reply import Reply, read_reply, read_wanted
from judge.writer.request import with_shape, written_request
from judge.writer.sources import Source, Sources

SECONDS = 20.0
PAUSE = 0.5
AGAIN: tuple[Reason, ...] = ("unreachable", "busy", "unreadable")
KEPT: tuple[WrittenState, ...] = ("shown", "undecided", "withheld")


class FurtherRules(Protocol):
    """Where further rules come from: the judge, or a fake of it."""

    @property
    def reader(self) -> RuleReader:
        """The rules of the edition."""

    def find_rules(self, wanted: Sequence[str]) -> tuple[Rule, ...]:
        """Further rules by their numbers or by search words."""


@dataclass
class Writer:
    """Writes answers with one model; `limit` is None for a single user's command.

    `seconds` is the time that one answer may take in all, a second attempt after a `pause` and further rules included.
    """

    client: Client
    seconds: float = SECONDS
    pause: float = PAUSE
    limit: RateLimit | None = None
    cache: WrittenCache = field(default_factory=WrittenCache)
    _level: int = field(default=0, init=False)

    @classmethod
    def at(cls, endpoint: Endpoint, limit: RateLimit | None = None) -> "Writer":
        """A writer that is reached over HTTP."""
        return cls(HttpClient(endpoint), limit=limit)

    @property
    def endpoint(self) -> Endpoint:
        """Where questions go."""
        return self.client.endpoint

    async def write(self, answer: Answer, rules: FurtherRules) -> Answer:
        """The same answer with its written part, which says so itself where it failed.

        Canceled, nothing more is sent, and the server is told by a closed connection.
        """
        request = written_request(answer, Sources.of(answer))
        key = key_of(answer.question, answer.edition.id, self.endpoint.model, json.dumps(request))
        written = self.cache.get(key)
        if written is None:
            written = await self._written(answer, rules)
            if written.state in KEPT:
                self.cache.keep(key, written)
        return replace(answer, written=written)

    def write_now(self, answer: Answer, rules: FurtherRules) -> Answer:
        """The same for a caller without an event loop."""
        return asyncio.run(self.write(answer, rules))

    async def _written(self, answer: Answer, rules: FurtherRules) -> Written:
        if not answer.citations:
            return self._failed(messages.WRITER_NO_RULES)
        if self.limit and not self.limit.take():
            return self._failed(messages.WRITER_LIMIT)
        try:
            async with asyncio.timeout(self.seconds):
                return await _Attempts(self, answer, rules).written()
        except TimeoutError:
            return self._failed(messages.WRITER_SLOW.format(seconds=round(self.seconds)))
        except NoReplyError as error:
            return self._failed(str(error))

    def _failed(self, problem: str) -> Written:
        return Written("failed", self.endpoint.model, self.endpoint.address, problem=problem)

    async def complete(self, request: dict[str, Any], lookup: bool) -> Completion:
        """A completion with as much of the protocol as the server understands, which is remembered.

        The first level has tools and the shape of the reply, the second the shape alone, the last neither.
        """
        while True:
            levels: Sequence[Mapping[str, Any]] = (
                with_shape(request, lookup),
                with_shape(request, lookup=False),
                request,
            )
            try:
                return await self.client.complete(levels[self._level])
            except NoReplyError as error:
                if error.reason != "not-understood" or self._level + 1 == len(levels):
                    raise
                self._level += 1


class _Attempts:
    """One answer: the first attempt, one more after a failure, and further rules once where the model asks for them."""

    def __init__(self, writer: Writer, answer: Answer, rules: FurtherRules) -> None:
        self._writer, self._answer, self._rules = writer, answer, rules
        self._further: tuple[Source, ...] = ()
        self._asked_further = False
        self._tokens = (0, 0)

    async def written(self) -> Written:
        """The checked answer.

        Raises NoReplyError.
        """
        try:
            reply = await self._reply()
        except NoReplyError as error:
            if error.reason not in AGAIN:
                raise
            await asyncio.sleep(self._writer.pause)
            reply = await self._reply()
        checked = check(reply, self._sources, self._asked, self._writer.endpoint)
        return replace(checked, tokens_read=self._tokens[0], tokens_written=self._tokens[1])

    @property
    def _sources(self) -> Sources:
        return Sources.of(self._answer, self._further)

    @property
    def _asked(self) -> str:
        return " ".join([self._answer.question, *self._answer.context])

    async def _reply(self) -> Reply:
        said = await self._complete()
        if said.calls and not self._asked_further:
            self._asked_further = True
            found = await asyncio.to_thread(self._rules.find_rules, read_wanted(said.calls))
            self._further = tuple(Source.of_rule(rule, self._rules.reader.plain(rule.id)) for rule in found)
            said = await self._complete()
        return read_reply(said.text)

    async def _complete(self) -> Completion:
        request = written_request(self._answer, self._sources)
        said = await self._writer.complete(request, lookup=not self._asked_further)
        self._tokens = (self._tokens[0] + said.tokens_read, self._tokens[1] + said.tokens_written)
        return said
