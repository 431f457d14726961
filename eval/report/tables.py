"""A summary → its tables, as text for the terminal or as Markdown; the page shows the same tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eval.records import Change, Kind, RunComparison, Summary
from eval.scores.kinds import HITS
from eval.scores.summary import HEADLINE, main_system
from index.words import shortened

SHOWN = ("hit@1", "hit@5", "hit@10", "all@5", "all@10", "recall@5", "recall@10", "mrr@10", "ndcg@10")
TIMES = ("ms_p50", "ms_p95")
GROUPED_BY = "recall@10"
MISSING = "–"
LONGEST_QUESTION = 70


@dataclass(frozen=True)
class Table:
    """A title, a note that explains the table, the column names and the rows, all as text."""

    title: str
    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(summary: Summary) -> list[Table]:
    """Every non-empty table of the summary, the most important first."""
    made = [_measures(summary), _intervals(summary), _paired(summary), _abstention(summary), *_kinds(summary)]
    made += [_follow_ups(summary), *_groups(summary)]
    made += [table for name, each in summary.get("baseline", {}).items() for table in _comparison(name, each)]
    return [table for table in made if table.rows]


def to_text(summary: Summary) -> str:
    """The tables for the terminal, with aligned columns."""
    first, *more = tables(summary)
    lines = [heading(summary), "", *_aligned(first)]
    for table in more:
        lines += ["", f"{table.title}. {table.note}", *_aligned(table)]
    return "\n".join(lines)


def to_markdown(summary: Summary, provenance: str) -> str:
    """The tables for a document; `provenance` says which version produced them, and when."""
    lines = [f"{heading(summary)}; {provenance}."]
    for table in tables(summary):
        lines += ["", f"**{table.title}.** {table.note}", ""]
        lines += [_line(table.head), _line(["---"] * len(table.head)), *map(_line, table.rows)]
    return "\n".join(lines)


def heading(summary: Summary) -> str:
    """The number of questions and the edition."""
    unanswerable = summary["questions"] - summary["answerable"]
    of_these = f" ({unanswerable} unanswerable)" if unanswerable else ""
    return f"{summary['questions']} questions{of_these}, edition {summary['edition']}"


def interval(summary: Summary, system: str, measure: str) -> str:
    """A 95% interval as text."""
    low, high = summary["intervals"][system][measure]
    return f"{low:.3f}–{high:.3f}"


def _measures(summary: Summary) -> Table:
    head = ("", *SHOWN, *TIMES)
    rows = [(name, *(_cell(column, row[column]) for column in head[1:])) for name, row in summary["systems"].items()]
    return Table("Measures", "Means over the answerable questions.", head, tuple(rows))


def _intervals(summary: Summary) -> Table:
    rows = [(name, *(interval(summary, name, each) for each in HEADLINE)) for name in summary["systems"]]
    note = "95% confidence intervals of the means (bootstrap over the questions)."
    return Table("Intervals", note, ("", *HEADLINE), tuple(rows))


def _paired(summary: Summary) -> Table:
    rows = [
        (each["other"], each["measure"], *_difference(each["difference"], each["low"], each["high"], each["p"]))
        for each in summary["paired"]
    ]
    note = "Mean differences, their 95% intervals and p-values (paired permutation test)."
    title = f"{main_system(summary['systems'])} compared with"
    return Table(title, note, ("", "measure", "difference", "interval", "p"), tuple(rows))


def _abstention(summary: Summary) -> Table:
    rows = [
        (name, *map(_optional, (each["answered_right"], each["declined_right"], each["auroc"], each["risk"])))
        for name, each in summary["declining"].items()
    ]
    note = (
        "The share of answerable questions answered; the share of unanswerable questions declined; how often an "
        "answerable question has the higher confidence of two (AUROC); the mean risk over all thresholds. Systems "
        "without a confidence are omitted."
    )
    return Table("Abstention", note, ("", "answered", "declined", "AUROC", "mean risk"), tuple(rows))


def _kinds(summary: Summary) -> Iterator[Table]:
    note = (
        "The shares answered, unsure, and declined, with 95% intervals. Shown: answered, or unsure with a deciding "
        "rule unfolded. AUROC is that of the kind against all answerable or all unanswerable questions."
    )
    states = ("answered", "unsure", "declined")
    head = ("", "questions", *(cell for state in states for cell in (state, "interval")), "shown", *HITS, "AUROC")
    for system, kinds in summary["kinds"].items():
        rows = [
            (
                f"{kind['style']}{'' if kind['answerable'] else ', unanswerable'}",
                str(kind["questions"]),
                *(
                    cell
                    for state, share in zip(states, _shares(kind), strict=True)
                    for cell in (share, _of(kind, state))
                ),
                _optional(kind["shown"]),
                *(_optional(kind["hits"][hit] if kind["hits"] else None) for hit in HITS),
                _optional(kind["auroc"]),
            )
            for kind in kinds
        ]
        yield Table(f"By kind: {system}", note, head, tuple(rows))


def _follow_ups(summary: Summary) -> Table:
    note = "The share of last turns that the judge rightly takes as follow-ups or as new questions, by who wrote them."
    rows = [
        (each["style"], str(each["turns"]), f"{each['right']:.3f}", "–".join(f"{end:.3f}" for end in each["interval"]))
        for each in summary.get("follow_ups", [])
    ]
    return Table("Conversations", note, ("", "turns", "right", "interval"), tuple(rows))


def _shares(kind: Kind) -> tuple[str, ...]:
    return tuple(f"{share:.3f}" for share in (kind["answered"], kind["unsure"], kind["declined"]))


def _of(kind: Kind, state: str) -> str:
    low, high = kind["intervals"][state]
    return f"{low:.3f}–{high:.3f}"


def _groups(summary: Summary) -> Iterator[Table]:
    names = list(summary["systems"])
    for field, groups in summary["groups"].items():
        rows = [
            (label, str(group["questions"]), *(f"{group['systems'][name][GROUPED_BY]:.3f}" for name in names))
            for label, group in groups.items()
        ]
        yield Table(f"By {field}", f"{GROUPED_BY} of each system.", ("", "questions", *names), tuple(rows))


def _comparison(name: str, comparison: RunComparison) -> Iterator[Table]:
    better, worse, count = len(comparison["better"]), len(comparison["worse"]), comparison["questions"]
    rows = [
        (measure, *_difference(each["difference"], each["low"], each["high"], each["p"]))
        for measure, each in comparison["measures"].items()
    ]
    note = (
        f"Of {count} questions, {better} improved, {worse} got worse and {count - better - worse} stayed the same, by "
        "nDCG@10."
    )
    yield Table(f"{name} since the previous run", note, ("", "difference", "interval", "p"), tuple(rows))
    for title, changes in (("Better", comparison["better"]), ("Worse", comparison["worse"])):
        head = ("", "rank before", "after", "nDCG before", "after", "question")
        note = "The rank is that of the first deciding rule."
        yield Table(f"{title}: {name}", note, head, tuple(map(_change, changes)))


def _change(change: Change) -> tuple[str, ...]:
    question = shortened(" ".join(change["question"].split()), LONGEST_QUESTION)
    ranks = [str(rank or MISSING) for rank in (change["rank_before"], change["rank_after"])]
    return change["id"], *ranks, f"{change['before']:.3f}", f"{change['after']:.3f}", question


def _difference(difference: float, low: float, high: float, p: float) -> tuple[str, str, str]:
    return f"{difference:+.3f}", f"{low:+.3f} to {high:+.3f}", f"{p:.4f}"


def _optional(value: float | None) -> str:
    return MISSING if value is None else f"{value:.3f}"


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
