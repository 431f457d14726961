"""What `judge eval` does: measure retrieval, or what a writer makes of it."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from eval.names import OURS, SYSTEMS
from ui.commands import endpoint_of, library_of, note, print_object

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eval.records import Question
    from judge.writer.endpoint import Endpoint


def evaluate(options: argparse.Namespace) -> None:
    """Measure retrieval with a question set."""
    from eval.measure import compare_with, measure, provenance, with_conversations, write_files
    from eval.questions.dialogues import shipped_dialogues, shipped_turns
    from eval.questions.shipped import KINDS, load_questions
    from eval.report.export import check_places
    from eval.report.previous_run import read_previous_run
    from eval.report.tables import to_markdown, to_text
    from ui.progress import progress_bar

    check_places(options.run_file, options.qrels_file, options.report_file, options.written_file)
    endpoint, questions = endpoint_of(options), load_questions(options.questions, options.split)
    if endpoint and not options.writer_expand:
        _evaluate_writer(options, endpoint, questions)
        return
    library = library_of(options, endpoint)
    earlier = read_previous_run(options.baseline, library.edition_in_use()) if options.baseline else None
    systems = tuple(dict.fromkeys(options.system or SYSTEMS))
    measured = measure(questions, library, systems, options.encoder, k=options.k, bar=progress_bar, note=note)
    if options.questions == KINDS and OURS in systems:
        conversations = [*shipped_dialogues(options.split), *shipped_turns(options.split)]
        measured = with_conversations(measured, library, conversations, progress_bar)
    if earlier:
        measured = compare_with(measured, earlier)
    write_files(measured, options.run_file, options.qrels_file, options.beir_file, options.report_file)
    if options.json:
        print_object(measured.summary)
    else:
        print(to_markdown(measured.summary, provenance()) if options.markdown else to_text(measured.summary))


def _evaluate_writer(options: argparse.Namespace, endpoint: "Endpoint", questions: "Sequence[Question]") -> None:
    """Measure written answers with a question set that has verdicts."""
    from eval.report.export import write_file
    from eval.scores.agreement import ModelGrader, grades_by_hand
    from eval.verdicts import as_lines, measure_written, summarize_written, written_table
    from index.encoder.encoder import SentenceEncoder
    from judge.library import Library
    from judge.writer.client import HttpClient
    from judge.writer.writer import Writer
    from ui.progress import open_judge, progress_bar

    by_hand = grades_by_hand(options.graded) if options.graded else None
    second = ModelGrader(HttpClient(replace(endpoint, model=options.writer_grader))) if options.writer_grader else None
    judge = open_judge(Library.at_home(), SentenceEncoder.from_name())
    with progress_bar("Writing", " questions") as show:
        rows = measure_written(questions, judge, Writer.at(endpoint), by_hand or second, show)
    if options.written_file:
        write_file(Path(options.written_file), as_lines(rows).encode("utf-8"))
    summary = summarize_written(rows)
    if options.json:
        print_object(summary)
    else:
        print(written_table(summary))
