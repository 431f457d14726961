"""A question set and the names of systems → a measurement: their runs over an edition, and the summary."""

import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import date
from importlib.metadata import version
from pathlib import Path

from eval.names import OURS, SYSTEMS
from eval.questions.dialogues import Turns
from eval.questions.editions import in_edition
from eval.records import Question, Run, Summary
from eval.report.beir import write_beir
from eval.report.export import write_qrels, write_run
from eval.report.previous_run import PreviousRun, compare
from eval.report.report import write_report
from eval.report.worst import Rules
from eval.run import DEPTH, System, run
from eval.scores.follow_ups import by_style, taken_rightly
from eval.scores.measures import heading_numbers
from eval.scores.summary import summarize
from eval.systems.baselines import baselines
from eval.systems.cached_encoder import CachedEncoder, fair_clock
from index.encoder.base_model import BASE_ENCODER
from index.encoder.cache import embed
from index.encoder.encoder import Encoder, SentenceEncoder, Vectors
from index.progress import Progress
from index.records import Rulebook
from judge.library import Library

WITHOUT_ENCODER = "bm25"

ProgressBar = Callable[[str, str], AbstractContextManager[Progress]]


@contextmanager
def no_progress_bar(title: str, unit: str) -> Iterator[Progress]:
    """A progress bar that is not drawn."""
    yield lambda done, total: None


@dataclass(frozen=True, eq=False)
class Measurement:
    """The runs of all systems with their summary, and the rules of the edition they were made over."""

    rules: Rules
    runs: tuple[Run, ...]
    summary: Summary


def measure(
    questions: Sequence[Question],
    library: Library,
    names: Sequence[str] = SYSTEMS,
    encoders: Sequence[str] = (),
    encoder: Encoder | None = None,
    base: Encoder | None = None,
    k: int = DEPTH,
    edition: str | None = None,
    bar: ProgressBar = no_progress_bar,
    note: Callable[[str], None] = lambda line: None,
) -> Measurement:
    """Run the systems over the questions: `judge` with the default encoder or `encoder`, the baselines with `base`.

    Each name in `encoders` adds the systems that use an encoder: `judge:NAME`, `dense:NAME`, `rrf:NAME`. `note` gets a
    line about rule numbers without a counterpart in the edition. Raises QuestionSetError when the questions do not fit
    the edition.
    """
    rules = library.reader(edition)
    headings = heading_numbers(rules.rulebook)
    ready = in_edition(questions, rules.rulebook, library, note)
    ours = CachedEncoder(encoder or SentenceEncoder.from_name())
    theirs = CachedEncoder(base or SentenceEncoder.from_name(BASE_ENCODER))
    others = [CachedEncoder(SentenceEncoder.from_name(name)) for name in encoders]
    systems = _systems(rules.rulebook, ours, theirs, library, names, bar)
    for suffix, other in zip(_suffixes(encoders), others, strict=True):
        more = _systems(rules.rulebook, other, other, library, names, bar)
        systems |= {name + suffix: system for name, system in more.items() if name != WITHOUT_ENCODER}
    used = [ours, *([theirs] if set(names) - {OURS} else []), *others]
    for each in used:
        each.encode(["ready"])  # loads the encoder, so that no question has to wait for it
    with bar("Asking", " questions") as show:
        runs = run(ready, systems, headings, k, on_progress=show, clock=fair_clock(used))
    return Measurement(rules, tuple(runs), summarize(runs, rules.edition.id))


def _systems(
    rulebook: Rulebook,
    encoder: CachedEncoder,
    base: CachedEncoder,
    library: Library,
    names: Sequence[str],
    bar: ProgressBar,
) -> dict[str, System]:
    """The systems of these names, in their order: the judge with its encoder, the baselines with the base encoder."""
    systems: dict[str, System] = {}
    if OURS in names:
        with bar("Preparing the index", " texts") as show:
            systems[OURS] = library.judge(rulebook.edition.id, encoder, show).rank
    if set(names) - {OURS}:
        with bar("Preparing the baselines", " texts") as show:

            def embed_rules(texts: Sequence[str]) -> Vectors:
                return embed(texts, base, library.home / "embeddings", show)

            systems |= baselines(rulebook, base.encode, embed_rules)
    return {name: systems[name] for name in names}


def _suffixes(encoders: Sequence[str]) -> list[str]:
    """`:` and the last part of each encoder's name, or the whole name where two have the same last part."""
    short = [Path(name).name for name in encoders]
    return [f":{name if short.count(name) == 1 else whole}" for name, whole in zip(short, encoders, strict=True)]


def with_conversations(
    measurement: Measurement, library: Library, conversations: Sequence[Turns], bar: ProgressBar = no_progress_bar
) -> Measurement:
    """The measurement with how the judge takes the last turns of conversations."""
    judge = library.judge(measurement.rules.edition.id)
    with bar("Reading conversations", " turns") as show:
        right = taken_rightly(judge, conversations, show)
    return replace(measurement, summary=measurement.summary | {"follow_ups": by_style(conversations, right)})


def compare_with(measurement: Measurement, previous: PreviousRun) -> Measurement:
    """The measurement with a comparison to a previous run."""
    changes = compare(measurement.runs, previous, heading_numbers(measurement.rules.rulebook))
    return replace(measurement, summary=measurement.summary | {"baseline": changes})


def write_files(
    measurement: Measurement, run_file: str | None, qrels: str | None, beir: str | None, report: str | None
) -> None:
    """Write the files that are named.

    Raises ReportError.
    """
    rules, runs = measurement.rules, measurement.runs
    questions, headings = runs[0].questions, heading_numbers(rules.rulebook)
    if run_file:
        write_run(run_file, runs, rules.edition.id, headings)
    if qrels:
        write_qrels(qrels, questions)
    if beir:
        write_beir(beir, rules.rulebook, questions, headings)
    if report:
        write_report(report, measurement.summary, runs, rules, provenance())


def provenance() -> str:
    """The version, the commit if this is a checkout, and today's date."""
    root = Path(__file__).parent.parent
    git = ["git", "-C", str(root), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        described = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        described = ""
    commit = f", commit {described}" if described and (root / ".git").exists() else ""
    return f"rules-judge {version('rules-judge')}{commit}, {date.today().isoformat()}"
