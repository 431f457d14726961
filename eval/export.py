"""Runs and questions → files for other tools: a table of rankings, and TREC's run and qrels."""

import json
import re
from collections.abc import Callable, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from eval.measures import DECIDING_GAIN, NAMES, SUPPORTING_GAIN, found, only_supporting
from eval.records import Item, Question, Run
from index.errors import JudgeError

if TYPE_CHECKING:
    import pandas

AGAIN = "~"
RUN_SUFFIXES = (".csv", ".parquet", ".jsonl", ".trec")


class ReportError(JudgeError):
    """A report or a file of rankings that cannot be written, or an earlier one that cannot be read."""


def table(runs: Sequence[Run], edition: str) -> "pandas.DataFrame":
    """One row a ranking, with its question's labels and its measures, which are missing where it must be declined."""
    import pandas

    return pandas.concat([_frame(run, edition) for run in runs], ignore_index=True)


def check_places(run_file: str | Path | None, *others: str | Path | None) -> None:
    """Raise ReportError where a file could not be written in the end, before anything slow is done."""
    if run_file and Path(run_file).suffix.lower() not in RUN_SUFFIXES:
        found = Path(run_file).suffix
        raise ReportError(f'{run_file}: found "{found}", expected {", ".join(RUN_SUFFIXES)}; rename the file.')
    for path in (run_file, *others):
        if path and not Path(path).absolute().parent.is_dir():
            raise ReportError(f"{path}: found no such folder to write to; name a file in a folder that exists.")


def write_run(path: str | Path, runs: Sequence[Run], edition: str, headings: Set[str]) -> None:
    """Write every ranking: `.csv`, `.parquet` and `.jsonl` with its measures, `.trec` as a TREC run.

    A TREC run holds all systems, told apart by the tag at the end of the line. Raises ReportError when the name ends
    otherwise or the file cannot be written.
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
    """Write TREC qrels that go with the TREC run: every item by its first number, deciding 2 and supporting 1.

    Numbers that say the same are one item, and so is a heading with its subrules; the run names them alike, so that
    every tool finds the figures that we do. A question to decline has no line.
    """
    lines = [
        f"{word(question.id)} 0 {item[0]} {gain}\n" for question in questions for item, gain in _items(question).items()
    ]
    write_file(Path(path), "".join(lines).encode("utf-8"))


def folded(numbers: Sequence[str], question: Question, headings: Set[str]) -> list[str]:
    """A ranking in the names of the qrels: what finds an item has the item's first number, once.

    What finds it again, or has an item's name without finding it first, is marked with `~` and counts nothing.
    """
    items = list(_items(question))
    names = {item[0] for item in items}
    shown = []
    for number in numbers:
        item = next((item for item in items if any(found(number, wanted, headings) for wanted in item)), None)
        if item:
            items.remove(item)
        shown.append(item[0] if item else number + AGAIN if number in names else number)
    return shown


def write_file(path: Path, content: bytes) -> None:
    """Write bytes, or raise ReportError."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise ReportError(
            f"{path}: cannot be written ({error.strerror}); name a file in a folder that exists."
        ) from error


def word(text: str) -> str:
    """Text without white space, as an id in a file of columns: `q 1` is `q%201`, and no other text is."""
    return re.sub(r"[\s%]", lambda found: quote(found[0]), text)


def to_csv(frame: "pandas.DataFrame") -> bytes:
    """The table as CSV, numbers with `;` between them."""
    cells = frame.assign(numbers=[";".join(numbers) for numbers in frame["numbers"]])
    return cells.to_csv(index=False, lineterminator="\n").encode("utf-8")


def _frame(run: Run, edition: str) -> "pandas.DataFrame":
    import pandas

    columns: dict[str, Any] = {"system": run.system}
    for name in ("id", "category", "difficulty", "style", "split"):
        columns[name] = [getattr(question, name) for question in run.questions]
    columns["edition"] = edition
    columns["numbers"] = [list(ranking.numbers) for ranking in run.rankings]
    columns["ms"] = [ranking.ms for ranking in run.rankings]
    columns["confidence"] = pandas.array([ranking.confidence for ranking in run.rankings], dtype="Float64")
    columns["answered"] = pandas.array([ranking.answered for ranking in run.rankings], dtype="boolean")
    return pandas.DataFrame(columns).join(pandas.DataFrame(run.scores, columns=list(NAMES)))


def _parquet(frame: "pandas.DataFrame") -> bytes:
    content: bytes = frame.to_parquet(index=False)
    return content


def _json_lines(frame: "pandas.DataFrame") -> bytes:
    """One object a ranking, without what is missing."""
    lines = []
    for row in frame.astype(object).where(frame.notna(), None).to_dict("records"):
        there = {key: value for key, value in row.items() if value is not None and value != ""}
        lines.append(json.dumps(there, ensure_ascii=False) + "\n")
    return "".join(lines).encode("utf-8")


def _trec(runs: Sequence[Run], headings: Set[str]) -> bytes:
    """`question Q0 number rank score system`; the score falls with the rank, an id has no space."""
    lines = [
        f"{word(question.id)} Q0 {number} {rank} {1 / rank:.6f} {word(run.system)}\n"
        for run in runs
        for question, ranking in zip(run.questions, run.rankings, strict=True)
        for rank, number in enumerate(folded(ranking.numbers, question, headings), 1)
    ]
    return "".join(lines).encode("utf-8")


def _items(question: Question) -> dict[Item, int]:
    """Every item that counts, with its gain."""
    return dict.fromkeys(question.deciding, DECIDING_GAIN) | {
        (number,): SUPPORTING_GAIN for number in only_supporting(question)
    }
