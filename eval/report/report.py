"""A summary, its runs and the rules → a self-contained page, and the body of that page for the web app."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from eval.records import Run, Summary
from eval.report.export import write_file
from eval.report.plots import dot_plots, legend, line_plots
from eval.report.tables import heading, interval, tables
from eval.report.worst import Rules, worst_questions
from eval.scores.summary import HEADLINE, main_system
from judge.messages import UNOFFICIAL


def write_report(path: str | Path, summary: Summary, runs: Sequence[Run], rules: Rules, provenance: str = "") -> None:
    """Write the page.

    Raises ReportError when it cannot be written.
    """
    write_file(Path(path), page(summary, runs, rules, provenance).encode("utf-8"))


def page(summary: Summary, runs: Sequence[Run], rules: Rules, provenance: str = "") -> str:
    """The page; `provenance` says which version produced the figures, and when."""
    content = _content(summary, runs, rules, provenance)
    template = _templates().get_template("page.html")
    return template.render(content, style=static("report.css"), unofficial=UNOFFICIAL)


def body(summary: Summary, runs: Sequence[Run], rules: Rules, provenance: str = "") -> str:
    """The content of the page: measures, plots, tables, and the worst questions of `judge` or of the first system."""
    return _templates().get_template("body.html").render(_content(summary, runs, rules, provenance))


def static(name: str) -> str:
    """A file in `eval/report/static`."""
    return (files("eval.report") / "static" / name).read_text("utf-8")


def _content(summary: Summary, runs: Sequence[Run], rules: Rules, provenance: str) -> dict[str, object]:
    """The variables of `templates/body.html`."""
    system = main_system(summary["systems"])
    run = next(run for run in runs if run.system == system)
    return {
        "heading": heading(summary),
        "edition": rules.edition.name,
        "provenance": provenance,
        "summary": summary,
        "measures": list(HEADLINE),
        "interval": interval,
        "legend": legend(summary),
        "line_plots": line_plots(summary),
        "dot_plots": dot_plots(summary),
        "tables": tables(summary),
        "system": system,
        "worst": worst_questions(run, rules),
    }


@cache
def _templates() -> Environment:
    loader = PackageLoader("eval.report", "templates")
    return Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
