"""A question set and the names of systems → their runs over the edition in use and what is to be said of them."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

from eval.baseline import Earlier, compare
from eval.beir import write_beir
from eval.editions import carry_over, check_numbers
from eval.export import write_qrels, write_run
from eval.measures import headings
from eval.once import OnceEncoder, fair_clock
from eval.records import Question, Run, Summary
from eval.report import write_report
from eval.run import DEPTH, System, run
from eval.summary import summarise
from eval.systems import baselines
from index.carrier import BASE_ENCODER
from index.embeddings import embed
from index.errors import EditionError, QuestionSetError
from index.records import Rulebook
from index.vectors import Encoder, SentenceEncoder, Vectors
from judge.judge import Judge
from judge.library import Library
from ui.progress import Progress, progress_bar
from ui.words import SYSTEMS

Bar = Callable[[str, str], AbstractContextManager[Progress]]


@dataclass(frozen=True, eq=False)
class Measured:
    """The runs of all systems with their summary, and the judge of the edition that they were made over."""

    judge: Judge
    runs: tuple[Run, ...]
    summary: Summary


def measure(
    questions: Sequence[Question],
    library: Library,
    names: Sequence[str] = SYSTEMS,
    encoders: Sequence[str] = (),
    encoder: Encoder | None = None,
    k: int = DEPTH,
    edition: str | None = None,
    bar: Bar = progress_bar,
    note: Callable[[str], None] = lambda line: None,
) -> Measured:
    """Run the systems over the questions, the baselines with the base encoder alone.

    `note` gets a line about what could not be carried to the edition in use. Every further encoder adds the systems
    that use one: `judge:NAME`, `dense:NAME`, `rrf:NAME`. Raises QuestionSetError when the set cannot be used with the
    edition in use.
    """
    judge = library.reader(edition)
    ready = in_edition(questions, judge.rulebook, library, note)
    first = OnceEncoder(encoder or SentenceEncoder.from_name())
    base = OnceEncoder(SentenceEncoder.from_name(BASE_ENCODER))
    others = [OnceEncoder(SentenceEncoder.from_name(name)) for name in encoders]
    systems: dict[str, System] = {}
    for ours, alone, suffix in [(first, base, ""), *zip(others, others, _suffixes(encoders), strict=True)]:
        made = _systems(judge, ours, alone, library, names, bar)
        systems |= {name + suffix: made[name] for name in names if not suffix or name != "bm25"}
    once = [first, *([] if set(names) == {"judge"} else [base]), *others]
    for each in once:
        each.encode(["ready"])  # loads the encoder, so that no question waits for it
    with bar("Asking", " questions") as show:
        runs = run(ready, systems, headings(judge.rulebook), k, on_progress=show, clock=fair_clock(once))
    return Measured(judge, tuple(runs), summarise(runs, judge.edition.id))


def compare_with(measured: Measured, earlier: Earlier) -> Measured:
    """The same with what changed since an earlier run."""
    changes = compare(measured.runs, earlier, headings(measured.judge.rulebook))
    return Measured(measured.judge, measured.runs, measured.summary | {"baseline": changes})


def write_files(
    measured: Measured, run_file: str | None, qrels: str | None, beir: str | None, report: str | None
) -> None:
    """Write what was asked for."""
    judge, questions = measured.judge, measured.runs[0].questions
    if run_file:
        write_run(run_file, measured.runs, judge.edition.id, headings(judge.rulebook))
    if qrels:
        write_qrels(qrels, questions)
    if beir:
        write_beir(beir, judge.rulebook, questions, headings(judge.rulebook))
    if report:
        write_report(report, measured.summary, measured.runs, judge, made())


def in_edition(
    questions: Sequence[Question], rulebook: Rulebook, library: Library, note: Callable[[str], None]
) -> list[Question]:
    """The questions with the numbers of an edition, carried over by text where they come from another.

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
        carried = carry_over(ready, source, rulebook)
        ready = list(carried.questions)
        for line in carried.lost:
            note(line)
    check_numbers(ready, rulebook)
    return ready


def made() -> str:
    """With what and when figures are made: the version, the commit where it is a checkout, and the day."""
    root = Path(__file__).parent.parent
    git = ["git", "-C", str(root), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        found = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        found = ""
    commit = f", commit {found}" if found and (root / ".git").exists() else ""
    return f"rules-judge {version('rules-judge')}{commit}, {date.today().isoformat()}"


def say(line: str) -> None:
    """A line about the measuring itself, kept apart from the figures."""
    print(f"judge: {line}", file=sys.stderr)


def _systems(
    reader: Judge, encoder: OnceEncoder, alone: OnceEncoder, library: Library, names: Sequence[str], bar: Bar
) -> dict[str, System]:
    """The judge with its encoder and the baselines with theirs, whose vectors of the rules are kept in the home too."""
    systems: dict[str, System] = {}
    if "judge" in names:
        with bar("Preparing the index", " texts") as show:
            systems["judge"] = library.judge(reader.edition.id, encoder, show).ranked
    if set(names) == {"judge"}:
        return systems
    with bar("Preparing the baselines", " texts") as show:

        def kept(texts: Sequence[str]) -> Vectors:
            return embed(texts, alone, library.home / "embeddings", show)

        return systems | baselines(reader.rulebook, alone.encode, kept)


def _suffixes(encoders: Sequence[str]) -> list[str]:
    """What tells the systems of further encoders apart: the last part of the name, or all of it where two are alike."""
    short = [Path(name).name for name in encoders]
    return [f":{name if short.count(name) == 1 else whole}" for name, whole in zip(short, encoders, strict=True)]
