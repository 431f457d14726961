"""A question → the same in the rules' words, said by a model, to be searched for beside the question itself."""

import asyncio
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, StrictStr, ValidationError

from judge.question.text import clean_question
from judge.writer.client import Client, HttpClient, NoReplyError
from judge.writer.endpoint import Endpoint
from judge.writer.reply import json_object
from judge.writer.request import expansion_request

SECONDS = 8.0
LONGEST = 400
MOST_KEPT = 256


class ExpandedQuestion(BaseModel):
    """What the model is asked to say."""

    model_config = ConfigDict(extra="ignore")

    question: StrictStr


@dataclass
class QueryExpansion:
    """Says questions in the rules' words; `seconds` is the time that one may take."""

    client: Client
    seconds: float = SECONDS
    _known: dict[str, str] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def at(cls, endpoint: Endpoint) -> "QueryExpansion":
        """An expansion by a model that is reached over HTTP."""
        return cls(HttpClient(endpoint))

    def expand(self, question: str) -> str:
        """The question in the rules' words, "" where the model says nothing that can be searched for."""
        if question not in self._known:
            expanded = asyncio.run(self._expanded(question))
            if len(self._known) >= MOST_KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[question] = expanded
        return self._known[question]

    async def _expanded(self, question: str) -> str:
        try:
            async with asyncio.timeout(self.seconds):
                said = await self.client.complete(expansion_request(question))
            found = ExpandedQuestion.model_validate(json_object(said.text)).question
        except (NoReplyError, TimeoutError, ValidationError):
            return ""
        return clean_question(found[:LONGEST])
