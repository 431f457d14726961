"""The home folder in use → each figure of speed beside its limit, from one run, as a Markdown table.

    make bench
    JUDGE_HOME=FOLDER .venv/bin/python scripts/bench.py [--write docs/performance.md]

A limit is what cannot be saved: the encoder alone, FAISS alone, a server that says nothing, an empty page of Gradio's.
What is compared is measured in turns, so that other work on the machine slows both; the ratio counts. Another
edition is measured where the home folder has two. Linux only: it reads /proc.
"""

import argparse
import asyncio
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from importlib.metadata import distribution
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from urllib.parse import quote, urlsplit

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from time_page import (
    BARE,
    CROWD,
    ROOT,
    SEED,
    alone,
    memory,
    memory_of_all,
    on_page,
    opened,
    over_http,
    serving,
    started,
)
from time_page import at_once as users_of_the_page

from index.home import home_folder
from index.plain.chapters import read_plain
from index.rules.editions import PLAIN, in_use

TIMES, QUESTIONS, ALONE, EACH, PAIRS, MANY = 3, 150, 50, 6, 12, 300_000
INDEXES = "first index of the edition", "index of another edition"
QUESTION = "Can I block with a tapped creature?"
TABLE = re.compile(r"<!-- bench -->.*?<!-- /bench -->", re.DOTALL)
ECHO = """import sys, uvicorn
async def app(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"{}"})
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", lifespan="off")"""


@dataclass(frozen=True)
class Figure:
    """One row: what was measured, ours and the limit's, with the limit's name; 0 where there is no limit."""

    name: str
    ours: float
    unit: str = "ms"
    limit: str = ""
    limit_value: float = 0.0

    def __str__(self) -> str:
        """The row of the table."""
        limit = f"{self.limit}: {self.limit_value:,.1f} {self.unit}" if self.limit else ""
        ratio = f"{self.ours / self.limit_value:.2f} ×" if self.limit_value else ""
        return f"| {self.name} | {self.ours:,.1f} {self.unit} | {limit} | {ratio} |"


def questions() -> Iterator[str]:
    """Typical questions of the plain rulebook, a little changed, each once: the encoder remembers the last ones."""
    asked = [f"{question} please" for entry in read_plain().entries for question in entry.questions]
    random.Random(SEED).shuffle(asked)
    return iter(asked)


def run(*arguments: str) -> tuple[float, float]:
    """A fresh Python: milliseconds until it ends, and of processor time."""
    used, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    time, after = perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * time, 1000 * (after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime)


def ask() -> tuple[float, float]:
    """`judge ask` in the shell."""
    return run("-m", "ui.cli", "ask", QUESTION)


def cold() -> Iterator[Figure]:
    """The command beside importing torch, which it does not do."""
    runs = [(ask(), run("-c", "import torch")) for _ in range(TIMES)]
    for at, name in ((0, "`judge ask`, cold"), (1, "`judge ask`, cold: processor time")):
        ours, torch = (median(each[side][at] for each in runs) for side in (0, 1))
        yield Figure(name, ours, "ms", "importing torch", torch)


def in_process() -> Iterator[Figure]:
    """An answer beside the encoder and the search that it needs, question by question in turns."""
    from index.encoder.encoder import SentenceEncoder
    from judge.library import Library

    sentences = SentenceEncoder.from_name()
    judge = Library.at_home().judge(encoder=sentences)
    search, model = judge.search, sentences.model
    vector = model.encode([QUESTION])[0]
    steps: Sequence[Callable[[str], object]] = (
        judge.ask,
        lambda question: model.encode([question]),
        lambda question: search.vectors.scores(vector),
    )
    times: list[list[float]] = [[] for _ in steps]
    for question in islice(questions(), QUESTIONS):
        for step, own in zip(steps, times, strict=True):
            start = perf_counter()
            step(question)
            own.append(1000 * (perf_counter() - start))
    answer, encoder, faiss = map(median, times)
    yield Figure("an answer in process, p50", answer, "ms", "one bare encoder forward", encoder)
    yield Figure("an answer in process, p50", answer, "ms", "that and one bare FAISS search", encoder + faiss)


