"""The steps of the chat → the web page, built with Gradio."""

import json
import os
from collections.abc import Callable
from html import escape
from importlib.resources import files
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from index.errors import JudgeError
from judge.documents import AnswerDocument
from ui import strings
from ui.gradio_import import gr
from ui.html.answer import writing_in
from ui.html.changes import changes_tab_html
from ui.html.page import footer_html, status_line_html
from ui.html.rules_tab import rules_tab_html
from ui.page.access import Access
from ui.page.banner import build_banner, wire_banner
from ui.page.chat import Chat, ChatStep, Turn, messages, saved
from ui.page.evaluate import build_evaluate
from ui.page.html_parts import first_html, later_html, show_later
from ui.page.payloads import MOST_ASKED, ShortText, Text, checked_feedback
from ui.page.scripts import ALONE, IF_CHOSEN, OPEN, TAKE_QUESTION, TURNS, WITH_QUESTION
from ui.page.uploads import Files
from ui.page.writing import WriterParts, build_writer, wire_writer

ChatOutputs = tuple[Any, Any, Any]

AnswerStep = Callable[..., tuple[Any, ...]]

FIRST_SCRIPT = "status_line.js"
SCRIPTS = ("terms.js", "page.js", "answer.js", "rules_tab.js", "changes.js", "written.js")
CORES = os.cpu_count() or 1
SECONDS_UNTIL_TOLD = 60
STORAGE_KEY, STORAGE_SECRET = "judge-chat-v1", "not-a-secret"
QUIET: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}


def static(name: str) -> str:
    """A file of `ui/static`."""
    return (files("ui") / "static" / name).read_text("utf-8")


def build_page(chat: Chat, access: Access, files: Files) -> gr.Blocks:
    """The page of a chat with its optional features; `access` says who may install, `files` holds uploads."""
    features, evaluate = chat.features, chat.features.evaluate
    page: gr.Blocks
    with gr.Blocks(title=strings.TITLE, analytics_enabled=False, fill_height=True, fill_width=True) as page:
        turns = gr.BrowserState([], storage_key=STORAGE_KEY, secret=STORAGE_SECRET)
        linked = [gr.Textbox(visible=False), gr.Textbox(visible=False)]
        with gr.Row(elem_id="top"):
            head = first_html(chat.head(), "head")
            clear = gr.Button(strings.NEW_CHAT, elem_id="clear", size="sm", scale=0)
        banner = build_banner(chat)
        with gr.Row(elem_id="body"):
            with gr.Tabs(elem_id="tabs"):
                with gr.Tab(strings.ASK_TAB, elem_id="ask-tab"), gr.Column(elem_id="talk"):
                    log = _chatbot()
                    sign = later_html(status_line_html(), "sign")
                    choice = _edition_choice(chat)
                    box = _question_box()
                    writer = build_writer(features.writer.endpoint) if features.writer else None
                with gr.Tab(strings.BROWSE_TAB, elem_id="browse-tab"):
                    tree = later_html(rules_tab_html(chat.reader.rulebook), "browse")
                later = [sign, tree]
                if chat.features.past:
                    with gr.Tab(strings.CHANGES_TAB, elem_id="changes-tab"):
                        later.append(later_html(changes_tab_html(), "changes"))
                if evaluate:
                    with gr.Tab(strings.EVALUATE_TAB, elem_id="evaluate-tab") as tab:
                        measured = build_evaluate(tab, evaluate, lambda: chat.reader.edition.id, files)
                        later.append(measured)
            later.append(_rule_panel(chat))
        first_html(footer_html(), "foot")
        show_later(page, later)
        _wire(page, chat, turns, linked, [head, choice, banner.row, *banner.buttons], box, log, clear, writer)
        wire_banner(page, chat, banner, [head, tree], access, files)
        gr.events.api(ask_api(chat), api_name="ask", concurrency_limit=CORES, concurrency_id="judge")
    # Nothing shows the place in the queue, so those who wait need no message at each answer to someone else.
    page.queue(SECONDS_UNTIL_TOLD, api_open=False, max_size=64, default_concurrency_limit=CORES)
    return page


def _chatbot() -> gr.Chatbot:
    return gr.Chatbot(
        elem_id="chat",
        buttons=[],
        autoscroll=False,
        latex_delimiters=[],
        show_label=False,
        container=False,
        height=None,
        scale=1,
        feedback_options=None,
        placeholder=f"## {strings.TAGLINE}\n\n{strings.PROMISE}",
        examples=[{"text": text} for text in strings.EXAMPLES[: strings.EXAMPLES_SHOWN]],
    )


def _edition_choice(chat: Chat) -> gr.HTML:
    return later_html(chat.as_of.choice(chat.reader.edition.id), "as-of")


def _question_box() -> gr.Textbox:
    return gr.Textbox(
        elem_id="ask",
        placeholder=strings.PLACEHOLDER,
        show_label=False,
        container=False,
        lines=1,
        max_lines=6,
        submit_btn=True,
        html_attributes=gr.InputHTMLAttributes(enterkeyhint="send"),
    )


