"""A question set and the names of systems → their measures over the edition in use."""

from collections.abc import Sequence
from pathlib import Path

from eval.editions import carry_over, check_numbers
from eval.measures import headings
from eval.questions import read_questions
from eval.records import Question, Summary
from eval.report import write_report, write_run
from eval.run import System, run, summarise
from eval.systems import baselines
from index.errors import EditionError, QuestionSetError
from index.records import Rulebook
from index.vectors import DEFAULT_ENCODER, SentenceEncoder
from judge.library import Library
from ui.progress import open_judge, progress_bar


def measure(
    path: Path, names: Sequence[str], k: int, encoder: str | None, run_file: str | None, report: str | None
) -> Summary:
    """Run the systems over the questions and write what was asked for.

    Raises QuestionSetError when the set cannot be used with the edition in use.
    """
    library = Library.at_home()
    questions = read_questions(path)
    chosen_encoder = SentenceEncoder.from_name(encoder or DEFAULT_ENCODER)
    judge = open_judge(library, chosen_encoder)
    ready = in_edition(questions, judge.rulebook, library)
    systems: dict[str, System] = {"judge": judge.rank}
    if set(names) != {"judge"}:
        systems |= baselines(judge.rulebook, chosen_encoder)
    with progress_bar("Asking", " questions") as show:
        chosen = {name: systems[name] for name in names}
        results = run(ready, chosen, headings(judge.rulebook), k, on_progress=show)
    summary = summarise(results, judge.edition.id)
    if run_file:
        write_run(run_file, results)
    if report:
        write_report(report, summary, results)
    return summary


def in_edition(questions: Sequence[Question], rulebook: Rulebook, library: Library) -> list[Question]:
    """The questions with the numbers of the edition in use, carried over by text where they come from another.

    Raises QuestionSetError, naming the edition to install, when that is not there.
    """
    ready = list(questions)
    same = {rulebook.edition.id, rulebook.edition.effective}
    for edition in sorted({question.edition for question in questions} - same):
        try:
            source = library.rulebook(edition)
        except EditionError as error:
            raise QuestionSetError(
                f"found numbers of edition {edition}, expected those of {rulebook.edition.id}; to carry them over "
                f"install {edition} with: judge rules add FILE"
            ) from error
        ready = carry_over(ready, source, rulebook)
    check_numbers(ready, rulebook)
    return ready
