"""A summary → its tables, as lines for the terminal or as Markdown; the page shows the same ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eval.records import Change, Compared, Summary
from eval.summary import HEADLINE, ours

MEASURED = ("hit@1", "hit@5", "hit@10", "all@5", "all@10", "recall@5", "recall@10", "mrr@10", "ndcg@10")
TIMES = ("ms_p50", "ms_p95")
GROUPED_BY = "recall@10"
MISSING = "–"
LONGEST_QUESTION = 70


@dataclass(frozen=True)
class Table:
    """A title, what has to be known to read it, the names of the columns, and the rows, all as text."""

    title: str
    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(summary: Summary) -> list[Table]:
    """Every table of the summary that has a row, the most important first."""
    made = [measures(summary), _intervals(summary), _paired(summary), _declining(summary), *_groups(summary)]
    made += [table for name, each in summary.get("baseline", {}).items() for table in _compared(name, each)]
    return [table for table in made if table.rows]


def measures(summary: Summary) -> Table:
    """The mean of every measure for every system."""
    head = ("", *MEASURED, *TIMES)
    rows = [(name, *(_cell(column, row[column]) for column in head[1:])) for name, row in summary["systems"].items()]
    return Table("Measures", "The means over the questions that rules decide.", head, tuple(rows))


def to_text(summary: Summary) -> str:
    """The tables for the terminal, the columns aligned."""
    first, *more = tables(summary)
    lines = [heading(summary), "", *_aligned(first)]
    for table in more:
        lines += ["", f"{table.title}. {table.note}", *_aligned(table)]
    return "\n".join(lines)


def to_markdown(summary: Summary, made: str) -> str:
    """The tables for a document; `made` says with what and when."""
    lines = [f"{heading(summary)}; {made}."]
    for table in tables(summary):
        lines += ["", f"**{table.title}.** {table.note}", ""]
        lines += [_line(table.head), _line(["---"] * len(table.head)), *map(_line, table.rows)]
    return "\n".join(lines)


def heading(summary: Summary) -> str:
    """How many questions, of which edition."""
    declined = summary["questions"] - summary["answerable"]
    of_these = f" ({declined} of them to decline)" if declined else ""
    return f"{summary['questions']} questions{of_these}, edition {summary['edition']}"


def interval(summary: Summary, system: str, measure: str) -> str:
    """A 95% interval as text."""
    low, high = summary["intervals"][system][measure]
    return f"{low:.3f}–{high:.3f}"


def _intervals(summary: Summary) -> Table:
    rows = [(name, *(interval(summary, name, each) for each in HEADLINE)) for name in summary["systems"]]
    note = "Where each mean lies with 95% confidence (bootstrap over the questions)."
    return Table("Intervals", note, ("", *HEADLINE), tuple(rows))


def _paired(summary: Summary) -> Table:
    first = ours(summary["systems"])
    rows = [
        (each["other"], each["measure"], *_difference(each["difference"], each["low"], each["high"], each["p"]))
        for each in summary["paired"]
    ]
    note = "The mean difference, its 95% interval, and how likely one as large is by chance (paired randomisation)."
    return Table(f"{first} against", note, ("", "measure", "difference", "interval", "p"), tuple(rows))


def _declining(summary: Summary) -> Table:
    rows = [
        (
            name,
            f"{each['answered_right']:.3f}" if each["answered_right"] is not None else MISSING,
            f"{each['declined_right']:.3f}" if each["declined_right"] is not None else MISSING,
            f"{each['auroc']:.3f}" if each["auroc"] is not None else MISSING,
            f"{each['risk']:.3f}",
        )
        for name, each in summary["declining"].items()
    ]
    note = (
        "Of the questions that rules decide, the share answered; of those to decline, the share declined; how often "
        "the first kind is surer than the second (AUROC); the mean risk over all thresholds. Systems without a "
        "confidence are left out."
    )
    return Table("Declining", note, ("", "answered", "declined", "AUROC", "mean risk"), tuple(rows))


def _groups(summary: Summary) -> Iterator[Table]:
    names = list(summary["systems"])
    for field, groups in summary["groups"].items():
        rows = [
            (label, str(group["questions"]), *(f"{group['systems'][name][GROUPED_BY]:.3f}" for name in names))
            for label, group in groups.items()
        ]
        yield Table(f"By {field}", f"{GROUPED_BY} for each system.", ("", "questions", *names), tuple(rows))


def _compared(name: str, compared: Compared) -> Iterator[Table]:
    better, worse, count = len(compared["better"]), len(compared["worse"]), compared["questions"]
    rows = [
        (measure, *_difference(each["difference"], each["low"], each["high"], each["p"]))
        for measure, each in compared["measures"].items()
    ]
    note = f"Of {count} questions {better} got better, {worse} worse, {count - better - worse} stayed, by nDCG@10."
    yield Table(f"{name} since the baseline", note, ("", "difference", "interval", "p"), tuple(rows))
    for title, changes in (("Better", compared["better"]), ("Worse", compared["worse"])):
        head = ("", "rank before", "after", "nDCG before", "after", "question")
        note = "The rank is that of the first deciding rule."
        yield Table(f"{title}: {name}", note, head, tuple(map(_change, changes)))


def _change(change: Change) -> tuple[str, ...]:
    question = " ".join(change["question"].split())
    short = question if len(question) <= LONGEST_QUESTION else question[: LONGEST_QUESTION - 1] + "…"
    ranks = [str(rank or MISSING) for rank in (change["rank_before"], change["rank_after"])]
    return change["id"], *ranks, f"{change['before']:.3f}", f"{change['after']:.3f}", short


def _difference(difference: float, low: float, high: float, p: float) -> tuple[str, str, str]:
    return f"{difference:+.3f}", f"{low:+.3f} to {high:+.3f}", f"{p:.4f}"


def _cell(name: str, value: float) -> str:
    return f"{value:.1f}" if name in TIMES else f"{value:.3f}"


def _aligned(table: Table) -> list[str]:
    rows = [table.head, *table.rows]
    widths = [max(len(row[place]) for row in rows) for place in range(len(table.head))]
    lines = []
    for name, *cells in rows:
        aligned = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([name.ljust(widths[0]), *aligned]))
    return lines


def _line(cells: Sequence[str]) -> str:
    escaped = [cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells]
    return f"| {' | '.join(escaped)} |"
