"""Ten minutes of 64 users over two judges, nginx and PostgreSQL, while one judge and then PostgreSQL are killed.

    JUDGE_HOME=FOLDER .venv/bin/python scripts/chaos.py --write docs/reliability.md

Exits with 1 where acknowledged feedback is lost, an answer is wrong, or a question is never answered.
"""

import argparse
import asyncio
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from soak import QUESTIONS, RULES, replaced
from stack import Stack, stack
from users import Record, User, play_together

from eval.questions.shipped import load_questions
from ui.state.database import Database
from ui.state.feedback import Feedback

JUDGE_KILLED, DATABASE_KILLED, SECONDS_GONE = 0.25, 0.6, 15
MARK = "chaos"
ACTIONS = ("page", "api", "panel", "feedback", "upload", "disconnect")
ENDS = ("done", "done when asked again", "lost", "refused", "never answered", "not kept, and said so")


async def killed_in_turn(running: Stack, seconds: float) -> None:
    """Kill a judge, then the database; start each again after a while."""
    await asyncio.sleep(seconds * JUDGE_KILLED)
    judge = running.judges[0]
    judge.end()
    await asyncio.sleep(SECONDS_GONE)
    judge.begin()
    await asyncio.to_thread(judge.wait)
    await asyncio.sleep(max(0, seconds * (DATABASE_KILLED - JUDGE_KILLED) - SECONDS_GONE))
    await asyncio.to_thread(running.database.kill)
    await asyncio.sleep(SECONDS_GONE)
    await asyncio.to_thread(running.database.start)


async def played(running: Stack, users: int, think: float, seconds: float) -> Record:
    """What happens to the users meanwhile."""
    record = Record()
    questions = [each.question for each in load_questions("shipped", "dev")[:QUESTIONS]]
    everyone = [User(number, running.url, record, questions, RULES, think) for number in range(users)]
    await asyncio.gather(play_together(everyone, seconds), killed_in_turn(running, seconds))
    return record


def report(record: Record, lost: int, errors: int, options: argparse.Namespace) -> tuple[str, bool]:
    """The result as Markdown, and whether every promise holds."""
    never = sum(count for name, count in record.happened.items() if name.endswith("never answered"))
    wrong = record.happened["wrong answers"]
    lines = [
        f"Measured on {datetime.now(UTC):%Y-%m-%d}: {options.users} users for {options.minutes:g} minutes, each acting"
        f" every {options.think:g} seconds on average; a judge killed after a quarter of the time, PostgreSQL after"
        f" 60 %, each gone for {SECONDS_GONE} seconds and the time it takes to start.",
        "",
        f"{len(record.seconds):,} answers, p50 {record.centile(0.5) * 1000:.0f} ms, p95"
        f" {record.centile(0.95) * 1000:.0f} ms. Feedback: {len(record.acknowledged):,} acknowledged, {lost} of them"
        f" lost. Answers: {wrong} wrong, {never} never given. {errors} errors in the judges' logs.",
        "",
        f"| | {' | '.join(ENDS)} |",
        f"| --- |{' --- |' * len(ENDS)}",
    ]
    for action in ACTIONS:
        counts = " | ".join(f"{record.happened[f'{action}: {end}']:,}" for end in ENDS)
        lines.append(f"| {action} | {counts} |")
    return "\n".join(lines), not lost and not never and not wrong and bool(record.acknowledged)


def main() -> int:
    """Run it; returns 1 where a promise is broken."""
    options = argparse.ArgumentParser(description="Users, while parts of a deployment are killed.")
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--users", type=int, default=64)
    options.add_argument("--think", type=float, default=15, help="seconds between two actions of a user")
    options.add_argument("--write", type=Path, metavar="DOCUMENT")
    chosen = options.parse_args()
    with stack() as running:
        record = asyncio.run(played(running, chosen.users, chosen.think, chosen.minutes * 60))
        time.sleep(1)
        database = Database(running.database.url)
        kept = {each.question for each in Feedback(database).all()}
        database.close()
        errors = [line for line in running.errors() if '"event": "error"' in line]
    lost = len(set(record.acknowledged) - kept)
    text, holds = report(record, lost, len(errors), chosen)
    print(text, *[each for each in record.problems if "another" in each], *errors[:10], sep="\n")
    if chosen.write:
        replaced(chosen.write, MARK, text)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
