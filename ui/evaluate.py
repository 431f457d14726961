"""A way to measure → the Evaluate tab of the page: a question set, systems, progress, the report, two downloads."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import gradio as gr

from eval.export import table, to_csv, write_file
from eval.questions import read_questions
from eval.records import Question
from eval.report import body, page
from eval.shipped import SHIPPED, load_questions
from index.errors import JudgeError, QuestionSetError
from ui import words
from ui.markup import safe
from ui.measure import Bar, Measured, made
from ui.progress import Progress
from ui.uploads import Files

# The questions, the names of the systems, the edition's id, a bar, and where a line about lost numbers goes.
Evaluate = Callable[[Sequence[Question], Sequence[str], str, Bar, Callable[[str], None]], Measured]
Shown = tuple[str, Any, Any]

PROGRESS = gr.Progress()
NO_BUTTON: dict[str, Any] = {"visible": False, "value": None}
SHOW_CHOICES = "() => Array(2).fill({ __type__: 'update', visible: true })"
SHOW_PROGRESS = "() => document.querySelector('#measured').scrollIntoView({block: 'center'})"
QUIET: dict[str, Any] = {"api_visibility": "private"}
SUFFIXES = [".jsonl", ".ndjson", ".csv", ".parquet"]


def build_evaluate(tab: gr.Tab, evaluate: Evaluate, edition: Callable[[], str], files: Files) -> None:
    """The parts of the tab that is open; `edition` gives the id of the one in use, `files` keep what comes and goes."""
    with gr.Column(elem_id="evaluate"):
        gr.HTML(f"<p>{escape(words.EVALUATE_INTRO)}</p>", elem_id="evaluate-intro")
        asked = _choices()
        start = gr.Button(words.MEASURE, variant="primary", elem_id="measure")
        with gr.Row(elem_id="downloads"):
            report = gr.DownloadButton(words.GET_REPORT, visible=False, elem_id="get-report", size="sm")
            rankings = gr.DownloadButton(words.GET_TABLE, visible=False, elem_id="get-table", size="sm")
        shown = gr.HTML("", elem_id="measured", apply_default_css=False)

    def measure(which: str, file: str | None, systems: list[str], progress: gr.Progress = PROGRESS) -> tuple[Any, ...]:
        with files.taken(file):
            shown = measured(evaluate, edition(), which, file, systems, partial(_bar, progress), files.new_report)
        return *shown, None  # the file was removed when it was read

    tab.select(None, None, [asked[0], asked[-1]], js=SHOW_CHOICES, **QUIET)
    start.click(None, None, None, js=SHOW_PROGRESS, **QUIET)
    outputs = [shown, report, rankings, asked[1]]
    start.click(measure, asked, outputs, concurrency_limit=1, show_progress="full", show_progress_on=shown, **QUIET)


def _choices() -> list[gr.components.Component]:
    """Which questions, a file where they are the user's own, and which systems.

    What Gradio needs for a part that cannot be seen is not loaded with the page.
    """
    sets, names = [*words.SETS, words.OWN_SET], list(words.SYSTEMS)
    which = gr.Radio(sets, value=sets[0][1], label=words.WHICH_SET, visible=False, elem_id="which-set")
    file = gr.File(label=words.CHOOSE_SET, file_types=SUFFIXES, visible=False, height=120, elem_id="own-set")
    systems = gr.CheckboxGroup(names, value=names, label=words.WHICH_SYSTEMS, visible=False, elem_id="which-systems")
    which.change(lambda which: gr.update(visible=which == words.OWN_SET[1]), which, file, queue=False, **QUIET)
    return [which, file, systems]


def measured(
    evaluate: Evaluate,
    edition: str,
    which: str,
    file: str | None,
    systems: Sequence[str],
    bar: Bar,
    new_folder: Callable[[], Path],
) -> Shown:
    """The report as HTML and the two files to download, or what is wrong and no file."""
    notes: list[str] = []
    try:
        chosen = [name for name in words.SYSTEMS if name in systems]
        if not chosen:
            raise QuestionSetError(words.NO_SYSTEM)
        done = evaluate(_questions(which, file), chosen, edition, bar, notes.append)
    except JudgeError as error:
        # The file lies in a folder of the server's by now; its reader knows it by its name.
        told = str(error).replace(f"{Path(file).parent}{os.sep}", "") if file else str(error)
        return f'<p class="problem">{safe(told)}</p>', gr.update(**NO_BUTTON), gr.update(**NO_BUTTON)
    folder, said = new_folder(), made()
    write_file(folder / "report.html", page(done.summary, done.runs, done.judge, said).encode("utf-8"))
    write_file(folder / "rankings.csv", to_csv(table(done.runs, done.judge.edition.id)))
    lines = "".join(f'<p class="problem">{safe(line)}</p>' for line in notes)
    report, rankings = (gr.update(visible=True, value=str(folder / name)) for name in ("report.html", "rankings.csv"))
    return lines + body(done.summary, done.runs, done.judge, said), report, rankings


def _questions(which: str, file: str | None) -> list[Question]:
    if which != words.OWN_SET[1]:
        return load_questions(SHIPPED, which)
    if not file:
        raise QuestionSetError(words.NO_SET)
    return read_questions(file)


@contextmanager
def _bar(progress: gr.Progress, title: str, unit: str) -> Iterator[Progress]:
    """A function of (done, all) that moves the page's bar."""

    def show(done: int, total: int) -> None:
        if total:
            progress((done, total), desc=title, unit=unit.strip())

    yield show
