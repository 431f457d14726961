"""An hour of 32 users: no error, and no growth of memory, threads or files beyond a stated bound after warm-up.

    JUDGE_HOME=FOLDER .venv/bin/python scripts/soak.py --write docs/reliability.md

Exits with 1 where a bound is broken.
"""

import argparse
import asyncio
import os
import platform
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from users import Record, User, play_together

from eval.questions.shipped import load_questions

ROOT = Path(__file__).resolve().parent.parent
BOUNDS = {"memory (MB)": 64.0, "threads": 24.0, "open files": 48.0}
WARM_UP = 1 / 6
SECONDS_BETWEEN = 10
QUESTIONS, RULES = 200, ("702.19b", "509.1a", "601.2", "704.5", "903.4", "100.1", "506.4")
MARK = "soak"


@dataclass
class Watch:
    """What a process takes, looked at again and again."""

    process: int
    looks: list[dict[str, float]] = field(default_factory=list)

    def look(self) -> None:
        """Look once."""
        status = Path(f"/proc/{self.process}/status").read_text("utf-8")
        numbers = {name: float(value) for name, value in re.findall(r"^(VmRSS|Threads):\s+(\d+)", status, re.MULTILINE)}
        files = len(os.listdir(f"/proc/{self.process}/fd"))  # noqa: PTH208
        self.looks.append(
            {"memory (MB)": numbers["VmRSS"] / 1024, "threads": numbers["Threads"], "open files": float(files)}
        )

    async def go_on(self) -> None:
        """Look from time to time."""
        while True:
            self.look()
            await asyncio.sleep(SECONDS_BETWEEN)

    def growth(self, name: str) -> tuple[float, float, float]:
        """The most in the sixth of the time after warm-up, the most in the last sixth, and the growth."""
        sixth = max(1, int(len(self.looks) * WARM_UP))
        first = max(look[name] for look in self.looks[sixth : 2 * sixth] or self.looks)
        last = max(look[name] for look in self.looks[-sixth:])
        return first, last, last - first


def served(port: int, log: Path) -> subprocess.Popen[str]:
    """A judge that is ready at a port; what it logs goes to a file."""
    command = [sys.executable, "-m", "ui.cli", "serve", "--offline", "--port", str(port), "--log"]
    with log.open("w") as errors:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout
    for line in process.stdout:
        if line.startswith("The judge is ready"):
            return process
    raise SystemExit(f"the judge did not start; see {log}")


async def soak(port: int, process: int, users: int, think: float, seconds: float) -> tuple[Record, Watch]:
    """Let users act while the process is watched."""
    record, watch = Record(), Watch(process)
    questions = [each.question for each in load_questions("shipped", "dev")[:QUESTIONS]]
    url = f"http://127.0.0.1:{port}"
    everyone = [User(number, url, record, questions, RULES, think) for number in range(users)]
    looking = asyncio.create_task(watch.go_on())
    await play_together(everyone, seconds)
    looking.cancel()
    watch.look()
    return record, watch


def report(record: Record, watch: Watch, errors: list[str], options: argparse.Namespace) -> tuple[str, bool]:
    """The result as Markdown, and whether every bound holds."""
    lost = sum(count for name, count in record.happened.items() if name.endswith((": lost", "answered", "refused")))
    wrong = record.happened["wrong answers"]
    answers = len(record.seconds)
    lines = [
        f"Measured on {datetime.now(UTC):%Y-%m-%d} with Python {platform.python_version()}: {options.users} users for"
        f" {options.minutes:g} minutes, each acting every {options.think:g} seconds on average.",
        "",
        f"{answers:,} answers, p50 {record.centile(0.5) * 1000:.0f} ms, p95 {record.centile(0.95) * 1000:.0f} ms;"
        f" {lost} requests lost or refused, {wrong} wrong answers, {len(errors)} errors in the server's log.",
        "",
        "| | after warm-up, at most | at the end, at most | growth | bound |",
        "| --- | --- | --- | --- | --- |",
    ]
    holds = not lost and not wrong and not errors and answers > 0
    for name, bound in BOUNDS.items():
        first, last, growth = watch.growth(name)
        holds = holds and growth <= bound
        lines.append(f"| {name} | {first:.0f} | {last:.0f} | {growth:+.0f} | {bound:.0f} |")
    done = ", ".join(f"{name} {count:,}" for name, count in sorted(record.happened.items()))
    return "\n".join([*lines, "", f"What the users did: {done}."]), holds


def replaced(path: Path, mark: str, text: str) -> None:
    """Put a text between two marks of a document."""
    whole = path.read_text("utf-8")
    start, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
    before, after = whole.split(start, 1)[0], whole.split(end, 1)[1]
    path.write_text(f"{before}{start}\n{text}\n{end}{after}", "utf-8")


def main() -> int:
    """Run it; returns 1 where a bound is broken."""
    options = argparse.ArgumentParser(description="An hour of users.")
    options.add_argument("--minutes", type=float, default=60)
    options.add_argument("--users", type=int, default=32)
    options.add_argument("--think", type=float, default=10, help="seconds between two actions of a user")
    options.add_argument("--port", type=int, default=7899)
    options.add_argument("--log", type=Path, default=Path("soak.log"))
    options.add_argument("--write", type=Path, metavar="DOCUMENT")
    chosen = options.parse_args()
    process = served(chosen.port, chosen.log)
    time.sleep(1)
    try:
        together = soak(chosen.port, process.pid, chosen.users, chosen.think, chosen.minutes * 60)
        record, watch = asyncio.run(together)
    finally:
        process.terminate()
        process.wait(30)
    errors = [line for line in chosen.log.read_text("utf-8").splitlines() if '"event": "request"' not in line]
    errors = [line for line in errors if '"event": "answer"' not in line]
    text, holds = report(record, watch, errors, chosen)
    print(text, *record.problems[:20], *errors[:20], sep="\n")
    if chosen.write:
        replaced(chosen.write, MARK, text)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
