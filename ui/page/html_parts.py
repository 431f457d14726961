"""HTML of ours on the page: what is there from the start, and what comes once the box for questions is there.

A page waits for Gradio's scripts of every kind of part that it shows, in whichever tab. Those of `gr.HTML` are the
largest after the chat's own, so nothing is shown with it at first; `gr.Markdown`, which the chat needs too, takes HTML
as it is.
"""

from collections.abc import Sequence
from typing import Any

from ui.gradio_import import gr

SHOW_ALL = "() => Array(%d).fill({ __type__: 'update', visible: true })"


def first_html(value: str, name: str, **settings: Any) -> gr.Markdown:
    """A part that is there from the start; `name` is its id on the page."""
    return gr.Markdown(value, sanitize_html=False, latex_delimiters=[], elem_id=name, **settings)


def later_html(value: str, name: str, **settings: Any) -> gr.HTML:
    """A part that is hidden until an event shows it; `name` is its id on the page."""
    return gr.HTML(value, visible=False, elem_id=name, apply_default_css=False, **settings)


def show_later(page: gr.Blocks, parts: Sequence[gr.HTML]) -> None:
    """Show the parts of `later_html`, at least two, as soon as the page is open."""
    page.load(None, None, list(parts), js=SHOW_ALL % len(parts), api_visibility="private", show_progress="hidden")
