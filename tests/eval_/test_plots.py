"""The plots: where their points are, in which color, and that they are drawn as valid SVG."""

import re
from xml.etree import ElementTree

import pytest
from small_set import small_runs

from eval.records import Summary
from eval.report.plots import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    color,
    dot_plots,
    legend,
    line_plots,
    recall_by_group,
    recall_by_k,
)
from eval.report.report import body
from eval.scores.summary import summarize
from index.records import PlainRulebook, Rulebook
from judge.lookup.reader import RuleReader


@pytest.fixture
def summary(rulebook: Rulebook) -> Summary:
    """The summary of our small runs."""
    return summarize(small_runs(rulebook), "x")


def test_recall_by_k(summary: Summary) -> None:
    judge, none = recall_by_k(summary).lines
    assert [(judge.color, judge.name), (none.color, none.name)] == [("s0", "judge"), ("s1", "none")]
    quarter = (BOTTOM - TOP) / 4
    assert judge.points[0] == (LEFT, BOTTOM - 2 * quarter)
    assert judge.points[3] == (RIGHT, BOTTOM - 3 * quarter)
    assert judge.dots == judge.points


def test_recall_by_group(summary: Summary) -> None:
    plot = recall_by_group(summary, "category")
    assert [row.label for row in plot.rows] == ["combat (1)", "other (1)"]
    assert [[(dot.name, dot.value) for dot in row.dots] for row in plot.rows] == [
        [("none", 0.0), ("judge", 0.5)],
        [("none", 0.0), ("judge", 1.0)],
    ]
    assert [(row.low, row.high) for row in plot.rows] == [(row.dots[-1].x, row.dots[-1].x) for row in plot.rows]


def test_only_labels_of_the_set_are_plotted(summary: Summary) -> None:
    assert [plot.title for plot in dot_plots(summary)] == [
        *("recall@10 by category", "recall@10 by difficulty", "recall@10 by style"),
    ]


def test_risk_by_coverage_needs_a_confidence(summary: Summary) -> None:
    recall, risk = line_plots(summary)
    assert [line.name for line in recall.lines] == ["judge", "none"]
    assert [line.name for line in risk.lines] == ["judge"]
    summary["declining"] = {}
    assert [plot.title for plot in line_plots(summary)] == ["Recall by k"]


def test_every_drawing_is_valid_svg(rulebook: Rulebook, plain: PlainRulebook, summary: Summary) -> None:
    drawn = body(summary, small_runs(rulebook), RuleReader.from_rulebooks(rulebook, plain))
    figures = re.findall(r"<figure>.*?</figure>", drawn, re.DOTALL)
    assert len(figures) == 5
    circles = [len(list(ElementTree.fromstring(figure).iter("circle"))) for figure in figures]
    assert circles == [8, 0, 4, 4, 2]
    [keys] = re.findall(r'<ul class="legend">.*?</ul>', drawn, re.DOTALL)
    assert [item.get("class") for item in ElementTree.fromstring(keys)] == ["s0", "s1"]


def test_legend_names_every_system(summary: Summary) -> None:
    assert legend(summary) == [("s0", "judge"), ("s1", "none")]


def test_colors_start_over_after_eight() -> None:
    assert [color(at) for at in (0, 7, 8)] == ["s0", "s7", "s0"]
