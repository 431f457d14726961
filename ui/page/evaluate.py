"""The Evaluate tab: a question set, systems, progress, the report, two downloads."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from eval.measure import Measurement, ProgressBar, provenance
from eval.names import SYSTEMS
from eval.questions.read import read_questions
from eval.questions.shipped import SHIPPED, load_questions
from eval.records import Question
from eval.report.export import table, to_csv, write_file
from eval.report.report import body, page
from index.errors import JudgeError, QuestionSetError
from index.progress import Progress
from ui import strings
from ui.gradio_import import gr
from ui.html.page import paragraph_html, problems_html
from ui.page.html_parts import first_html, later_html
from ui.page.uploads import Files

# The questions, the names of the systems, the edition's id, a bar, and where a line about lost numbers goes.
Evaluate = Callable[[Sequence[Question], Sequence[str], str, ProgressBar, Callable[[str], None]], Measurement]
Outputs = tuple[str, Any, Any]

PROGRESS = gr.Progress()
NO_BUTTON: dict[str, Any] = {"visible": False, "value": None}
SHOW_CHOICES = "() => Array(2).fill({ __type__: 'update', visible: true })"
SHOW_PROGRESS = "() => document.querySelector('#measured').scrollIntoView({block: 'center'})"
QUIET: dict[str, Any] = {"api_visibility": "private"}
SUFFIXES = [".jsonl", ".ndjson", ".csv", ".parquet"]


def build_evaluate(tab: gr.Tab, evaluate: Evaluate, edition: Callable[[], str], files: Files) -> gr.HTML:
    """The parts of the open tab; `edition` gives the id of the one in use, `files` holds uploads and reports.

    Returns the one that shows the report, which is hidden at first.
    """
    with gr.Column(elem_id="evaluate"):
        first_html(paragraph_html(strings.EVALUATE_INTRO), "evaluate-intro")
        asked = _choices()
        start = gr.Button(strings.MEASURE, variant="primary", elem_id="measure")
        with gr.Row(elem_id="downloads"):
            report = gr.DownloadButton(strings.GET_REPORT, visible=False, elem_id="get-report", size="sm")
            rankings = gr.DownloadButton(strings.GET_TABLE, visible=False, elem_id="get-table", size="sm")
        shown = later_html("", "measured")

    def measure(which: str, file: str | None, systems: list[str], progress: gr.Progress = PROGRESS) -> tuple[Any, ...]:
        with files.taken(file):
            shown = measured(evaluate, edition(), which, file, systems, partial(_bar, progress), files.new_report)
        return *shown, None  # the file was removed once it was read

    tab.select(None, None, [asked[0], asked[-1]], js=SHOW_CHOICES, **QUIET)
    start.click(None, None, None, js=SHOW_PROGRESS, **QUIET)
    outputs = [shown, report, rankings, asked[1]]
    start.click(measure, asked, outputs, concurrency_limit=1, show_progress="full", show_progress_on=shown, **QUIET)
    return shown


def _choices() -> list[gr.components.Component]:
    """Which questions, a file where they are the user's own, and which systems.

    Gradio does not load the scripts of a hidden part with the page.
    """
    sets, names = [*strings.SETS, strings.OWN_SET], list(SYSTEMS)
    which = gr.Radio(sets, value=sets[0][1], label=strings.WHICH_SET, visible=False, elem_id="which-set")
    file = gr.File(label=strings.CHOOSE_SET, file_types=SUFFIXES, visible=False, height=120, elem_id="own-set")
    systems = gr.CheckboxGroup(names, value=names, label=strings.WHICH_SYSTEMS, visible=False, elem_id="which-systems")
    which.change(lambda which: gr.update(visible=which == strings.OWN_SET[1]), which, file, queue=False, **QUIET)
    return [which, file, systems]


def measured(
    evaluate: Evaluate,
    edition: str,
    which: str,
    file: str | None,
    systems: Sequence[str],
    bar: ProgressBar,
    new_folder: Callable[[], Path],
) -> Outputs:
    """The report as HTML and the two files to download, or what is wrong and no file."""
    notes: list[str] = []
    try:
        chosen = [name for name in SYSTEMS if name in systems]
        if not chosen:
            raise QuestionSetError(strings.NO_SYSTEM)
        done = evaluate(_questions(which, file), chosen, edition, bar, notes.append)
    except JudgeError as error:
        # The file lies in a folder of the server by now, but the reader knows it by its name.
        problem = str(error).replace(f"{Path(file).parent}{os.sep}", "") if file else str(error)
        return problems_html([problem]), gr.update(**NO_BUTTON), gr.update(**NO_BUTTON)
    folder, said = new_folder(), provenance()
    write_file(folder / "report.html", page(done.summary, done.runs, done.rules, said).encode("utf-8"))
    write_file(folder / "rankings.csv", to_csv(table(done.runs, done.rules.edition.id)))
    report, rankings = (gr.update(visible=True, value=str(folder / name)) for name in ("report.html", "rankings.csv"))
    return problems_html(notes) + body(done.summary, done.runs, done.rules, said), report, rankings


def _questions(which: str, file: str | None) -> list[Question]:
    if which != strings.OWN_SET[1]:
        return load_questions(SHIPPED, which)
    if not file:
        raise QuestionSetError(strings.NO_SET)
    return read_questions(file)


@contextmanager
def _bar(progress: gr.Progress, title: str, unit: str) -> Iterator[Progress]:
    """A function of (done, total) that moves the page's bar."""

    def show(done: int, total: int) -> None:
        if total:
            progress((done, total), desc=title, unit=unit.strip())

    yield show