def _rule_panel(chat: Chat) -> gr.HTML:
    """The rule panel; its script serves the whole page, with each file but the first in its own block."""

    def rule(number: Text) -> str:
        return chat.rule(number)

    def term(name: ShortText) -> str:
        return chat.term(name)

    def branch(number: ShortText) -> str:
        return chat.branch(number)

    def found(query: Text) -> str:
        return chat.found(query)

    def changes(editions: ShortText) -> str:
        return chat.as_of.changes(editions)

    def changed(chapter: ShortText) -> str:
        return chat.as_of.changed_chapter(chapter)

    def prepare(edition: ShortText) -> dict[str, Any]:
        return chat.prepare(edition)

    def feedback(said: Annotated[dict[str, Any], AfterValidator(checked_feedback)]) -> dict[str, Any]:
        reply = chat.feedback(said)
        return {"said": reply, "kept": reply == strings.FEEDBACK_KEPT}

    script = "\n".join([static(FIRST_SCRIPT), *(f"{{\n{static(name)}}}" for name in SCRIPTS)])
    steps: list[Callable[..., Any]] = [rule, term, branch, found, changes, changed, prepare, feedback]
    return later_html("", "rulepanel", js_on_load=script, server_functions=steps)


def _wire(
    page: gr.Blocks,
    chat: Chat,
    turns: gr.BrowserState,
    linked: list[gr.Textbox],
    shown_first: list[Any],
    box: gr.Textbox,
    log: gr.Chatbot,
    clear: gr.Button,
    writer: WriterParts | None,
) -> None:
    """Which event runs which step of the chat."""
    shown, chosen = [box, log, turns], linked[1]

    def show(step: ChatStep, clear: bool = False) -> ChatOutputs:
        ready = all(turn["answer"] for turn in step[1])
        # Without a value the box keeps what has been typed meanwhile.
        typed: dict[str, Any] = {"value": step[0]} if clear or step[0] else {}
        return gr.update(interactive=ready, submit_btn=ready, **typed), messages(step[1]), step[1]

    def take(question: str, turns: list[Turn], edition: str) -> ChatOutputs:
        return show(chat.take(question, turns, edition), clear=True)

    def choose(turns: list[Turn], edition: str, event: gr.SelectData) -> ChatOutputs:
        return show(chat.take(event.value["text"], turns, edition), clear=True)

    def opened(turns: object, question: str, edition: str) -> tuple[Any, ...]:
        kept = saved(turns)
        # A page with nothing to restore may already be in use, so nothing is reset.
        free = (gr.update(interactive=True, submit_btn=True), gr.skip(), gr.skip())
        brought = show(chat.take(question, kept, edition)) if kept or question.strip() else free
        chat.as_of.get_ready()
        editions = chat.as_of.choice(chat.reader.edition.id)  # some may have been added since the page was built
        choice = gr.update(value=editions, visible=bool(editions))
        banner = [gr.update(visible=chat.plain_only)] * (len(shown_first) - 2)
        return *brought, chat.head(), choice, *banner

    def answer(question: str, turns: list[Turn], write: bool = False) -> tuple[Any, ...]:
        waits = not all(turn["answer"] for turn in turns)
        answered = show(chat.answer(question, turns, write)) if waits else (gr.skip(), gr.skip(), gr.skip())
        writing = [writing_in(answered[2][-1]["answer"]) if waits else ""]
        return *answered, *(writing if writer else [])

    writes = wire_writer(page, chat, writer, turns) if writer else []
    page.load(None, turns, [box, log], js=OPEN % (json.dumps(strings.EXAMPLES), strings.EXAMPLES_SHOWN), **QUIET)
    started = [
        box.submit(take, [box, turns, chosen], shown, js=WITH_QUESTION, queue=False, cancels=writes, **QUIET),
        log.example_select(choose, [turns, chosen], shown, js=ALONE, queue=False, cancels=writes, **QUIET),
        page.load(opened, [turns, *linked], [*shown, *shown_first], js=TAKE_QUESTION % TURNS, queue=False, **QUIET),
    ]
    fail: AnswerStep = lambda box, turns: show(chat.fail(box, turns))  # noqa: E731
    pending = [_answer_after(step, answer, fail, shown, writer) for step in started]
    # A pending answer must not restore its conversation.
    clear.click(lambda: show(("", []), clear=True), None, shown, queue=False, cancels=[*pending, *writes], **QUIET)


def _answer_after(step: Any, answer: AnswerStep, fail: AnswerStep, shown: list[Any], writer: WriterParts | None) -> Any:
    """The event that answers what a step has taken; with a writer, it also says which answer is to be written."""
    box, _, turns = shown
    switch, writing = ([writer.switch], [writer.writing]) if writer else ([], [])
    answered = step.then(
        answer,
        [box, turns, *switch],
        [*shown, *writing],
        js=IF_CHOSEN if writer else None,
        concurrency_limit=CORES,
        concurrency_id="judge",
        trigger_mode="multiple",  # a refused question leaves the box free while this step still runs
        **QUIET,
    )
    answered.failure(fail, [box, turns], shown, queue=False, **QUIET)
    return answered


def ask_api(chat: Chat) -> Callable[..., dict[str, Any]]:
    """The step that answers programs: what `judge ask --json` prints."""

    def ask(question: Text, k: Annotated[int, Field(ge=1, le=MOST_ASKED)] = 8) -> dict[str, Any]:
        """Answer one rules question with the rules that decide it."""
        try:
            return AnswerDocument.of(chat.judge.ask(question, k)).model_dump()
        except JudgeError as error:
            raise gr.Error(escape(str(error))) from error

    return ask
