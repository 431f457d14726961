"""Results and their summary → a table, lines for the terminal, a file of rankings, a page to read."""

import json
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eval.records import Item, Result, Summary
from eval.run import measures
from index.errors import JudgeError

if TYPE_CHECKING:
    import pandas

OURS = "judge"
WORST = 20
SHOWN = 5

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Retrieval report</title>
<style>
:root {{ color-scheme: light dark; --ink: #1c1c1c; --paper: #fff; --line: #ccc; }}
@media (prefers-color-scheme: dark) {{ :root {{ --ink: #e8e8e8; --paper: #161616; --line: #444; }} }}
body {{ color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto;
  max-width: 70rem; padding: 0 1rem; }}
div {{ overflow-x: auto; }}
table {{ border-collapse: collapse; }}
th, td {{ border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }}
.measures td {{ font-variant-numeric: tabular-nums; text-align: right; }}
</style>
</head>
<body>
<h1>Retrieval report</h1>
<p>{questions} questions, numbers of edition {edition}.</p>
<div><table class="measures">{summary}</table></div>
<h2>The worst questions of {system}</h2>
<div><table>{worst}</table></div>
</body>
</html>
"""


class ReportError(JudgeError):
    """A report or a file of rankings that cannot be written."""


def table(summary: Summary) -> "pandas.DataFrame":
    """One row a system, one column a measure."""
    import pandas

    return pandas.DataFrame.from_dict(summary["systems"], orient="index")


def to_text(summary: Summary) -> str:
    """The summary for the terminal: shares with three digits, milliseconds with one."""
    rows = [["", *_columns(summary)], *_summary_rows(summary)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = [f"{summary['questions']} questions, edition {summary['edition']}", ""]
    for name, *cells in rows:
        aligned = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([name.ljust(widths[0]), *aligned]))
    return "\n".join(lines)


def write_run(path: str | Path, results: Sequence[Result]) -> None:
    """Write every ranking with its scores: `.csv`, `.parquet`, `.jsonl`, or `.trec` for the TREC run format.

    A TREC run holds all systems, told apart by the tag at the end of the line. Raises ReportError when the name ends
    otherwise or the file cannot be written.
    """
    path = Path(path)
    writers: dict[str, Callable[[Sequence[Result]], bytes]] = {
        ".csv": _csv,
        ".parquet": _parquet,
        ".jsonl": _json_lines,
        ".trec": _trec,
    }
    if path.suffix.lower() not in writers:
        raise ReportError(f'{path}: found "{path.suffix}", expected {", ".join(writers)}; rename the file.')
    _write(path, writers[path.suffix.lower()](results))


def write_report(path: str | Path, summary: Summary, results: Sequence[Result]) -> None:
    """Write one page that needs nothing else: the summary, and the worst questions with what was found instead.

    The questions are those of `judge`, or of the first system where it was not measured.
    """
    system = OURS if OURS in summary["systems"] else next(iter(summary["systems"]))
    page = PAGE.format(
        questions=summary["questions"],
        edition=escape(summary["edition"]),
        system=escape(system),
        summary=_html_rows(["system", *_columns(summary)], _summary_rows(summary)),
        worst=_html_rows(
            ["id", "question", "wanted", "found", "ndcg@10"],
            [_worst_row(result) for result in worst(results, system)],
        ),
    )
    _write(Path(path), page.encode("utf-8"))


def worst(results: Sequence[Result], system: str, count: int = WORST) -> list[Result]:
    """The results of a system that are short of a perfect nDCG, lowest first, ties by question id."""
    short = [
        (result.scores.ndcg_10, result.question.id, result)
        for result in results
        if result.ranking.system == system and result.scores is not None and result.scores.ndcg_10 < 1
    ]
    return [result for _, _, result in sorted(short, key=lambda item: item[:2])[:count]]


def _columns(summary: Summary) -> list[str]:
    return list(next(iter(summary["systems"].values()), {}))


def _summary_rows(summary: Summary) -> list[list[str]]:
    return [[name, *(_shown(*cell) for cell in row.items())] for name, row in summary["systems"].items()]


def _shown(name: str, value: float) -> str:
    return f"{value:.1f}" if name.startswith("ms_") else f"{value:.3f}"


def _worst_row(result: Result) -> list[str]:
    question, numbers = result.question, result.ranking.numbers[:SHOWN]
    wanted = f" {'and' if question.need == 'all' else 'or'} ".join(_alternatives(item) for item in question.deciding)
    ndcg = result.scores.ndcg_10 if result.scores else 0.0
    return [question.id, question.question, wanted, ", ".join(numbers) or "nothing", f"{ndcg:.3f}"]


def _alternatives(item: Item) -> str:
    return " = ".join(item)


def _html_rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["<tr>" + "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head) + "</tr>"]
    for name, *cells in rows:
        first = f'<th scope="row">{escape(name)}</th>'
        lines.append(f"<tr>{first}" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    return "\n".join(lines)


def _records(results: Sequence[Result]) -> list[dict[str, Any]]:
    """One flat record a ranking; without measures where the question must be declined."""
    return [
        {
            "system": result.ranking.system,
            "id": result.question.id,
            "numbers": list(result.ranking.numbers),
            "ms": result.ranking.ms,
            **(measures(result.scores) if result.scores else {}),
        }
        for result in results
    ]


def _csv(results: Sequence[Result]) -> bytes:
    import pandas

    records = [record | {"numbers": ";".join(record["numbers"])} for record in _records(results)]
    return pandas.DataFrame(records).to_csv(index=False, lineterminator="\n").encode("utf-8")


def _parquet(results: Sequence[Result]) -> bytes:
    import pandas

    content: bytes = pandas.DataFrame(_records(results)).to_parquet(index=False)
    return content


def _json_lines(results: Sequence[Result]) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in _records(results)).encode("utf-8")


def _trec(results: Sequence[Result]) -> bytes:
    """`question Q0 number rank score system`; the score falls with the rank, an id has no space."""
    lines = [
        f"{_word(result.question.id)} Q0 {number} {rank} {1 / rank:.6f} {_word(result.ranking.system)}\n"
        for result in results
        for rank, number in enumerate(result.ranking.numbers, 1)
    ]
    return "".join(lines).encode("utf-8")


def _word(text: str) -> str:
    return "_".join(text.split())


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise ReportError(
            f"{path}: cannot be written ({error.strerror}); name a file in a folder that exists."
        ) from error
