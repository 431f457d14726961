"""Gradio as `gr`, imported in 1.7 s instead of 2.9.

At every import, Gradio parses the source of each of its components and writes a stub file for editors into its own
folder. It skips components whose source file isn't found, so during this import none is found.
"""

import inspect
from typing import Any

_inspect: Any = inspect
_getfile = inspect.getfile


def _getfile_of_others(found: Any) -> str:
    """The source file of anything but Gradio's components, which have EVENTS, and the class that holds a page's.

    Raises OSError for these.
    """
    if hasattr(found, "EVENTS") or getattr(found, "__name__", "") == "BlocksEvents":
        raise OSError("a component for which Gradio would write a stub file")
    return _getfile(found)


_inspect.getfile = _getfile_of_others
try:
    import gradio as gr
    from gradio.components.api_component import Api
finally:
    _inspect.getfile = _getfile

__all__ = ["Api", "gr"]
