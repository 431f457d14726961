"""The payloads that a browser sends to the page: the type of each field, and how long each text may be."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt

LONGEST_TEXT = 200_000
LONGEST_ANSWER = 2_000_000
LONGEST_PATH = 4096
MOST_TURNS = 40
MOST_ASKED = 1000
SESSION = r"^[\w-]{1,64}$"

Text = Annotated[str, Field(strict=True, max_length=LONGEST_TEXT)]
ShortText = Annotated[str, Field(strict=True, max_length=LONGEST_PATH)]
SessionId = Annotated[str, Field(strict=True, pattern=SESSION)]


class Payload(BaseModel):
    """A payload with typed fields; other fields are left out."""

    model_config = ConfigDict(strict=True, extra="ignore")


class TurnPayload(Payload):
    """One turn of a conversation."""

    question: Text
    answer: Annotated[str, Field(max_length=LONGEST_ANSWER)]
    edition: Text = ""


class FileMark(Payload):
    """What marks a file in Gradio's data."""

    type: Literal["gradio.FileData"] = Field(alias="_type")


class FilePayload(Payload):
    """A file that was uploaded; its address is left out."""

    path: ShortText
    orig_name: ShortText | None = None
    meta: FileMark


class ExamplePayload(Payload):
    """An example question."""

    text: Text


class ChoicePayload(Payload):
    """The example question that was chosen."""

    index: StrictInt
    value: ExamplePayload


class FeedbackPayload(Payload):
    """A reader's feedback on an answer."""

    question: Text
    edition: ShortText
    verdict: ShortText
    rule: Text
    cited: Annotated[list[Text], Field(max_length=MOST_TURNS)]


class EventPayload(Payload):
    """An event of the page, or a program's call of a step by its name."""

    data: list[Any]
    fn_index: int | None = None
    session_hash: SessionId | None = None
    event_data: Any = None


class CallPayload(Payload):
    """A call of a step that the page's own script makes."""

    data: Any
    component_id: int
    fn_name: ShortText
    session_hash: Any = None


class CancelPayload(Payload):
    """The end of an event that nobody waits for; one that has only just begun has no id yet."""

    event_id: Annotated[str, Field(pattern=r"^[\w-]{0,64}$"), BeforeValidator(lambda sent: sent or "")]
    session_hash: SessionId = ""
    fn_index: int = 0


def checked_feedback(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a reader's feedback.

    Raises ValueError where they are not as expected.
    """
    return FeedbackPayload.model_validate(fields).model_dump()
