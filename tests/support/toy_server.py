"""A judge of seven little rules in a process of its own: `python toy_server.py PORT [--allow-host NAME]`.

`--workers N` and `--limit N` as `judge serve` has them.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from own_rules import OFFICIAL, ToyJudge

from index.home import home_folder
from judge.judge import MOST_CITED
from judge.records import Answer
from ui.page.access import Access
from ui.page.features import PageFeatures
from ui.server.operations.settings import Operation
from ui.server.web import serve
from ui.server.workers import Workers
from ui.state.counts import Counts
from ui.state.database import Database
from ui.state.feedback import Feedback
from ui.state.links import SharedLinks

COMMAND = (sys.executable, str(Path(__file__)))


@dataclass
class SlowJudge(ToyJudge):
    """Thinks for a while about a "slow" question, and a little about each."""

    def ask(self, question: str, k: int = MOST_CITED, earlier: Sequence[str] = ()) -> Answer:
        """The answer to a question."""
        time.sleep(3 if "slow" in question else 0.02)
        return super().ask(question, k, earlier)


def slow_judge(edition: str) -> SlowJudge:
    """The judge that each of the processes opens."""
    return SlowJudge(OFFICIAL)


def main(options: argparse.Namespace) -> None:
    """Serve until interrupted."""
    database = Database.at(home_folder())
    with Counts(database) as counts, closing(Workers(options.workers, slow_judge)) as workers:
        features = PageFeatures(feedback=Feedback(database), links=SharedLinks(database), counts=counts)
        if options.workers:
            features = replace(features, watched=workers.answering_for)
        access = Access(hosts=tuple(options.allow_host))
        operation = Operation(log=True, per_minute=options.limit, workers=options.workers)
        serve(SlowJudge(OFFICIAL), "127.0.0.1", options.port, _say, features, access, operation=operation)


def _say(url: str) -> None:
    sys.stdout.write(f"The judge is ready: {url}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("--allow-host", action="append", default=[])
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--limit", type=int, default=0)
    main(parser.parse_args())
