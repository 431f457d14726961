"""The answers given each day, as a table for the terminal."""

from collections.abc import Mapping
from typing import get_args

from judge.records import State
from ui import strings

STATES = (*get_args(State), "problem")


def counts_table(days: Mapping[str, Mapping[str, int]]) -> str:
    """One line for each day, one column for each state."""
    if not days:
        return strings.NO_COUNTS
    head = f"{'day':<10}" + "".join(f"  {state:>{max(6, len(state))}}" for state in STATES)
    rows = [
        f"{day:<10}" + "".join(f"  {counts.get(state, 0):>{max(6, len(state))}}" for state in STATES)
        for day, counts in sorted(days.items())
    ]
    return "\n".join([head, *rows])
