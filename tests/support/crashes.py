"""Kills a process at random moments while it writes to a home folder, and looks at what is left.

    python crashes.py TASK TRIALS SEED FOLDER   prints {"trials": …, "killed": …, "problems": […]}

One process imports everything and forks: a child that works and is killed, and a child that looks.
"""

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fake_encoder import BagOfWords
from small_cards import as_lines, plain_lines
from small_plain import PLAIN_ENTRIES
from small_rules import SMALL_RULES

from index.cards.store import CardStore, add_files
from index.plain.align import align_plain as align
from index.records import PlainRulebook
from index.rules.editions import install, installed, load_edition
from index.rules.read import read_bytes
from index.search.build import prepare_search
from ui.state.feedback import Feedback, FeedbackEntry

OLD, NEW = SMALL_RULES, SMALL_RULES.replace("This booklet covers", "This newer booklet covers")
LONGER = 1.3
EDITION = "2030-01-01"


@dataclass(frozen=True)
class Task:
    """What is written: `begin` makes the last good state, `work` is killed, `look` says what is wrong."""

    begin: Callable[[Path], None]
    work: Callable[[Path, int], None]
    look: Callable[[Path, str], str]


def _add_rules(home: Path, text: str) -> None:
    install(home, read_bytes(text.encode(), "small.txt"))


def _look_at_rules(home: Path, acknowledged: str) -> str:
    known = {read_bytes(text.encode(), "small.txt") for text in (OLD, NEW)}
    if installed(home) != [EDITION]:
        return f"installed {installed(home)}"
    return "" if load_edition(home, EDITION) in known else "a rulebook that nobody installed"


def _cards(text: str) -> bytes:
    return as_lines([{**each, "oracle_text": text} for each in plain_lines()] * 10)


def _add_cards(home: Path, text: str) -> None:
    path = home.parent / f"{text}.jsonl"
    path.write_bytes(_cards(text))
    add_files(home, [path])


def _look_at_cards(home: Path, acknowledged: str) -> str:
    store = CardStore.at(home)
    store.check()
    texts = {store.card(each["name"]).faces[0].text for each in plain_lines() if "//" not in each["name"]}
    return "" if texts in ({"old"}, {"new"}) else f"cards of {sorted(texts)} together"


def _build(home: Path) -> list[str]:
    rulebook = read_bytes(SMALL_RULES.encode(), "small.txt")
    entries = align(PlainRulebook(EDITION, PLAIN_ENTRIES), rulebook)
    search = prepare_search(rulebook, entries, BagOfWords(), home)
    return [hit.rule for hit in search.search("does trample go over?").hits]


def _begin_index(home: Path) -> None:
    (home.parent / "expected").write_text(" ".join(_build(home.parent / "good")))


def _work_on_index(home: Path, pipe: int) -> None:
    _build(home)


def _look_at_index(home: Path, acknowledged: str) -> str:
    expected = (home.parent / "expected").read_text().split()
    found = _build(home)
    return "" if found == expected else f"found {found}"


def _begin_feedback(home: Path) -> None:
    # Another entry each time: SQLite writes nothing, and so removes no journal, where a row stays the same.
    Feedback.at(home).keep(FeedbackEntry(f"kite of process {os.getpid()}?", EDITION, "right"))


def _write_feedback(home: Path, pipe: int) -> None:
    feedback = Feedback.at(home)
    for number in range(10_000):
        feedback.keep(FeedbackEntry(f"kite {number}?", EDITION, "right"))
        os.write(pipe, f"kite {number}?\n".encode())


def _look_at_feedback(home: Path, acknowledged: str) -> str:
    kept = {each.question for each in Feedback.at(home).all()}
    lost = {line for line in acknowledged.split("\n")[:-1] if line not in kept}
    return f"acknowledged and lost: {sorted(lost)}" if lost else ""


TASKS = {
    "rules": Task(lambda home: _add_rules(home, OLD), lambda home, pipe: _add_rules(home, NEW), _look_at_rules),
    "cards": Task(lambda home: _add_cards(home, "old"), lambda home, pipe: _add_cards(home, "new"), _look_at_cards),
    "index": Task(_begin_index, _work_on_index, _look_at_index),
    "feedback": Task(_begin_feedback, _write_feedback, _look_at_feedback),
}


def forked(work: Callable[[int], None]) -> tuple[int, int]:
    """A child that does it, and where it writes what it says."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)
    try:
        work(writing)
        os._exit(0)
    except BaseException as error:
        os.write(writing, f"{type(error).__name__}: {error}".encode())
        os._exit(1)


def said(child: int, reading: int) -> tuple[int, str]:
    """How a child ended, and what it said."""
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read().decode("utf-8", "replace")
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), text


def done(work: Callable[[int], None]) -> str:
    """What a child says that is left alone; a problem begins with the name of its error."""
    return said(*forked(work))[1]


def leftovers(home: Path) -> list[str]:
    """Files that are not part of any good state."""
    return [path.name for path in home.rglob("*") if path.name.endswith((".unfinished", "-journal", "-wal"))]


def trial(task: Task, folder: Path, chance: random.Random, seconds: float) -> tuple[bool, str]:
    """Whether the work was killed before it was done, and what is wrong afterwards."""
    home = folder / "home"
    problem = done(lambda pipe: task.begin(home))
    child, reading = forked(lambda pipe: task.work(home, pipe))
    time.sleep(chance.uniform(0, seconds * LONGER))
    os.kill(child, signal.SIGKILL)
    code, acknowledged = said(child, reading)
    problem = problem or done(lambda pipe: None if not (wrong := task.look(home, acknowledged)) else _raise(wrong))
    problem = problem or done(lambda pipe: task.begin(home))  # the next one who writes cleans
    if not problem and leftovers(home):
        problem = f"left over: {leftovers(home)}"
    return code == -signal.SIGKILL, problem


def _raise(problem: str) -> None:
    raise ValueError(problem)


def main(name: str, trials: int, seed: int, folder: Path) -> None:
    """Print what happened."""
    task, chance, killed, problems = TASKS[name], random.Random(seed), 0, list[str]()
    (folder / "timed").mkdir(parents=True)
    done(lambda pipe: task.begin(folder / "timed" / "home"))
    began = time.monotonic()
    if name == "feedback":
        seconds = 0.4
    else:
        done(lambda pipe: task.work(folder / "timed" / "home", pipe))
        seconds = time.monotonic() - began
    for number in range(trials):
        place = folder / str(number)
        place.mkdir()
        was_killed, problem = trial(task, place, chance, seconds)
        killed += was_killed
        problems += [f"{name} {number}: {problem}"] if problem else []
    sys.stdout.write(json.dumps({"trials": trials, "killed": killed, "problems": problems}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