async def _user(url: str, asked: Sequence[str]) -> list[float]:
    """The times of questions that one user asks over one connection."""
    address, times = urlsplit(url), []
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    for question in asked:
        start = perf_counter()
        writer.write(f"GET /ask?q={quote(question)} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if b" 200 " not in head.splitlines()[0]:
            raise SystemExit(f"no answer to: {question}\n{head!r}")
        await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
        times.append(1000 * (perf_counter() - start))
    writer.close()
    return times


def crowd(url: str, users: int, each: int, asked: Iterator[str]) -> tuple[float, list[float]]:
    """Answers per second, and all times, of users who ask at the same time."""
    turns = [list(islice(asked, each)) for _ in range(users)]

    async def everybody() -> list[list[float]]:
        return await asyncio.gather(*(_user(url, own) for own in turns))

    start = perf_counter()
    times = [time for own in asyncio.run(everybody()) for time in own]
    return len(times) / (perf_counter() - start), times


def served(url: str, echo: str) -> Iterator[Figure]:
    """The HTTP API and the page's answer beside a server that says nothing."""
    asked = questions()
    ours, bare = median(crowd(url, 1, ALONE, asked)[1]), median(crowd(echo, 1, ALONE, asked)[1])
    yield Figure("`GET /ask`, one user, p50", ours, "ms", "bare HTTP echo", bare)
    yield from crowded(url, echo, asked)
    yield Figure("the page's answer, one user, p50", median(alone(on_page, url, asked)))


def crowded(url: str, echo: str, asked: Iterator[str], how: str = "") -> Iterator[Figure]:
    """What many users at once see of the HTTP API and of the page."""
    rate, times = crowd(url, CROWD, EACH, asked)
    bare_rate, _ = crowd(echo, CROWD, EACH, asked)
    yield Figure(f"`GET /ask`, {CROWD} users{how}", rate, "answers/s", "bare HTTP echo", bare_rate)
    yield Figure(f"`GET /ask`, {CROWD} users{how}, p95", quantiles(times, n=20)[-1])
    of_the_page = users_of_the_page(on_page, url, asked)
    yield Figure(f"the page's answer, {CROWD} users{how}, p95", quantiles(of_the_page, n=20)[-1])


def page() -> Iterator[Figure]:
    """All that needs a served page."""
    with serving() as (url, process), started(ECHO) as echo:
        over_http(url)(QUESTION)
        with_page = [ask() for _ in range(TIMES)]
        yield Figure("`judge ask` beside a served page", median(time for time, _ in with_page))
        yield from served(url, echo)
        yield Figure("memory of the server", memory(process), "MB")
        with started(BARE) as bare:
            ours, others = opened(url, bare, PAIRS)
        usable, limit = (median(time for time, _ in each) for each in (ours, others))
        yield Figure("page usable", usable, "ms", "bare `gr.ChatInterface`", limit)


def workers() -> Iterator[Figure]:
    """The same where as many processes answer as there are cores."""
    count = str(os.cpu_count())
    with serving("--workers", count) as (url, process), started(ECHO) as echo:
        asked, how = questions(), f", {count} workers"
        crowd(url, CROWD, 2, asked)  # each of them has started
        yield from crowded(url, echo, asked, how)
        yield Figure(f"memory of the server{how}", memory_of_all(process), "MB")


def plain() -> Iterator[Figure]:
    """What the plain rulebook alone takes, asked the same."""
    with tempfile.TemporaryDirectory() as home, _at_home(home):
        for _ in range(2):  # the first one builds the index
            with serving() as (url, process):
                asked = questions()
                crowd(url, 1, ALONE, asked)
                held = memory(process)
                crowd(url, CROWD, EACH, asked)
                users_of_the_page(on_page, url, asked)
                later = memory(process)
        yield Figure(f"memory of the server, plain rulebook, after {ALONE} questions", held, "MB")
        yield Figure("memory of the server, plain rulebook, after all questions", later, "MB")


@contextmanager
def _at_home(folder: str) -> Iterator[None]:
    """Another home folder for what is started meanwhile."""
    before = os.environ.get("JUDGE_HOME")
    os.environ["JUDGE_HOME"] = folder
    try:
        yield
    finally:
        del os.environ["JUDGE_HOME"]
        os.environ.update({"JUDGE_HOME": before} if before is not None else {})


def indexes() -> Iterator[Figure]:
    """The first index of the edition in use, and that of another edition after it, in a home folder without any."""
    from judge.library import Library

    used = in_use(home_folder())
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(home_folder() / "editions", Path(folder) / "editions")
        library = Library(Path(folder))
        others = [edition for edition in library.editions() if edition not in (used, PLAIN)]
        for name, edition in zip(INDEXES, [used, *others], strict=False):
            start = perf_counter()
            library.judge(edition)
            yield Figure(name, perf_counter() - start, "s")


def many_passages() -> Iterator[Figure]:
    """Whole answers over so many passages, most of them drawn around ours."""
    command = [sys.executable, str(ROOT / "scripts" / "vectors.py"), "--count", str(MANY), "--answers"]
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    p95, held = map(float, re.findall(r"p95 ([\d.]+) ms; memory ([\d.]+) GB", said)[0])
    yield Figure(f"{MANY:,} passages: an answer, p95", p95)
    yield Figure(f"{MANY:,} passages: memory", 1000 * held, "MB")


def environment() -> Iterator[Figure]:
    """What `make serve` installs, by the sizes of its files."""
    left_out = {line.split()[0] for line in (ROOT / "scripts" / "left-out.txt").read_text().splitlines() if ";" in line}
    waiting, seen, sizes = [("rules-judge", "")], set[tuple[str, str]](), dict[str, int]()
    while waiting:
        name, extra = each = waiting.pop()
        if each in seen:
            continue
        seen.add(each)
        package = distribution(name)
        if name != "rules-judge":
            paths = [Path(str(file.locate())) for file in package.files or ()]
            sizes[name] = sum(path.stat().st_size for path in paths if path.is_file())
        for line in package.requires or ():
            needed = Requirement(line)
            if needed.name in left_out or (needed.marker and not needed.marker.evaluate({"extra": extra})):
                continue
            waiting += [(canonicalize_name(needed.name), more) for more in ("", *needed.extras)]
    yield Figure("packages that `make serve` installs", sum(sizes.values()) / 1e6, "MB")


def measured() -> str:
    """The table."""
    busy, parts = os.getloadavg()[0], (cold, in_process, page, workers, plain, indexes, many_passages, environment)
    figures = [figure for part in parts for figure in part()]
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    head = f"Measured on {date.today()} at commit {commit.stdout.strip()}, edition {in_use(home_folder())}, "
    head += f"{os.cpu_count()} cores (load {busy:.1f} before, {os.getloadavg()[0]:.1f} after)."
    return "\n".join([head, "", "| | ours | limit | ratio |", "| --- | --- | --- | --- |", *map(str, figures)])


def main() -> None:
    """Print the table, and write it where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=Path, metavar="FILE", help="replace the table in this file")
    options = parser.parse_args()
    table = measured()
    print(table)
    if options.write:
        text = f"<!-- bench -->\n{table}\n<!-- /bench -->"
        options.write.write_text(TABLE.sub(lambda found: text, options.write.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does
    main()
