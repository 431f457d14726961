"""Runs and questions → files for other tools: a table of rankings, and TREC's run and qrels."""

import json
import re
from collections.abc import Callable, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from eval.records import Item, Question, Run
from eval.scores.measures import DECIDING_GAIN, NAMES, SUPPORTING_GAIN, finds, only_supporting
from index.errors import JudgeError

if TYPE_CHECKING:
    import pandas

REPEATED = "~"
RUN_SUFFIXES = (".csv", ".parquet", ".jsonl", ".trec")
LABELS = ("id", "category", "difficulty", "style", "split")


class ReportError(JudgeError):
    """A report or run file that cannot be written, or a previous run that cannot be read."""


def table(runs: Sequence[Run], edition: str) -> "pandas.DataFrame":
    """One row per ranking, with the question's labels and the measures, which are missing if it is unanswerable."""
    import pandas

    return pandas.concat([_frame(run, edition) for run in runs], ignore_index=True)


def check_places(run_file: str | Path | None, *others: str | Path | None) -> None:
    """Raise ReportError for a file that could not be written at the end, before anything slow starts."""
    if run_file and Path(run_file).suffix.lower() not in RUN_SUFFIXES:
        suffix = Path(run_file).suffix
        raise ReportError(f'{run_file}: found "{suffix}", expected {", ".join(RUN_SUFFIXES)}; rename the file.')
    for path in (run_file, *others):
        if path and not Path(path).absolute().parent.is_dir():
            raise ReportError(f"{path}: found no such folder to write to; name a file in an existing folder.")


def write_run(path: str | Path, runs: Sequence[Run], edition: str, headings: Set[str]) -> None:
    """Write every ranking: `.csv`, `.parquet` and `.jsonl` with its measures, `.trec` as a TREC run.

    A TREC run contains all systems; the tag at the end of each line names the system. Raises ReportError when the file
    name ends differently or the file cannot be written.
    """
    check_places(path)
    writers: dict[str, Callable[[], bytes]] = {
        ".csv": lambda: to_csv(table(runs, edition)),
        ".parquet": lambda: _parquet(table(runs, edition)),
        ".jsonl": lambda: _json_lines(table(runs, edition)),
        ".trec": lambda: _trec(runs, headings),
    }
    write_file(Path(path), writers[Path(path).suffix.lower()]())


def write_qrels(path: str | Path, questions: Sequence[Question]) -> None:
    """Write the TREC qrels that belong to the TREC run: each item by its first number, deciding 2 and supporting 1.

    Alternatives are one item, and so is a heading with its subrules. The run names them the same way, so every tool
    arrives at our figures. An unanswerable question has no line.
    """
    lines = [
        f"{escape_id(question.id)} 0 {item[0]} {gain}\n"
        for question in questions
        for item, gain in _items(question).items()
    ]
    write_file(Path(path), "".join(lines).encode("utf-8"))


def with_item_names(numbers: Sequence[str], question: Question, headings: Set[str]) -> list[str]:
    """A ranking in the names of the qrels: the first number that finds an item is replaced by the item's name.

    A later number that equals an item's name is marked with `~`, so that it counts for nothing.
    """
    items = list(_items(question))
    names = {item[0] for item in items}
    renamed = []
    for number in numbers:
        item = next((item for item in items if any(finds(number, wanted, headings) for wanted in item)), None)
        if item:
            items.remove(item)
        renamed.append(item[0] if item else number + REPEATED if number in names else number)
    return renamed


def write_file(path: Path, content: bytes) -> None:
    """Write bytes.

    Raises ReportError when that is not possible.
    """
    try:
        path.write_bytes(content)
    except OSError as error:
        raise ReportError(
            f"{path}: cannot be written ({error.strerror}); name a file in an existing folder."
        ) from error


def escape_id(text: str) -> str:
    """An id without white space, for files with columns: `q 1` becomes `q%201`, and no other id does."""
    return re.sub(r"[\s%]", lambda match: quote(match[0]), text)


def to_csv(frame: "pandas.DataFrame") -> bytes:
    """The table as CSV, with `;` between rule numbers."""
    cells = frame.assign(numbers=[";".join(numbers) for numbers in frame["numbers"]])
    return cells.to_csv(index=False, lineterminator="\n").encode("utf-8")


def _frame(run: Run, edition: str) -> "pandas.DataFrame":
    import pandas

    labels = pandas.DataFrame({name: [getattr(each, name) for each in run.questions] for name in LABELS})
    ranked: dict[str, Any] = {
        "edition": edition,
        "numbers": [list(ranking.numbers) for ranking in run.rankings],
        "ms": [ranking.ms for ranking in run.rankings],
        "confidence": pandas.array([ranking.confidence for ranking in run.rankings], dtype="Float64"),
        "answered": pandas.array(
            [None if ranking.state is None else ranking.state == "answered" for ranking in run.rankings],
            dtype="boolean",
        ),
        "state": [ranking.state for ranking in run.rankings],
    }
    labels.insert(0, "system", run.system)
    return labels.assign(**ranked).join(pandas.DataFrame(run.scores, columns=list(NAMES)))


def _parquet(frame: "pandas.DataFrame") -> bytes:
    content: bytes = frame.to_parquet(index=False)
    return content


def _json_lines(frame: "pandas.DataFrame") -> bytes:
    """One object per ranking, without missing values."""
    lines = []
    for row in frame.astype(object).where(frame.notna(), None).to_dict("records"):
        present = {key: value for key, value in row.items() if value is not None and value != ""}
        lines.append(json.dumps(present, ensure_ascii=False) + "\n")
    return "".join(lines).encode("utf-8")


def _trec(runs: Sequence[Run], headings: Set[str]) -> bytes:
    """`question Q0 number rank score system`; the score decreases with the rank, an id has no space."""
    lines = [
        f"{escape_id(question.id)} Q0 {number} {rank} {1 / rank:.6f} {escape_id(run.system)}\n"
        for run in runs
        for question, ranking in zip(run.questions, run.rankings, strict=True)
        for rank, number in enumerate(with_item_names(ranking.numbers, question, headings), 1)
    ]
    return "".join(lines).encode("utf-8")


def _items(question: Question) -> dict[Item, int]:
    """Every item that counts, with its gain."""
    return dict.fromkeys(question.deciding, DECIDING_GAIN) | {
        (number,): SUPPORTING_GAIN for number in only_supporting(question)
    }
