"""An earlier file of rankings and the runs of today → what got better and what got worse, question by question."""

import json
from collections.abc import Sequence, Set
from io import BytesIO
from pathlib import Path

import numpy as np

from eval.export import ReportError, word
from eval.measures import NAMES, first_rank
from eval.records import Change, Compared, Question, Ranking, Run
from eval.run import scored
from eval.summary import paired

COMPARED_BY = "ndcg@10"
SAME = 1e-9

Earlier = dict[tuple[str, str], tuple[str, ...]]


def read_earlier(path: str | Path, edition: str) -> Earlier:
    """The rule numbers by system and question id of a file that `--run` wrote.

    Raises ReportError when it is none, or was made over another edition, whose numbers mean other rules.
    """
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            raise ReportError(f"{path}: found no regular file, expected a file written with --run.")
        content = path.read_bytes()
        rows = _trec_rows(content) if path.suffix.lower() == ".trec" else _table_rows(path, content, edition)
    except ReportError:
        raise
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or " ".join(str(error).split())[:120]
        raise ReportError(f"{path}: found no earlier run ({reason}), expected a file written with --run.") from error
    if not rows:
        raise ReportError(f"{path}: found no ranking, expected a file written with --run.")
    return rows


def compare(runs: Sequence[Run], earlier: Earlier, headings: Set[str]) -> dict[str, Compared]:
    """Every system that the earlier run has too, over the answerable questions that both have.

    Raises ReportError when there is no such question.
    """
    compared = {run.system: each for run in runs if (each := _compared(run, earlier, headings))}
    if not compared:
        systems = ", ".join(sorted({system for system, _ in earlier}))
        raise ReportError(f"found an earlier run of {systems} with none of these questions; expected the same set.")
    return compared


def _compared(run: Run, earlier: Earlier, headings: Set[str]) -> Compared | None:
    rows = [
        (row, before)
        for row, question in enumerate(run.questions)
        if question.deciding and (before := _before(run.system, question, earlier)) is not None
    ]
    if not rows:
        return None
    questions = [run.questions[row] for row, _ in rows]
    old = scored(run.system, questions, [Ranking(before, 0.0) for _, before in rows], headings)
    scores = run.scores[[row for row, _ in rows]]
    difference = (scores - old.scores)[:, NAMES.index(COMPARED_BY)]
    order = np.argsort(difference, kind="stable")
    changes = {
        int(at): _change(
            questions[at], rows[at][1], run.rankings[rows[at][0]].numbers, old.scores[at], scores[at], headings
        )
        for at in order
        if abs(difference[at]) > SAME
    }
    return {
        "questions": len(rows),
        "measures": {each["measure"]: each for each in paired(run.system, "before", scores, old.scores)},
        "better": [changes[at] for at in reversed(changes) if difference[at] > 0],
        "worse": [changes[at] for at in changes if difference[at] < 0],
    }


def _before(system: str, question: Question, earlier: Earlier) -> tuple[str, ...] | None:
    return earlier.get((system, question.id), earlier.get((word(system), word(question.id))))


def _change(
    question: Question,
    before: Sequence[str],
    after: Sequence[str],
    old: np.ndarray,
    new: np.ndarray,
    headings: Set[str],
) -> Change:
    column = NAMES.index(COMPARED_BY)
    return {
        "id": question.id,
        "question": question.question,
        "before": float(old[column]),
        "after": float(new[column]),
        "rank_before": _best_rank(question, before, headings),
        "rank_after": _best_rank(question, after, headings),
    }


def _best_rank(question: Question, numbers: Sequence[str], headings: Set[str]) -> int | None:
    ranks = [first_rank(numbers, item, headings) for item in question.deciding]
    return min((rank for rank in ranks if rank is not None), default=None)


def _table_rows(path: Path, content: bytes, edition: str) -> Earlier:
    """The rows of .csv, .parquet and .jsonl."""
    import pandas
    import pyarrow

    if path.suffix.lower() == ".jsonl":
        records = [json.loads(line) for line in content.decode("utf-8").splitlines()]
    elif path.suffix.lower() == ".parquet":
        try:
            records = pandas.read_parquet(BytesIO(content)).to_dict("records")
        except pyarrow.ArrowException as error:
            raise ValueError(f"damaged Parquet: {error}") from error
    else:
        records = pandas.read_csv(BytesIO(content), dtype=str, keep_default_na=False).to_dict("records")
    rows: Earlier = {}
    for record in records:
        if "edition" in record and record["edition"] != edition:
            raise ReportError(
                f"{path}: found a run over edition {record['edition']}, expected {edition}; use that edition, or run "
                "again."
            )
        numbers = record["numbers"]
        listed = [number for number in numbers.split(";") if number] if isinstance(numbers, str) else numbers
        rows[str(record["system"]), str(record["id"])] = tuple(map(str, listed))
    return rows


def _trec_rows(content: bytes) -> Earlier:
    """The rows of .trec; a question without any rank is not in it."""
    ranked: dict[tuple[str, str], list[str]] = {}
    for line in content.decode("utf-8").splitlines():
        question, _, number, _, _, system = line.split()
        ranked.setdefault((system, question), []).append(number)
    return {key: tuple(numbers) for key, numbers in ranked.items()}
