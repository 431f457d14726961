"""The table of faults: what the tests break, what happens then, and how often they tried it.

    .venv/bin/python scripts/faults.py --count --write docs/reliability.md

With --count the tests of faults run first, and what they count is recorded in tests/data/tried.json. These tests fail
where they count anything else later.
"""

import argparse
import json
import os
import subprocess
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from soak import replaced

ROOT = Path(__file__).resolve().parent.parent
RECORDED = ROOT / "tests" / "data" / "tried.json"
VARIABLE = "TRIED"  # names the file that the tests write their counts to
LONGER = ("FUZZ_EXAMPLES", "CRASHES", "DAMAGES")  # with these the tests try more
MARK = "faults"

Recorded = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Fault:
    """A row of the table; `tried` names counts of the tests in braces."""

    fault: str
    outcome: str
    tried: str
    tests: str


FAULTS = (
    Fault(
        "a damaged or hostile rules document, table, card file, or question set",
        "it is read, or refused in one line, within 20 seconds and 1 GB; the cards of before stay",
        "{damaged files} files and a corpus of {corpus files}",
        "`tests/faults/test_fuzz_readers.py`",
    ),
    Fault(
        "a rules document that is cut, or lacks a rule",
        "refused, or marked as a part; a whole document with a gap in its numbers is refused",
        "{cuts} cuts, {gaps} gaps",
        "the same, `tests/index_/test_read.py`",
    ),
    Fault(
        "a hostile request: HTTP, the page's events, uploads, closed routes, MCP",
        "an answer or one line of JSON, never a traceback",
        "{hostile requests} requests",
        "`tests/faults/test_fuzz_server.py`",
    ),
    Fault(
        "killed while adding rules, adding cards, building an index, writing feedback",
        "the last good state answers; no acknowledged feedback is lost; left-overs are removed by the next who writes",
        "{crashes} kills",
        "`tests/faults/test_crash.py`",
    ),
    Fault(
        "a file of the home folder flipped, cut, missing, replaced, a folder, a looping link",
        "indexes and embeddings are rebuilt, cards are repaired from their copies, the others are named in one line",
        "{damaged parts} files",
        "`tests/faults/test_damage.py`",
    ),
    Fault(
        "a full disk, a read-only home folder, a file that may not be read",
        "one line; what was there stays and is read",
        "{commands} commands",
        "the same",
    ),
    Fault(
        "PostgreSQL killed while feedback is written",
        "the writer is told that nothing was saved; what was acknowledged is there; the pool recovers by itself",
        "{database kills} kills with 4 writers",
        "`tests/ui_/test_state.py`",
    ),
    Fault(
        "PostgreSQL, one judge by SIGTERM, one by SIGKILL, with 32 users on",
        "questions are asked again by the page; no acknowledged feedback is lost, no wrong answer",
        "{stack kills} kills",
        "`tests/ui_/test_stack.py`, in Chromium too",
    ),
    Fault(
        "slow clients",
        "given up: headers after 20 s, a body after 300 s, unread answers after 60 s",
        "{slow clients}",
        "`tests/ui_/test_serving.py`",
    ),
    Fault(
        "too many requests",
        "429 for one client, 503 for all, with `Retry-After`; the page says when to ask again",
        "{refusals} refusals",
        "`tests/ui_/test_operations.py`, `tests/browser/test_connection.py`",
    ),
)


def recorded(path: Path = RECORDED) -> dict[str, dict[str, int]]:
    """What each test counted, by the test and by what it tried."""
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def keep(test: str, counts: Mapping[str, int]) -> None:
    """Write what a test counted to the file that `TRIED` names, or compare it with what is recorded.

    Raises ValueError where it counted anything else, unless it was told to try more.
    """
    if VARIABLE in os.environ:
        path = Path(os.environ[VARIABLE])
        path.write_text(json.dumps(recorded(path) | {test: dict(counts)}, indent=2, sort_keys=True) + "\n", "utf-8")
    elif os.environ.keys().isdisjoint(LONGER) and recorded().get(test) != counts:
        raise ValueError(f"found {dict(counts)}, expected {recorded().get(test)}; run: scripts/faults.py --count")


def total(counts: Recorded) -> Counter[str]:
    """How often all tests together tried each thing."""
    return sum((Counter(each) for each in counts.values()), Counter[str]())


def table(counts: Recorded) -> str:
    """The table as Markdown."""
    numbers = {name: f"{count:,}" for name, count in total(counts).items()}
    rows = [(each.fault, each.outcome, each.tried.format_map(numbers), each.tests) for each in FAULTS]
    head = [("fault", "what happens", "tried", "test"), ("---",) * 4]
    return "\n".join(f"| {' | '.join(row)} |" for row in [*head, *rows])


def count() -> None:
    """Run the tests of faults, and record what they tried.

    Raises CalledProcessError where one fails.
    """
    RECORDED.unlink(missing_ok=True)
    environment = {**os.environ, VARIABLE: str(RECORDED)}
    subprocess.run(["scripts/test", "-m", "fault"], cwd=ROOT, env=environment, check=True)


def main() -> None:
    """Print the table, or write it."""
    options = argparse.ArgumentParser(description="The table of faults.")
    options.add_argument("--count", action="store_true", help="run the tests first, some minutes")
    options.add_argument("--write", type=Path, metavar="DOCUMENT")
    chosen = options.parse_args()
    if chosen.count:
        count()
    if chosen.write:
        replaced(chosen.write, MARK, table(recorded()))
    else:
        print(table(recorded()))


if __name__ == "__main__":
    main()
