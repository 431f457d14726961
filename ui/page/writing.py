"""The written answer on the page: its switch, the step that fills it in after the rules, and the ways to stop it."""

from dataclasses import dataclass
from typing import Any

from judge.writer.endpoint import Endpoint
from ui import strings
from ui.gradio_import import gr
from ui.page.chat import Chat
from ui.page.payloads import ShortText
from ui.page.scripts import WRITER_CHOSEN, WRITING

QUIET: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
MOST_AT_ONCE = 4
LABELS = f"{{on: {strings.WRITER_ON!r}, off: {strings.WRITER_OFF!r}}}"


@dataclass(frozen=True)
class WriterParts:
    """The switch, the id of the answer that is being written, the message that is made of it, and a hidden button."""

    switch: gr.Checkbox
    writing: gr.Textbox
    made: gr.Textbox
    stop: gr.Button


def build_writer(endpoint: Endpoint) -> WriterParts:
    """The parts below the question box; the switch says where each question goes."""
    place = endpoint.address + (strings.WRITER_HERE if endpoint.is_local else "")
    switch = gr.Checkbox(
        value=True,
        label=strings.WRITER_SWITCH.format(model=endpoint.model, address=place),
        elem_id="writer-switch",
        container=False,
    )
    writing, made = gr.Textbox(visible="hidden", show_label=False), gr.Textbox(visible=False)
    return WriterParts(switch, writing, made, gr.Button(elem_id="stop-writing", visible="hidden"))


def wire_writer(page: gr.Blocks, chat: Chat, parts: WriterParts, turns: gr.BrowserState) -> list[Any]:
    """As soon as an answer waits, the written one is filled in; returns the step to cancel when it isn't wanted."""

    async def write(writing: ShortText) -> str:
        made = await chat.written(writing)
        return f"{writing} {made}" if made else ""

    end: dict[str, Any] = {"js": f"async (...sent) => {WRITING}.end(...sent)", **QUIET}
    step = parts.writing.change(
        write,
        parts.writing,
        parts.made,
        concurrency_limit=MOST_AT_ONCE,
        concurrency_id="writer",
        trigger_mode="multiple",
        **QUIET,
    )
    step.then(None, [parts.made, turns], turns, js=f"async (...sent) => {WRITING}.fill(...sent)", **QUIET)
    step.failure(None, turns, turns, **end)
    parts.stop.click(None, turns, turns, cancels=[step], **end)
    parts.switch.input(None, parts.switch, None, js=f"async (on) => {WRITING}.choose(on, {LABELS})", **QUIET)
    page.load(None, None, parts.switch, js=WRITER_CHOSEN, **QUIET)
    return [step]
