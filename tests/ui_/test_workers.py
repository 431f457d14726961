"""ui/server/workers.py: other processes answer as the judge does, and are replaced where they die."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from own_rules import OFFICIAL, PLAIN, ToyJudge
from small_workers import mortal_judge, toy_judge

from index.errors import JudgeError
from ui.server.workers import WorkerError, Workers

pytestmark = pytest.mark.patient

QUESTION = "may my kite fly"


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    """Two processes."""
    with closing(Workers(2, toy_judge)) as workers:
        yield workers


def test_processes_answer_as_the_judge_does(workers: Workers) -> None:
    judge = workers.answering_for(ToyJudge())
    assert judge.reader.edition == OFFICIAL
    asked = [QUESTION, "how is the weather", f"{QUESTION} at night", "does wind stop"]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(judge.ask, asked)) == list(map(ToyJudge().ask, asked))
    assert len(judge.ask(QUESTION, k=1).citations) == 1
    assert judge.find_rules(["900.2"]) == ToyJudge().find_rules(["900.2"])
    with pytest.raises(JudgeError, match=r"found a broken toy, expected a whole one; mend it <first>\."):
        judge.ask("broken")


def test_another_edition_has_processes_of_its_own(workers: Workers) -> None:
    before = workers.answering_for(ToyJudge())
    after = workers.answering_for(ToyJudge(PLAIN))
    assert (before.reader.edition, after.reader.edition) == (OFFICIAL, PLAIN)
    assert after.ask(QUESTION) == ToyJudge(PLAIN).ask(QUESTION)
    assert before.ask(QUESTION) == ToyJudge().ask(QUESTION)  # a request that began with it


def test_processes_that_die_are_replaced(tmp_path: Path) -> None:
    with closing(Workers(1, partial(mortal_judge, tmp_path / "died"))) as workers:
        judge = workers.answering_for(ToyJudge())
        assert judge.ask("die once") == ToyJudge().ask("die once")
        assert (tmp_path / "died").exists()
        with pytest.raises(WorkerError, match=r"ended twice, expected an answer; start the page again with fewer"):
            judge.ask("die")
        assert judge.ask(QUESTION) == ToyJudge().ask(QUESTION)
