"""ui/gradio_import.py: no stub files are written, Gradio is whole, and source files are found again afterwards."""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.patient

WATCHED = """
import inspect, json, sys
stubs = []
sys.addaudithook(lambda event, about: stubs.append(about[0]) if event == "open" and ".pyi" in str(about[0]) else None)
{statement}
found = gr.Textbox().change, inspect.getfile(gr.Textbox)
print(json.dumps([len(stubs), "ui.gradio_import" in sys.modules, found[1]]))
"""


@pytest.mark.parametrize(
    ("statement", "ours"),
    [("from ui.gradio_import import gr", True), ("from ui.server.web import gr", True), ("import gradio as gr", False)],
)
def test_stub_files_are_left_alone(statement: str, ours: bool) -> None:
    program = WATCHED.format(statement=statement)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    stubs, imported, source = json.loads(done.stdout)
    assert (stubs == 0, imported) == (ours, ours)
    assert source.endswith("textbox.py")
