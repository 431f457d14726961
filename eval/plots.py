"""A summary → its plots as SVG: recall by k, recall by category, risk by coverage.

Every plot is 360 wide, so that its words can be read on a phone without making it larger. A colour is a class, `s0` for
the first system, which the page's style sheet gives a value in light and in dark; lines differ in their dashes too.
"""

from collections.abc import Iterable, Sequence
from html import escape

from eval.measures import CUTOFFS
from eval.records import Summary
from eval.tables import GROUPED_BY

WIDTH, HEIGHT = 360, 236
LEFT, RIGHT, TOP, BOTTOM = 34, 348, 12, 196
ROW, FIRST_ROW = 34, 20
COLOURS = 8
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)

Point = tuple[float, float]


def legend(summary: Summary) -> str:
    """The systems with their colours and dashes."""
    items = "".join(
        f'<li class="{colour(at)}"><svg viewBox="0 0 26 8" aria-hidden="true"><path d="M1 4H25"/></svg>'
        f"{escape(name)}</li>"
        for at, name in enumerate(summary["systems"])
    )
    return f'<ul class="legend">{items}</ul>'


def recall_by_k(summary: Summary) -> str:
    """A line a system over the cutoffs, which stand evenly spaced."""
    xs = [_across(place / (len(CUTOFFS) - 1)) for place in range(len(CUTOFFS))]
    drawn = [_grid("recall"), _marks(zip(xs, map(str, CUTOFFS), strict=True), "k, the first rules looked at")]
    for at, (name, row) in enumerate(summary["systems"].items()):
        points = [(x, _up(row[f"recall@{k}"])) for x, k in zip(xs, CUTOFFS, strict=True)]
        drawn.append(_line(at, points, dots=True, title=name))
    note = "The share of the deciding rules that are among the first k."
    return _svg("Recall by k", HEIGHT, drawn, note)


def recall_by_group(summary: Summary, field: str) -> str:
    """A row a group: a dot a system, and the first system's 95% interval as a bar; "" where the set has no groups."""
    groups = summary["groups"].get(field, {})
    if not groups:
        return ""
    drawn = []
    for row, (label, group) in enumerate(groups.items()):
        y = FIRST_ROW + row * ROW
        drawn.append(f'<text class="name" x="8" y="{y}">{escape(label)} ({group["questions"]})</text>')
        drawn.append(f'<path class="grid" d="M8 {y + 10}H352"/>')
        for at, (name, means) in reversed(list(enumerate(group["systems"].items()))):
            if not at:
                low, high = (_along(bound) for bound in group["intervals"][name][GROUPED_BY])
                drawn.append(f'<path class="bar {colour(at)}" d="M{low:.1f} {y + 10}H{high:.1f}"/>')
            value = means[GROUPED_BY]
            dot = f'<circle class="{colour(at)}" cx="{_along(value):.1f}" cy="{y + 10}" r="{3.5 if at else 5}">'
            drawn.append(f"{dot}<title>{escape(name)}: {value:.3f}</title></circle>")
    end = FIRST_ROW + len(groups) * ROW
    for share in GRID:
        drawn.append(f'<text class="tick" x="{_along(share):.1f}" y="{end + 4}" text-anchor="middle">{share:g}</text>')
    note = f"A dot a system; the bar is the 95% interval of {next(iter(summary['systems']))}."
    return _svg(f"{GROUPED_BY} by {field}", end + 12, drawn, note)


def risk_coverage(summary: Summary) -> str:
    """A line for each system with a confidence: how many of the answers are wrong, by how many questions it answers."""
    if not summary["declining"]:
        return ""
    ticks = [(_across(share), f"{share:g}") for share in GRID]
    drawn = [_grid("risk"), _marks(ticks, "coverage, the share of questions answered")]
    for at, name in enumerate(summary["systems"]):
        if name in summary["declining"]:
            points = [(_across(x), _up(y)) for x, y in summary["declining"][name]["curve"]]
            drawn.append(_line(at, points, dots=len(points) == 1, title=name))
    note = "The share of wrong answers when only the surest questions are answered."
    return _svg("Risk by coverage", HEIGHT, drawn, note)


def colour(at: int) -> str:
    """The class of a system's colour."""
    return f"s{at % COLOURS}"


def _across(share: float) -> float:
    return LEFT + share * (RIGHT - LEFT)


def _along(share: float) -> float:
    return 12 + share * (WIDTH - 24)


def _up(share: float) -> float:
    return BOTTOM - share * (BOTTOM - TOP)


def _grid(label: str) -> str:
    lines = [
        f'<path class="grid" d="M{LEFT} {_up(share):.1f}H{RIGHT}"/>'
        f'<text class="tick" x="{LEFT - 6}" y="{_up(share) + 4:.1f}" text-anchor="end">{share:g}</text>'
        for share in GRID
    ]
    return "".join([*lines, f'<text class="tick" x="{LEFT + 4}" y="{TOP + 12}">{label}</text>'])


def _marks(ticks: Iterable[tuple[float, str]], label: str) -> str:
    marks = [
        f'<text class="tick" x="{x:.1f}" y="{BOTTOM + 16}" text-anchor="middle">{text}</text>' for x, text in ticks
    ]
    middle = (LEFT + RIGHT) / 2
    return "".join([*marks, f'<text class="tick" x="{middle}" y="{BOTTOM + 34}" text-anchor="middle">{label}</text>'])


def _line(at: int, points: Sequence[Point], dots: bool, title: str) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    drawn = f'<g class="{colour(at)}"><title>{escape(title)}</title><path d="M{path}"/>'
    if dots:
        drawn += "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in points)
    return drawn + "</g>"


def _svg(title: str, height: int, drawn: Sequence[str], note: str) -> str:
    return (
        f"<figure><figcaption>{escape(title)}<small>{escape(note)}</small></figcaption>"
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}">{"".join(drawn)}</svg></figure>'
    )
