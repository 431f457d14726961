"""A summary, its runs and the rules → one page that needs nothing else, and its body for the web app."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from eval.export import write_file
from eval.measures import NAMES, first_rank, headings
from eval.plots import legend, recall_by_group, recall_by_k, risk_coverage
from eval.records import Item, Question, Run, Summary
from eval.summary import FIELDS, HEADLINE, ours
from eval.tables import Table, heading, interval, tables
from index.errors import RuleError
from judge.judge import Judge
from judge.prompts import PLAIN_LABEL, PLAIN_ONLY_LABEL, UNOFFICIAL

WORST = 20
SHOWN = 5
WORST_BY = NAMES.index("ndcg@10")


def write_report(path: str | Path, summary: Summary, runs: Sequence[Run], judge: Judge, made: str = "") -> None:
    """Write the page.

    Raises ReportError when it cannot be written.
    """
    write_file(Path(path), page(summary, runs, judge, made).encode("utf-8"))


def page(summary: Summary, runs: Sequence[Run], judge: Judge, made: str = "") -> str:
    """The page; `made` says with what and when."""
    template = Template(static("page.html"))
    return template.substitute(style=static("report.css"), unofficial=UNOFFICIAL, body=body(summary, runs, judge, made))


def body(summary: Summary, runs: Sequence[Run], judge: Judge, made: str = "") -> str:
    """What the page says: measures, plots, tables, and the worst questions of `judge` or of the first system."""
    system = ours(summary["systems"])
    result = next(run for run in runs if run.system == system)
    plots = [recall_by_k(summary), risk_coverage(summary), *(recall_by_group(summary, field) for field in FIELDS)]
    found = [_worst_html(result, row, judge) for row in worst(result)]
    return "".join(
        [
            f'<div class="report"><p class="made">{escape(heading(summary))} ({escape(judge.edition.name)})',
            f". {escape(made)}</p>" if made else "</p>",
            _headline(summary),
            f'<h2>Plots</h2>{legend(summary)}<div class="plots">{"".join(plots)}</div>',
            f"<h2>Tables</h2>{''.join(_table(table) for table in tables(summary))}",
            f"<h2>The worst questions of {escape(system)}</h2>",
            "".join(found) or "<p>None: every ranking is as good as can be.</p>",
            "</div>",
        ]
    )


def static(name: str) -> str:
    """A file of `eval/static`."""
    return (files("eval") / "static" / name).read_text("utf-8")


def worst(run: Run, count: int = WORST) -> list[int]:
    """The rows of the questions that are short of a perfect nDCG@10, lowest first, ties by question id."""
    scores = run.scores[:, WORST_BY]
    short = [row for row in range(len(scores)) if scores[row] < 1]
    return sorted(short, key=lambda row: (scores[row], run.questions[row].id))[:count]


def _headline(summary: Summary) -> str:
    """The table that is read first: the measures of the headline with their intervals, and the median time."""
    head = _head(("", *HEADLINE, "ms"))
    rows = []
    for name, row in summary["systems"].items():
        cells = [f"<td>{row[each]:.3f}<small>{interval(summary, name, each)}</small></td>" for each in HEADLINE]
        time = f"<td>{row['ms_p50']:.1f}<small>p95 {row['ms_p95']:.1f}</small></td>"
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{"".join(cells)}{time}</tr>')
    note = "The mean of each measure, and where it lies with 95% confidence."
    return f'<p>{note}</p><div class="wide" tabindex="0"><table><tr>{head}</tr>{"".join(rows)}</table></div>'


def _table(table: Table) -> str:
    head = _head(table.head)
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
        for name, *cells in table.rows
    )
    long = ' class="long"' if "question" in table.head else ""
    return (
        f"<details><summary>{escape(table.title)}</summary><p>{escape(table.note)}</p>"
        f'<div class="wide" tabindex="0"><table{long}><tr>{head}</tr>{rows}</table></div></details>'
    )


def _head(names: Iterable[str]) -> str:
    """The names of columns; a nameless one heads nothing."""
    return "".join(f'<th scope="col">{escape(name)}</th>' if name else "<td></td>" for name in names)


def _worst_html(run: Run, row: int, judge: Judge) -> str:
    """One question: what should have been found with its rank, and what was found instead."""
    question, numbers = run.questions[row], run.rankings[row].numbers
    labels = [question.id, *(getattr(question, field) for field in FIELDS), f"nDCG@10 {run.scores[row, WORST_BY]:.3f}"]
    shown = " · ".join(f"difficulty {each}" if each.isdigit() else each for each in labels if each)
    together = "all of these" if question.need == "all" and len(question.deciding) > 1 else "one of these"
    needed = "" if len(question.deciding) == 1 else f" ({together})"
    wanted = [_item(item, question, numbers, judge) for item in question.deciding]
    instead = [_rule(number, f"rank {rank}", judge) for rank, number in enumerate(numbers[:SHOWN], 1)]
    why = f'<p class="why">{escape(question.why)}</p>' if question.why else ""
    return (
        f'<section class="worst"><h3>{escape(question.question)}</h3><p class="labels">{escape(shown)}</p>'
        f"<h4>Should have been found{needed}</h4>{''.join(wanted)}{why}"
        f"<h4>Was found</h4>{''.join(instead) or '<p>Nothing.</p>'}</section>"
    )


def _item(item: Item, question: Question, numbers: Sequence[str], judge: Judge) -> str:
    rank = first_rank(numbers, item, headings(judge.rulebook))
    placed = f"rank {rank}" if rank else f"not in the first {len(numbers)}" if numbers else "not found"
    return "".join(
        _rule(number, placed if not at else f"says the same as {item[0]}", judge) for at, number in enumerate(item)
    )


def _rule(number: str, note: str, judge: Judge) -> str:
    """A rule that opens to its text, its examples and our plain wording."""
    try:
        rule = judge.find(number)
    except RuleError as error:
        return f"<p>{escape(str(error))}</p>"
    official, plain = judge.edition.official, judge.plain(rule.id)
    told = rule.text if official else ""
    parts = [f'<p class="text">{escape(told)}</p>'] if told else []
    parts += [f'<p class="example">{escape(example)}</p>' for example in rule.examples]
    ours_ = plain or ("" if official else rule.text)
    if ours_:
        label = PLAIN_LABEL if official else PLAIN_ONLY_LABEL
        parts.append(f'<p class="plain"><small>{escape(label)}</small>{escape(ours_)}</p>')
    return (
        f"<details><summary><strong>{escape(number)}</strong> <span>{escape(rule.heading)}</span>"
        f"<small>{escape(note)}</small></summary>{''.join(parts) or '<p>A heading.</p>'}</details>"
    )
