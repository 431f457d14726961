"""The plots: where their points stand, in which colour, and that they are whole SVG."""

import re
from xml.etree import ElementTree

from small_set import small_runs

from eval.plots import BOTTOM, LEFT, RIGHT, TOP, colour, legend, recall_by_group, recall_by_k, risk_coverage
from eval.records import Summary
from eval.summary import summarise
from index.records import Rulebook


def _summary(rulebook: Rulebook) -> Summary:
    return summarise(small_runs(rulebook), "x")


def test_recall_by_k(rulebook: Rulebook) -> None:
    drawn = recall_by_k(_summary(rulebook))
    lines = re.findall(r'<g class="(s\d)"><title>(\w+)</title><path d="M([^"]+)"', drawn)
    assert [(shade, name) for shade, name, _ in lines] == [("s0", "judge"), ("s1", "none")]
    points = [tuple(map(float, point.split())) for point in lines[0][2].split("L")]
    quarter = (BOTTOM - TOP) / 4
    assert points[0] == (LEFT, BOTTOM - 2 * quarter)
    assert points[3] == (RIGHT, BOTTOM - 3 * quarter)


def test_recall_by_group(rulebook: Rulebook) -> None:
    drawn = recall_by_group(_summary(rulebook), "category")
    assert re.findall(r'class="name"[^>]*>([^<]+)<', drawn) == ["combat (1)", "other (1)"]
    dots = ["none: 0.000", "judge: 0.500", "none: 0.000", "judge: 1.000"]
    assert re.findall(r"<title>([^<]+)</title>", drawn) == dots
    assert recall_by_group(_summary(rulebook), "season") == ""


def test_risk_by_coverage(rulebook: Rulebook) -> None:
    summary = _summary(rulebook)
    drawn = risk_coverage(summary)
    assert "<title>judge</title>" in drawn
    assert "<title>none</title>" not in drawn
    summary["declining"] = {}
    assert risk_coverage(summary) == ""


def test_every_plot_is_whole(rulebook: Rulebook) -> None:
    summary = _summary(rulebook)
    for drawn in (legend(summary), recall_by_k(summary), recall_by_group(summary, "style"), risk_coverage(summary)):
        ElementTree.fromstring(drawn)


def test_names_are_escaped(rulebook: Rulebook) -> None:
    summary = _summary(rulebook)
    for part in (summary["systems"], summary["intervals"]):
        part["<b>"] = part.pop("none")
    assert "<b>" not in legend(summary) + recall_by_k(summary)


def test_colours_begin_again() -> None:
    assert [colour(at) for at in (0, 7, 8)] == ["s0", "s7", "s0"]
