"""A judge of seven little rules in a process of its own: `python toy_server.py PORT [--allow-host NAME]`."""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from own_rules import OFFICIAL, ToyJudge

from index.home import home_folder
from judge.judge import MOST_CITED
from judge.records import Answer
from ui.page.access import Access
from ui.page.features import PageFeatures
from ui.server.operations.settings import Operation
from ui.server.web import serve
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


def main(port: int, names: Sequence[str]) -> None:
    """Serve until interrupted."""
    database = Database.at(home_folder())
    with Counts(database) as counts:
        features = PageFeatures(feedback=Feedback(database), links=SharedLinks(database), counts=counts)
        access, operation = Access(hosts=tuple(names)), Operation(log=True)
        judge = SlowJudge(OFFICIAL)
        serve(judge, "127.0.0.1", port, _say, features, access, operation=operation)


def _say(url: str) -> None:
    sys.stdout.write(f"The judge is ready: {url}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[3::2])
