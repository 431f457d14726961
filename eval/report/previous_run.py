"""The file of a previous run and the current runs → what improved and what got worse, question by question."""

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from eval.records import Array, Change, Question, Run, RunComparison, TimedRanking
from eval.report.export import ReportError, escape_id
from eval.run import score_rankings
from eval.scores.measures import NAMES, first_rank
from eval.scores.summary import paired_tests

COMPARED_BY = NAMES.index("ndcg@10")
TOLERANCE = 1e-9

# The rule numbers by system and question id.
PreviousRun = dict[tuple[str, str], tuple[str, ...]]


def read_previous_run(path: str | Path, edition: str) -> PreviousRun:
    """The rankings in a file that `--run` wrote.

    Raises ReportError when the file is not such a run, or belongs to another edition, whose numbers mean other rules.
    """
    path = Path(path)
    try:
        content = path.read_bytes()
        rows = _trec_rows(content) if path.suffix.lower() == ".trec" else _table_rows(path, content, edition)
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        reason = getattr(error, "strerror", None) or str(error).splitlines()[0][:120]
        raise ReportError(f"{path}: found no previous run ({reason}), expected a file written with --run.") from error
    if not rows:
        raise ReportError(f"{path}: found no ranking, expected a file written with --run.")
    return rows


def compare(runs: Sequence[Run], previous: PreviousRun, headings: Set[str]) -> dict[str, RunComparison]:
    """Compare every system of both runs, over the answerable questions that both contain.

    Raises ReportError when there is no such question.
    """
    compared = {run.system: each for run in runs if (each := _comparison(run, previous, headings))}
    if not compared:
        systems = ", ".join(sorted({system for system, _ in previous}))
        raise ReportError(f"found a previous run of {systems} with none of these questions; expected the same set.")
    return compared


def _comparison(run: Run, previous: PreviousRun, headings: Set[str]) -> RunComparison | None:
    shared = [
        (row, numbers)
        for row, question in enumerate(run.questions)
        if question.deciding and (numbers := _previous_numbers(run.system, question, previous)) is not None
    ]
    if not shared:
        return None
    rows = [row for row, _ in shared]
    questions, scores = [run.questions[row] for row in rows], run.scores[rows]
    old = score_rankings(run.system, questions, [TimedRanking(numbers, 0.0) for _, numbers in shared], headings)
    new = Run(run.system, tuple(questions), tuple(run.rankings[row] for row in rows), scores)
    better, worse = _changes(old, new, headings)
    tests = paired_tests(run.system, "before", scores, old.scores)
    return {
        "questions": len(rows),
        "measures": {test["measure"]: test for test in tests},
        "better": better,
        "worse": worse,
    }


def _previous_numbers(system: str, question: Question, previous: PreviousRun) -> tuple[str, ...] | None:
    return previous.get((system, question.id), previous.get((escape_id(system), escape_id(question.id))))


def _changes(old: Run, new: Run, headings: Set[str]) -> tuple[list[Change], list[Change]]:
    """The questions that improved and those that got worse, the largest change first."""
    difference: Array = (new.scores - old.scores)[:, COMPARED_BY]
    order = [int(row) for row in np.argsort(difference, kind="stable")]
    better = [_change(row, old, new, headings) for row in reversed(order) if difference[row] > TOLERANCE]
    worse = [_change(row, old, new, headings) for row in order if difference[row] < -TOLERANCE]
    return better, worse


def _change(row: int, old: Run, new: Run, headings: Set[str]) -> Change:
    question = new.questions[row]
    return {
        "id": question.id,
        "question": question.question,
        "before": float(old.scores[row, COMPARED_BY]),
        "after": float(new.scores[row, COMPARED_BY]),
        "rank_before": _best_rank(question, old.rankings[row].numbers, headings),
        "rank_after": _best_rank(question, new.rankings[row].numbers, headings),
    }


def _best_rank(question: Question, numbers: Sequence[str], headings: Set[str]) -> int | None:
    ranks = [first_rank(numbers, item, headings) for item in question.deciding]
    return min((rank for rank in ranks if rank is not None), default=None)


def _table_rows(path: Path, content: bytes, edition: str) -> PreviousRun:
    """The rankings in .csv, .parquet and .jsonl."""
    rows: PreviousRun = {}
    for record in _records(path, content):
        if "edition" in record and record["edition"] != edition:
            raise ReportError(
                f"{path}: found a run over edition {record['edition']}, expected {edition}; use that edition, or run "
                "it again."
            )
        numbers = record["numbers"]
        listed = [number for number in numbers.split(";") if number] if isinstance(numbers, str) else numbers
        rows[str(record["system"]), str(record["id"])] = tuple(map(str, listed))
    return rows


def _records(path: Path, content: bytes) -> Iterable[Mapping[Hashable, Any]]:
    import pandas

    if path.suffix.lower() == ".jsonl":
        return [json.loads(line) for line in content.decode("utf-8").splitlines()]
    if path.suffix.lower() == ".parquet":
        return pandas.read_parquet(BytesIO(content)).to_dict("records")
    return pandas.read_csv(BytesIO(content), dtype=str, keep_default_na=False).to_dict("records")


def _trec_rows(content: bytes) -> PreviousRun:
    """The rankings in .trec; a question for which nothing was found does not appear there."""
    ranked: dict[tuple[str, str], list[str]] = {}
    for line in content.decode("utf-8").splitlines():
        question, _, number, _, _, system = line.split()
        ranked.setdefault((system, question), []).append(number)
    return {key: tuple(numbers) for key, numbers in ranked.items()}
