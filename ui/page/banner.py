"""The banner of the plain rulebook: buttons that install the official text, and their progress."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ui import strings
from ui.gradio_import import gr
from ui.html.page import notice_html, progress_html
from ui.html.rules_tab import rules_tab_html
from ui.page.access import Access
from ui.page.chat import Chat
from ui.page.html_parts import first_html
from ui.page.uploads import Files

QUIET: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
MOST_WATCHING = 8


@dataclass(frozen=True)
class Banner:
    """The parts of the banner; a button is None where the page lacks the feature."""

    row: gr.Row
    said: gr.Markdown
    file: gr.UploadButton | None
    web: gr.Button | None

    @property
    def buttons(self) -> list[gr.UploadButton | gr.Button]:
        """The buttons that exist."""
        return [each for each in (self.file, self.web) if each]


def build_banner(chat: Chat) -> Banner:
    """The banner's parts, inside the page that is being built."""
    features = chat.features
    # Gradio loads the scripts of a button in a hidden row, but not those of a hidden button.
    small: dict[str, Any] = {"size": "sm", "scale": 0, "visible": chat.plain_only}
    with gr.Row(elem_id="notice", visible=chat.plain_only) as row:
        said = first_html(_notice(chat), "banner")
        file = gr.UploadButton(strings.UPLOAD, elem_id="upload", **small) if features.install else None
        web = gr.Button(strings.FROM_WEB, elem_id="from-web", **small) if features.fetch else None
    return Banner(row, said, file, web)


def wire_banner(
    page: gr.Blocks, chat: Chat, banner: Banner, others: list[gr.Markdown | gr.HTML], access: Access, files: Files
) -> None:
    """A button installs; all who look see how far it is, and read the official text once it is there.

    `others` are the head of the page and the tree of rules; `access` says who may install.
    """
    events = _Events(chat, banner, access, files, chat.reader.rulebook.edition.id, len(others))
    shown = [banner.said, banner.row, *others, *banner.buttons]
    watching: dict[str, Any] = {"concurrency_limit": MOST_WATCHING, "concurrency_id": "install", **QUIET}
    if banner.file:
        sent = banner.file.upload(events.from_file, banner.file, None, queue=False, **QUIET)
        sent.then(events.follow, None, shown, **watching)
    if banner.web:
        clicked = banner.web.click(events.from_web, None, None, queue=False, **QUIET)
        clicked.then(events.follow, None, shown, **watching)
    if banner.buttons and chat.plain_only:
        page.load(events.opened, None, shown, **watching)


@dataclass(frozen=True)
class _Events:
    """What the banner's buttons do.

    `built` is the edition that the page was built with, `others` the number of outputs beside the banner's own.
    """

    chat: Chat
    banner: Banner
    access: Access
    files: Files
    built: str
    others: int

    def from_file(self, path: str, request: gr.Request) -> None:
        with self.files.taken(path):
            self._install(lambda: self.chat.upload(Path(path)), request)

    def from_web(self, request: gr.Request) -> None:
        self._install(self.chat.fetch, request)

    def follow(self) -> Iterator[tuple[Any, ...]]:
        for step in self.chat.installation.watch():
            row = gr.update(visible=True)
            said = progress_html(step.stage, step.done, step.total)
            yield said, row, gr.skip(), gr.skip(), *_buttons(self.banner, False)
        yield self._over(self.chat.installation.problem)

    def opened(self) -> Iterator[tuple[Any, ...]]:
        if self.chat.installation.underway:
            yield from self.follow()
        elif self.chat.plain_only:  # as the page was built; what is shown meanwhile stays
            yield (gr.skip(),) * (2 + self.others + len(self.banner.buttons))
        else:
            yield self._over("")

    def _install(self, start: Callable[[], None], request: gr.Request) -> None:
        if request.request is not None and self.access.may_install(request.request.scope):
            start()
        else:
            self.chat.installation.refuse(strings.ONLY_FROM_HERE)

    def _over(self, problem: str) -> tuple[Any, ...]:
        rulebook = self.chat.reader.rulebook
        browse = gr.skip() if rulebook.edition.id == self.built else rules_tab_html(rulebook)
        row = gr.update(visible=self.chat.plain_only or bool(problem))
        return _notice(self.chat, problem), row, self.chat.head(), browse, *_buttons(self.banner, True)


def _notice(chat: Chat, problem: str = "") -> str:
    return notice_html(problem, web=chat.features.fetch is not None)


def _buttons(banner: Banner, free: bool) -> list[Any]:
    return [gr.update(interactive=free, visible=True) for _ in banner.buttons]
