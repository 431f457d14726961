"""What a model says → the structured reply that it was asked for, read with patience and trusted in nothing."""

import json
import re
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictStr, ValidationError

from judge.writer.client import NoReplyError

THOUGHTS = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
MOST_WANTED, LONGEST_WANTED = 4, 100


class ReplyStep(BaseModel):
    """One step, as the model is asked to write it."""

    model_config = ConfigDict(extra="forbid")

    says: StrictStr = Field(description="one sentence that applies the quoted words to the question")
    source: StrictStr = Field(description="the number of one given rule, or the name of one given card")
    quote: StrictStr = Field(description="words copied from that rule or card, exactly")


class ReplyShape(BaseModel):
    """The whole reply, as the model is asked to write it: first the steps, then what follows from them."""

    model_config = ConfigDict(extra="forbid")

    steps: list[ReplyStep]
    decided: bool = Field(description="whether the given texts decide the question")
    verdict: StrictStr = Field(description="the answer in one sentence, empty where they don't decide it")
    missing: StrictStr = Field(description="what is missing where they don't decide it, else empty")


class WantedRules(BaseModel):
    """The arguments of the tool that finds further rules."""

    model_config = ConfigDict(extra="forbid")

    wanted: list[StrictStr] = Field(description="numbers of rules such as 702.19c, or search words")


@dataclass(frozen=True)
class Reply:
    """A reply that was read; a step that has not its three texts is None."""

    decided: bool
    verdict: str
    steps: tuple[ReplyStep | None, ...]
    missing: str


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    decided: bool
    verdict: Annotated[str | None, Field()] = None
    steps: list[Any] | None = None
    missing: Annotated[str | None, Field()] = None


def read_reply(text: str) -> Reply:
    """The reply in a model's text; what stands around the JSON object is left out.

    Raises NoReplyError where there is none.
    """
    try:
        read = _Read.model_validate(json_object(text))
    except ValidationError as error:
        raise NoReplyError("unreadable") from error
    return Reply(read.decided, read.verdict or "", tuple(map(_step, read.steps or ())), read.missing or "")


def json_object(text: str) -> Any:
    """The outermost JSON object in a model's text.

    Raises NoReplyError where there is none.
    """
    said = THOUGHTS.sub("", text)
    try:
        return json.loads(said[said.find("{") : said.rfind("}") + 1])
    except (ValueError, RecursionError) as error:
        raise NoReplyError("unreadable") from error


def read_wanted(calls: tuple[str, ...]) -> tuple[str, ...]:
    """The numbers and search words that a model's tool calls ask for, four at most."""
    wanted = (each for call in calls for each in _wanted(call))
    return tuple(dict.fromkeys(each[:LONGEST_WANTED].strip() for each in wanted if each.strip()))[:MOST_WANTED]


def _wanted(call: str) -> list[str]:
    try:
        return WantedRules.model_validate_json(call).wanted
    except ValidationError:
        return []


def _step(found: Any) -> ReplyStep | None:
    try:
        return ReplyStep.model_validate({name: found[name] for name in ReplyStep.model_fields})
    except (ValidationError, TypeError, KeyError):
        return None
