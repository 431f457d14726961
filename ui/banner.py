"""A chat → the banner of the plain rulebook: the buttons that install the official text, and how far that is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gradio as gr

from ui import words
from ui.browse import browse_html
from ui.chat import Chat
from ui.hosts import Access
from ui.install import notice, step_html
from ui.uploads import Files

QUIET: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
MOST_WATCHING = 8


@dataclass(frozen=True)
class Banner:
    """The parts of the banner; a button is None where the page cannot do it."""

    row: gr.Row
    said: gr.HTML
    file: gr.UploadButton | None
    web: gr.Button | None

    @property
    def buttons(self) -> list[gr.UploadButton | gr.Button]:
        """The buttons that there are."""
        return [each for each in (self.file, self.web) if each]


def build_banner(chat: Chat) -> Banner:
    """The banner's parts, inside the page that is open."""
    parts = chat.parts
    with gr.Row(elem_id="notice", visible=chat.plain_only) as row:
        said = gr.HTML(_notice(chat), elem_id="banner")
        file = gr.UploadButton(words.UPLOAD, elem_id="upload", size="sm", scale=0) if parts.install else None
        web = gr.Button(words.FROM_WEB, elem_id="from-web", size="sm", scale=0) if parts.fetch else None
    return Banner(row, said, file, web)


def wire_banner(
    page: gr.Blocks, chat: Chat, banner: Banner, others: list[gr.HTML], access: Access, files: Files
) -> None:
    """A button installs; all who look see how far it is, and read the official text once it is there.

    `others` are the head of the page and the tree of rules; `access` says who may install.
    """
    built = chat.judge.rulebook.edition.id
    shown = [banner.said, banner.row, *others, *banner.buttons]

    def install(start: Callable[[], None], request: gr.Request) -> None:
        if request.request is not None and access.may_install(request.request.scope):
            start()
        else:
            chat.installation.refuse(words.ONLY_FROM_HERE)

    def from_file(path: str, request: gr.Request) -> None:
        with files.taken(path):
            install(lambda: chat.upload(Path(path)), request)

    def from_web(request: gr.Request) -> None:
        install(chat.fetch, request)

    def over(problem: str) -> tuple[Any, ...]:
        rulebook = chat.judge.rulebook
        browse = gr.skip() if rulebook.edition.id == built else browse_html(rulebook)
        row = gr.update(visible=chat.plain_only or bool(problem))
        return _notice(chat, problem), row, chat.head(), browse, *_buttons(banner, True)

    def follow() -> Iterator[tuple[Any, ...]]:
        for step in chat.installation.watch():
            row = gr.update(visible=True)
            yield step_html(step), row, gr.skip(), gr.skip(), *_buttons(banner, False)
        yield over(chat.installation.problem)

    def opened() -> Iterator[tuple[Any, ...]]:
        if chat.installation.underway:
            yield from follow()
        elif chat.plain_only:  # as the page was built; what is shown meanwhile stays
            yield (gr.skip(),) * len(shown)
        else:
            yield over("")

    watching: dict[str, Any] = {"concurrency_limit": MOST_WATCHING, "concurrency_id": "install", **QUIET}
    if banner.file:
        banner.file.upload(from_file, banner.file, None, queue=False, **QUIET).then(follow, None, shown, **watching)
    if banner.web:
        banner.web.click(from_web, None, None, queue=False, **QUIET).then(follow, None, shown, **watching)
    if banner.buttons and chat.plain_only:
        page.load(opened, None, shown, **watching)


def _notice(chat: Chat, problem: str = "") -> str:
    return notice(problem, web=chat.parts.fetch is not None)


def _buttons(banner: Banner, free: bool) -> list[Any]:
    return [gr.update(interactive=free) for _ in banner.buttons]
