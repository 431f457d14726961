"""What a browser sends to the steps of the page → the same, rebuilt from checked parts, before Gradio sees it.

Gradio walks the data of each event and copies what looks like a file. Therefore nothing of what was sent goes on as it
came: each input of each step has a type here, only an upload's field takes a file, and only one that was uploaded.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, Field, StrictBool, TypeAdapter, ValidationError

from index.errors import JudgeError
from index.rules.decode import whole_letters
from ui import strings
from ui.gradio_import import Api, gr
from ui.page.payloads import (
    MOST_TURNS,
    CallPayload,
    CancelPayload,
    ChoicePayload,
    EventPayload,
    FilePayload,
    Payload,
    ShortText,
    Text,
    TurnPayload,
)

PAGE_SESSION = "page"

Owns = Callable[[str], bool]


class EventError(JudgeError):
    """A payload that is not what its step takes."""


Body = TypeVar("Body", bound=Payload)


@dataclass(frozen=True)
class StepInputs:
    """What one step of the page takes."""

    inputs: tuple[TypeAdapter[Any], ...]
    event_data: TypeAdapter[Any] | None


@dataclass(frozen=True)
class Events:
    """Every step of a page with what it takes: those of its events by number, those of its script by part and name."""

    steps: Mapping[int, StepInputs]
    names: Mapping[str, int]
    calls: Mapping[tuple[int, str], TypeAdapter[Any]]

    @classmethod
    def of_page(cls, page: gr.Blocks, owns: Owns) -> "Events":
        """The steps of a page; `owns` is true for the path of a file that was uploaded.

        Raises TypeError for a component without a check.
        """
        served = [fn for fn in page.fns.values() if fn.fn is not None]
        steps = {fn._id: _step(fn, owns) for fn in served}
        names = {str(fn.api_name): fn._id for fn in reversed(served) if fn.api_name}
        calls = {
            (block._id, fn.__name__): TypeAdapter(next(iter(signature(fn).parameters.values())).annotation)
            for block in page.blocks.values()
            for fn in getattr(block, "server_fns", ())
        }
        return cls(steps, names, calls)

    def event(self, body: bytes, name: str = "") -> bytes:
        """The body of an event that is sent to a step by its name, or by its number where no step has the name.

        Raises EventError.
        """
        sent = _read(EventPayload, body)
        number = self.names.get(name, sent.fn_index)
        step = None if number is None else self.steps.get(number)
        if step is None:
            raise EventError(strings.NO_SUCH_STEP)
        if len(sent.data) != len(step.inputs):
            raise EventError(strings.WRONG_EVENT.format(found=f"{len(sent.data)} parts"))
        inputs = [_checked(kind, value) for kind, value in zip(step.inputs, sent.data, strict=True)]
        data = {"data": inputs, "fn_index": number, "session_hash": sent.session_hash}
        if step.event_data:
            data["event_data"] = _checked(step.event_data, sent.event_data)
        return json.dumps(data).encode()

    def call(self, body: bytes) -> bytes:
        """The body of a call that the page's script makes; no session is kept for it.

        Raises EventError.
        """
        sent = _read(CallPayload, body)
        kind = self.calls.get((sent.component_id, sent.fn_name))
        if kind is None:
            raise EventError(strings.NO_SUCH_STEP)
        data = {**sent.model_dump(), "data": _checked(kind, sent.data), "session_hash": PAGE_SESSION}
        return json.dumps(data).encode()

    def cancel(self, body: bytes) -> bytes:
        """The body of a request to end an event.

        Raises EventError.
        """
        return _read(CancelPayload, body).model_dump_json().encode()


def _step(fn: Any, owns: Owns) -> StepInputs:
    takes = [parameter.annotation for parameter in signature(fn.fn).parameters.values()]
    kinds = (takes[place] if isinstance(block, Api) else _kind(block, owns) for place, block in enumerate(fn.inputs))
    inputs = tuple(TypeAdapter(kind) for kind in kinds)
    return StepInputs(inputs, TypeAdapter(ChoicePayload) if fn.collects_event_data else None)


def _kind(block: Any, owns: Owns) -> Any:
    """The type of what a part of the page sends."""
    file = Annotated[FilePayload, AfterValidator(_uploaded(owns))]
    match block:
        case gr.BrowserState():
            return Annotated[list[TurnPayload], Field(max_length=MOST_TURNS)]
        case gr.UploadButton():
            return file
        case gr.File():
            return file | None
        case gr.Checkbox():
            return StrictBool
        case gr.Textbox():
            return Text
        case gr.Radio():
            return _one_of(block)
        case gr.CheckboxGroup():
            return Annotated[list[_one_of(block)], Field(max_length=len(block.choices))]  # type: ignore[misc]
    raise TypeError(f"found a step that takes {type(block).__name__}; expected a part with a check; add it here")


def _one_of(block: Any) -> Any:
    choices = {value for _, value in block.choices}

    def check(value: str) -> str:
        if value not in choices:
            raise ValueError("none of the choices")
        return value

    return Annotated[ShortText, AfterValidator(check)]


def _uploaded(owns: Owns) -> Callable[[FilePayload], FilePayload]:
    def check(file: FilePayload) -> FilePayload:
        if not owns(file.path):
            raise ValueError("a file that was not uploaded, or was read already")
        return file

    return check


def _read(kind: type[Body], body: bytes) -> Body:
    try:
        return kind.model_validate_json(whole_letters(json.dumps(json.loads(body), ensure_ascii=False)))
    except (ValueError, RecursionError) as error:
        raise EventError(strings.WRONG_EVENT.format(found=_reason(error))) from error


def _checked(kind: TypeAdapter[Any], value: Any) -> Any:
    try:
        return kind.dump_python(kind.validate_python(value), mode="json", by_alias=True)
    except ValidationError as error:
        raise EventError(strings.WRONG_EVENT.format(found=_reason(error))) from error


def _reason(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return "no JSON document" if isinstance(error, ValueError) else "JSON that is too deep"
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    return ": ".join(each for each in (".".join(map(str, first["loc"])), first["msg"]) if each)[:200]
