"""ui/server/workers.py: other processes answer as the judge does, and are replaced where they die."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import httpx
import pytest
from own_rules import OFFICIAL, PLAIN, ToyJudge
from paths import ROOT
from small_workers import mortal_judge, toy_judge
from stack import JudgeProcess
from toy_server import COMMAND

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


@pytest.fixture
def served(tmp_path: Path) -> Iterator[JudgeProcess]:
    """A page of two processes that answer, with five requests a minute for each client."""
    path = os.pathsep.join(map(str, (ROOT, *sys.path)))
    judge = JudgeProcess((*COMMAND, "--workers", "2", "--limit", "5"), tmp_path / "log", {"PYTHONPATH": path})
    judge.begin()
    judge.wait()
    yield judge
    judge.end()


def processes(judge: JudgeProcess) -> list[int]:
    """The processes that answer for a page."""
    assert judge.process
    threads = Path(f"/proc/{judge.process.pid}/task").glob("*/children")
    children = [int(each) for thread in threads for each in thread.read_text().split()]
    return [each for each in children if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for something that comes soon."""
    deadline = time.monotonic() + 20
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def figures(judge: JudgeProcess) -> list[str]:
    """What Prometheus reads of a page."""
    return httpx.get(f"http://127.0.0.1:{judge.port}/metrics", timeout=30).text.splitlines()


def gone(each: int) -> bool:
    """True for a process that has ended."""
    return not Path(f"/proc/{each}").exists()


def statuses(judge: JudgeProcess, question: str, count: int, client: str = "192.0.2.1") -> list[int]:
    """How as many questions at once are answered."""

    def ask(number: int) -> int:
        named = {"x-forwarded-for": client}
        return httpx.get(f"http://127.0.0.1:{judge.port}/ask?q={question}", headers=named, timeout=30).status_code

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(ask, range(count)))


def test_the_limit_and_the_figures_are_those_of_all_processes(served: JudgeProcess) -> None:
    codes = statuses(served, "kite", 10)
    assert codes.count(200) in (5, 6) and codes.count(200) + codes.count(429) == 10  # six where a minute begins
    assert statuses(served, "kite", 2, "192.0.2.2") == [200, 200]
    lines = figures(served)
    assert f'judge_answers_total{{state="answered"}} {codes.count(200) + 2}.0' in lines
    assert f'judge_requests_total{{route="ask",status="429"}} {codes.count(429)}.0' in lines
    values = dict(line.rsplit(" ", 1) for line in lines)
    for worker in ("1", "2"):
        assert float(values[f'judge_worker_process_resident_memory_bytes{{worker="{worker}"}}']) > 10e6
        assert float(values[f'judge_worker_process_cpu_seconds_total{{worker="{worker}"}}']) > 0
    answering = processes(served)
    served.end(signal.SIGKILL)
    wait_until(lambda: all(map(gone, answering)))


def test_all_processes_finish_what_is_under_way(served: JudgeProcess) -> None:
    answering = processes(served)
    assert len(answering) == 2
    with ThreadPoolExecutor(2) as threads:
        under_way = threads.submit(statuses, served, "a slow kite", 2)
        wait_until(lambda: "judge_questions_underway 2.0" in figures(served))
        for each in answering:
            os.kill(each, signal.SIGTERM)  # a service manager tells all processes
        ended = threads.submit(served.end, signal.SIGTERM)
        wait_until(lambda: statuses(served, "kite", 1, "192.0.2.3") == [503])
        assert statuses(served, "kite", 1, "192.0.2.2") == [503]
        assert under_way.result() == [200, 200]
        assert ended.result() == 0
    wait_until(lambda: all(map(gone, answering)))
