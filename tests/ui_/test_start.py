"""ui/server/start.py: what the first start says and takes."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from paths import ROOT

from index.errors import FetchError
from index.progress import Progress
from index.records import Rulebook
from judge.library import Library
from ui.server.start import BY_HAND, take_official

WARM = """
import sys
from judge.library import Library
from ui.server.warm_up import warm_up

judge = Library.at_home().judge()
warm_up(judge)
before = set(sys.modules)
for question in ("Does my hexprof creature die to a board wipe?", "what does floobering do", "the steps of a turn"):
    judge.ask(question, earlier=("Can I block with a tapped creature?",))
print(sorted(set(sys.modules) - before))
"""


@dataclass(frozen=True)
class Connected(Library):
    """A library whose publisher answers with a rulebook, or with nothing."""

    answer: Rulebook | None = None

    def fetch(self, page: str = "", on_progress: Progress | None = None) -> Rulebook:
        """What the publisher's page would have given."""
        if self.answer is None:
            raise FetchError("could not take the page (timed out); install a file instead: judge rules add FILE")
        return self.answer


def test_offline_says_how_to_install(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    take_official(Connected(tmp_path), offline=True)
    assert capsys.readouterr().out == f"Offline. {BY_HAND}\n"


def test_without_an_answer_it_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    take_official(Connected(tmp_path), offline=False)
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("Looking for the newest official rules on https://")
    assert second == "Not installed: could not take the page (timed out); install a file instead: judge rules add FILE"


def test_with_an_answer_it_names_the_edition(
    tmp_path: Path, rulebook: Rulebook, capsys: pytest.CaptureFixture[str]
) -> None:
    take_official(Connected(tmp_path, answer=rulebook), offline=False)
    assert capsys.readouterr().out.splitlines()[1] == f"Installed: {rulebook.edition.name}."


@pytest.mark.slow
def test_the_first_questions_need_not_wait_until_something_is_loaded(tmp_path: Path) -> None:
    settings = {**os.environ, "JUDGE_HOME": str(tmp_path), "JUDGE_OFFLINE": "1"}
    done = subprocess.run([sys.executable, "-c", WARM], cwd=ROOT, env=settings, capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
