"""What one core serves: a judge on the first core of this computer, its users on the others, as a Markdown table.

    JUDGE_HOME=FOLDER .venv/bin/python scripts/one_core.py --write docs/deployment.md

First the users ask without a pause, which shows the most that the core serves; then questions come at random moments,
half as many as that. It needs Linux, and two cores.
"""

import argparse
import os
import platform
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from queue import Queue
from statistics import quantiles
from time import perf_counter, sleep

from soak import replaced
from time_page import FIRST, SEED, Ask, on_page, over_http, processor, questions, serving

from index.home import home_folder
from index.rules.editions import in_use

MARK = "one-core"
CROWD, USERS, HALF = 8, 32, 0.5


@dataclass(frozen=True)
class Load:
    """What one way to ask got: answers a second, times in ms, processor time, and its share of the core."""

    name: str
    rate: float
    p50: float
    p95: float
    used: float
    share: float

    def row(self) -> str:
        """A row of the table."""
        times = f"{self.p50:.0f} ms | {self.p95:.0f} ms | {self.used:.0f} ms"
        return f"| {self.name} | {self.rate:.1f} | {times} | {self.share:.0%} |"


def measured(name: str, process: int, work: Callable[[], list[float]]) -> Load:
    """Watch the judge's process while questions are asked."""
    began, used = perf_counter(), processor(process)
    times = work()
    seconds, used = perf_counter() - began, processor(process) - used
    cuts = quantiles(times, n=100)
    return Load(name, len(times) / seconds, cuts[49], cuts[94], used / len(times), used / seconds / 1000)


def without_pause(user: Callable[[str], Ask], url: str, asked: Iterator[str], seconds: float) -> list[float]:
    """The times of the answers that some users get who ask again at once."""
    users, lock, until = [user(url) for _ in range(CROWD)], threading.Lock(), perf_counter() + seconds

    def ask(own: Ask) -> list[float]:
        times = []
        while perf_counter() < until:
            with lock:
                question = next(asked)
            times.append(own(question))
        return times

    with ThreadPoolExecutor(CROWD) as threads:
        return [time for times in threads.map(ask, users) for time in times]


def at_random(user: Callable[[str], Ask], url: str, asked: Iterator[str], rate: float, seconds: float) -> list[float]:
    """The times of the answers to questions that come at random moments, so many a second."""
    free, dice, until = Queue[Ask](), random.Random(SEED), perf_counter() + seconds
    for _ in range(USERS):
        free.put(user(url))

    def ask(question: str, came: float) -> float:
        own = free.get()
        own(question)
        free.put(own)
        return (perf_counter() - came) * 1000

    with ThreadPoolExecutor(USERS) as threads:
        waiting = []
        while perf_counter() < until:
            sleep(dice.expovariate(rate))
            waiting.append(threads.submit(ask, next(asked), perf_counter()))
        return [each.result() for each in waiting]


def measure(seconds: float) -> str:
    """The table."""
    asked, before, cores = questions(), os.getloadavg()[0], os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})  # the judge inherits it
    loads = []
    with serving() as (url, process):
        os.sched_setaffinity(0, cores - {min(cores)})
        for name, user in (("the page", on_page), ("`GET /ask`", over_http)):
            first = user(url)
            for _ in range(FIRST):
                first(next(asked))
            work = partial(without_pause, user, url, asked, seconds)
            loads.append(measured(f"{name}, {CROWD} users without a pause", process, work))
            rate = HALF * 1000 / loads[-1].used
            work = partial(at_random, user, url, asked, rate, seconds)
            loads.append(measured(f"{name}, {rate:.0f} a second at random", process, work))
    return "\n".join(
        [
            f"Measured on {datetime.now(UTC):%Y-%m-%d} with Python {platform.python_version()}, edition"
            f" {in_use(home_folder())}, {seconds:.0f} seconds each, on {len(cores)} cores shared with other work: load"
            f" {before:.1f} before, {os.getloadavg()[0]:.1f} after.",
            "",
            "| | answers a second | p50 | p95 | processor time | share of the core |",
            "| --- | --- | --- | --- | --- | --- |",
            *(each.row() for each in loads),
        ]
    )


def main() -> None:
    """Print the table, and write it where asked."""
    options = argparse.ArgumentParser(description="What one core serves.")
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--write", type=Path, metavar="DOCUMENT")
    chosen = options.parse_args()
    table = measure(chosen.seconds)
    print(table)
    if chosen.write:
        replaced(chosen.write, MARK, table)


if __name__ == "__main__":
    main()
