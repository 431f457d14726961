"""A summary → its plots: recall by k, recall by group, risk by coverage.

The plots are drawn by `templates/plots.html`; here is where everything stands. A color is a class, `s0` for the first
system, which the style sheet defines for light and dark pages. Lines differ in their dashes too.
"""

from dataclasses import dataclass

from eval.records import Group, Summary
from eval.report.tables import GROUPED_BY
from eval.scores.measures import CUTOFFS

WIDTH, HEIGHT = 360, 236
LEFT, RIGHT, TOP, BOTTOM = 34, 348, 12, 196
MARGIN = 12
ROW_HEIGHT, FIRST_ROW = 34, 20
COLORS = 8
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)

Point = tuple[float, float]
Tick = tuple[float, str]


@dataclass(frozen=True)
class Line:
    """One system in a line plot; `dots` are the points that are marked."""

    color: str
    name: str
    points: tuple[Point, ...]
    dots: tuple[Point, ...] = ()


@dataclass(frozen=True)
class LinePlot:
    """Lines over two axes from 0 to 1."""

    title: str
    note: str
    x_label: str
    y_label: str
    x_ticks: tuple[Tick, ...]
    lines: tuple[Line, ...]
    y_ticks: tuple[Tick, ...] = tuple((BOTTOM - share * (BOTTOM - TOP), f"{share:g}") for share in GRID)
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM


@dataclass(frozen=True)
class Dot:
    """One system in one row of a dot plot."""

    color: str
    name: str
    x: float
    value: float


@dataclass(frozen=True)
class PlotRow:
    """One group in a dot plot: its label, the first system's interval, and a dot per system, the first system last."""

    y: int
    label: str
    low: float
    high: float
    dots: tuple[Dot, ...]


@dataclass(frozen=True)
class DotPlot:
    """Rows over one axis from 0 to 1."""

    title: str
    note: str
    rows: tuple[PlotRow, ...]
    height: int
    x_ticks: tuple[Tick, ...] = tuple((MARGIN + share * (WIDTH - 2 * MARGIN), f"{share:g}") for share in GRID)
    width: int = WIDTH


def line_plots(summary: Summary) -> list[LinePlot]:
    """Recall by k and, where a system has a confidence, risk by coverage."""
    return [recall_by_k(summary), *([risk_by_coverage(summary)] if summary["declining"] else [])]


def dot_plots(summary: Summary) -> list[DotPlot]:
    """Recall by each label that the questions have."""
    return [recall_by_group(summary, field) for field in summary["groups"]]


def legend(summary: Summary) -> list[tuple[str, str]]:
    """The color and name of each system."""
    return [(color(at), name) for at, name in enumerate(summary["systems"])]


def color(at: int) -> str:
    """The class of a system's color."""
    return f"s{at % COLORS}"


def recall_by_k(summary: Summary) -> LinePlot:
    """One line per system over the cutoffs, which are evenly spaced."""
    xs = [_x(place / (len(CUTOFFS) - 1)) for place in range(len(CUTOFFS))]
    lines = []
    for at, (name, row) in enumerate(summary["systems"].items()):
        points = tuple((x, _y(row[f"recall@{k}"])) for x, k in zip(xs, CUTOFFS, strict=True))
        lines.append(Line(color(at), name, points, dots=points))
    ticks = tuple(zip(xs, map(str, CUTOFFS), strict=True))
    note = "The share of the deciding rules among the first k."
    return LinePlot("Recall by k", note, "k, the number of rules considered", "recall", ticks, tuple(lines))


def risk_by_coverage(summary: Summary) -> LinePlot:
    """One line per system with a confidence: how many answers are wrong, by how many questions it answers."""
    lines = []
    for at, name in enumerate(summary["systems"]):
        if name in summary["declining"]:
            points = tuple((_x(coverage), _y(risk)) for coverage, risk in summary["declining"][name]["curve"])
            lines.append(Line(color(at), name, points, dots=points if len(points) == 1 else ()))
    ticks = tuple((_x(share), f"{share:g}") for share in GRID)
    note = "The share of wrong answers when only the most confident answers are given."
    return LinePlot("Risk by coverage", note, "coverage, the share of questions answered", "risk", ticks, tuple(lines))


def recall_by_group(summary: Summary, field: str) -> DotPlot:
    """One row per group with a dot per system, and the first system's 95% interval as a bar."""
    groups = summary["groups"][field]
    rows = tuple(_row(place, label, group) for place, (label, group) in enumerate(groups.items()))
    note = f"One dot per system; the bar is the 95% interval of {next(iter(summary['systems']))}."
    return DotPlot(f"{GROUPED_BY} by {field}", note, rows, FIRST_ROW + len(rows) * ROW_HEIGHT + MARGIN)


def _row(place: int, label: str, group: Group) -> PlotRow:
    first = next(iter(group["systems"]))
    low, high = (_along(bound) for bound in group["intervals"][first][GROUPED_BY])
    dots = [
        Dot(color(at), name, _along(means[GROUPED_BY]), means[GROUPED_BY])
        for at, (name, means) in enumerate(group["systems"].items())
    ]
    y = FIRST_ROW + place * ROW_HEIGHT
    return PlotRow(y, f"{label} ({group['questions']})", low, high, tuple(reversed(dots)))


def _x(share: float) -> float:
    return LEFT + share * (RIGHT - LEFT)


def _y(share: float) -> float:
    return BOTTOM - share * (BOTTOM - TOP)


def _along(share: float) -> float:
    return MARGIN + share * (WIDTH - 2 * MARGIN)
