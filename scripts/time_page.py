"""The home folder in use → how fast its page answers and opens, and how much memory it takes, as a Markdown table.

    JUDGE_HOME=FOLDER .venv/bin/python scripts/time_page.py [--write docs/performance.md]

It serves the page on a free port and asks it as a browser does; half of the questions name a card, where there are
cards. It reads /proc, so it needs Linux. With --write the table replaces the one that stands in the file.
"""

import argparse
import json
import os
import random
import re
import socket
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep
from uuid import uuid4

from chromium import FOR_PEOPLE, launch

from index.cards.store import CardStore
from index.home import home_folder
from index.plain.chapters import read_plain
from index.rules.editions import in_use

SEED, FIRST, ALONE, CROWD, EACH, PAIRS = 7, 50, 200, 32, 5, 12
ROOT = Path(__file__).parent.parent
TABLE = re.compile(r"<!-- time_page -->.*?<!-- /time_page -->", re.DOTALL)
BARE = """import sys, gradio as gr
gr.ChatInterface(lambda message, history: message).launch(server_port=int(sys.argv[1]), quiet=True)"""
# When the first box for a question that can be seen and typed into stands in the page.
USABLE = """(() => { const look = () => {
  const box = [...document.querySelectorAll("textarea:enabled")].find((each) => each.offsetParent);
  if (box) window.usable = performance.now(); else requestAnimationFrame(look);
}; requestAnimationFrame(look); })()"""

Ask = Callable[[str], float]
Opened = tuple[float, float]


def questions() -> Iterator[str]:
    """Typical questions of the plain rulebook, a little changed, every second one with the name of a card."""
    dice = random.Random(SEED)
    asked = [question for entry in read_plain().entries for question in entry.questions]
    store = CardStore.at(home_folder())
    names = card_names(store) if not store.empty else []
    while True:
        yield f"{dice.choice(asked)} please"
        yield f"{dice.choice(asked)} with [[{dice.choice(names)}]]" if names else f"so {dice.choice(asked)}"


def card_names(store: CardStore) -> list[str]:
    """The names of all cards, in order."""
    with store.reading() as database:
        return [str(name) for (name,) in database.execute("SELECT name FROM cards ORDER BY name")]


@contextmanager
def serving(*options: str) -> Iterator[tuple[str, int]]:
    """The judge's page with options of `judge serve`; its address and its process."""
    command = [sys.executable, "-m", "ui.cli", "serve", "--port", "0", "--offline", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            for line in process.stdout or ():
                if "ready: " in line:
                    yield line.split("ready: ")[1].strip(), process.pid
                    return
            raise SystemExit("the page did not start")
        finally:
            process.terminate()


@contextmanager
def started(script: str) -> Iterator[str]:
    """A server that a script starts on the port that it is given; its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {**os.environ, "GRADIO_ANALYTICS_ENABLED": "False"}
    with subprocess.Popen([sys.executable, "-c", script, str(port)], env=environment) as process:
        try:
            while process.poll() is None:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}", timeout=5).close()
                    yield f"http://127.0.0.1:{port}"
                    return
                except OSError:
                    sleep(0.2)
        finally:
            process.terminate()


def on_page(url: str) -> Ask:
    """A user's page that is open: asks by the event that answers, over Gradio's queue, to the whole answer in HTML."""
    with urllib.request.urlopen(f"{url}/config", timeout=60) as reply:
        events = json.load(reply)["dependencies"]
    answers, session = next(each["id"] for each in events if each["api_name"] == "answer"), uuid4().hex

    def ask(question: str) -> float:
        turn = {"question": question, "answer": "", "edition": ""}
        body = json.dumps({"data": ["", [turn]], "fn_index": answers, "session_hash": session}).encode()
        start = perf_counter()
        joined = urllib.request.Request(f"{url}/gradio_api/queue/join", body, {"Content-Type": "application/json"})
        urllib.request.urlopen(joined, timeout=60).close()
        with urllib.request.urlopen(f"{url}/gradio_api/queue/data?session_hash={session}", timeout=60) as lines:
            last = next(line for line in lines if b"process_completed" in line)
        taken = (perf_counter() - start) * 1000
        if b"edition" not in last:
            raise SystemExit(f"no answer to: {question}\n{last[:300]!r}")
        return taken

    ask("ready?")  # the page's own first events have been here
    return ask


def over_http(url: str) -> Ask:
    """A program: asks by GET /ask."""

    def ask(question: str) -> float:
        start = perf_counter()
        with urllib.request.urlopen(f"{url}/ask?q={urllib.parse.quote(question)}", timeout=60) as reply:
            reply.read()
        return (perf_counter() - start) * 1000

    return ask


def alone(user: Callable[[str], Ask], url: str, asked: Iterator[str]) -> list[float]:
    """The times of questions that one user asks, one after the other."""
    ask = user(url)
    return [ask(next(asked)) for _ in range(ALONE)]


def at_once(user: Callable[[str], Ask], url: str, asked: Iterator[str]) -> list[float]:
    """The times of questions that many users ask, each the next one as soon as the last is answered."""
    users = [user(url) for _ in range(CROWD)]
    turns = [[next(asked) for _ in range(EACH)] for _ in users]
    with ThreadPoolExecutor(CROWD) as threads:
        times = threads.map(lambda ask, own: [ask(question) for question in own], users, turns)
        return [each for own in times for each in own]


def cut(times: list[float]) -> str:
    """The table's cells of p50 and p95."""
    cuts = quantiles(times, n=100)
    return f"{cuts[49]:.0f} ms | {cuts[94]:.0f} ms"


def opened(ours: str, other: str, pairs: int = PAIRS) -> tuple[list[Opened], list[Opened]]:
    """How long each page takes until it can be typed into, in turns, each time in a fresh browser profile."""
    from playwright.sync_api import sync_playwright

    times: dict[str, list[Opened]] = {ours: [], other: []}
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium, FOR_PEOPLE)
        for turn in range(2 * (pairs + 1)):
            url = (ours, other)[turn % 2]
            context = browser.new_context()
            page = context.new_page()
            watch = context.new_cdp_session(page)
            watch.send("Performance.enable", {"timeDomain": "threadTicks"})
            page.add_init_script(USABLE)
            page.goto(url, wait_until="commit")
            page.wait_for_function("window.usable", timeout=60_000)
            figures = {each["name"]: each["value"] for each in watch.send("Performance.getMetrics")["metrics"]}
            times[url].append((float(page.evaluate("window.usable")), 1000 * figures["TaskDuration"]))
            page.wait_for_timeout(500)
            context.close()
        browser.close()
    return times[ours][1:], times[other][1:]  # the first ones wake everything up


def processor(process: int) -> float:
    """Milliseconds of processor time that a process has used."""
    shown = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return 1000 * (int(shown[11]) + int(shown[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Megabytes that a process holds in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


def memory_of_all(process: int) -> float:
    """Megabytes that a process and those that it started hold; what several share counts once."""
    started = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return sum(_share_of_memory(each) for each in (str(process), *started)) * 1024 / 1e6


def _share_of_memory(process: str) -> int:
    """Kilobytes that a process holds, its share of those that several hold; 0 where it has ended."""
    try:
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return 0
    return int(rollup.partition("\nPss:")[2].split()[0])


def opened_row(name: str, times: list[Opened]) -> str:
    """A row of the table; the processor time is that of the page's main thread, the median."""
    return f"| {name} | {cut([time for time, _ in times])} | {median(used for _, used in times):.0f} ms |"


def measured() -> str:
    """The table."""
    asked, busy = questions(), os.getloadavg()[0]
    with serving() as (url, process):
        first = on_page(url)
        for _ in range(FIRST):
            first(next(asked))
        held = memory(process)
        rows = []
        for name, user in (("the page's answer", on_page), ("`GET /ask`", over_http)):
            for how, ask_all in (("one user", alone), (f"{CROWD} at once", at_once)):
                used = processor(process)
                times = ask_all(user, url, asked)
                used = (processor(process) - used) / len(times)
                rows.append(f"| {name}, {how} | {cut(times)} | {used:.0f} ms |")
        later = memory(process)
        with started(BARE) as other:
            ours, others = opened(url, other)
    share = [median(each[at] / that[at] for each, that in zip(ours, others, strict=True)) for at in (0, 1)]
    store = CardStore.at(home_folder())
    cards = f"{store.counts()[0]:,} cards" if not store.empty else "no cards"
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    head = f"Measured on {date.today()} at commit {commit.stdout.strip()}, edition {in_use(home_folder())}, {cards}, "
    head += f"{os.cpu_count()} cores shared with other work (load {busy:.1f} before, {os.getloadavg()[0]:.1f} after)."
    return "\n".join(
        [
            head,
            "",
            "| | p50 | p95 | processor time |",
            "| --- | --- | --- | --- |",
            *rows,
            opened_row("page usable in Chromium", ours),
            opened_row("bare `gr.ChatInterface`, in turns with it", others),
            "",
            f"Page usable against the bare one, median of {PAIRS} pairs: {share[0]:.2f} × the time, {share[1]:.2f} × "
            f"the processor time. Memory of the server: {held:.0f} MB after {FIRST} questions, {later:.0f} MB after "
            "all.",
        ]
    )


def main() -> None:
    """Print the table, and write it where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=Path, metavar="FILE", help="replace the table in this file")
    file, table = parser.parse_args().write, measured()
    print(table)
    if file:
        text = f"<!-- time_page -->\n{table}\n<!-- /time_page -->"
        file.write_text(TABLE.sub(lambda found: text, file.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
