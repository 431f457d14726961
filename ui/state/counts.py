"""How many answers were given each day, by state, in all copies together."""

import threading
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from index.errors import JudgeError
from ui.state.database import Database

if TYPE_CHECKING:
    from sqlalchemy import Connection

SECONDS_BETWEEN = 10.0


def today() -> str:
    """The day, as `2026-08-07` (UTC)."""
    return datetime.now(UTC).date().isoformat()


class Counts:
    """Counts in memory, which its own thread adds to the database from time to time: no answer waits for it.

    While the database cannot be reached the counts stay in memory. After a lost connection a batch may count twice.
    """

    def __init__(self, database: Database, day: Callable[[], str] = today) -> None:
        self._database = database
        self._day = day
        self._waiting = Counter[tuple[str, str]]()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    @classmethod
    def at(cls, home: Path) -> "Counts":
        """The counts of a home folder, or of the database that `JUDGE_DATABASE` names."""
        return cls(Database.at(home))

    def note(self, state: str) -> None:
        """Count an answer."""
        with self._lock:
            self._waiting[self._day(), state] += 1

    def save(self) -> bool:
        """Add what was counted to the database; False where it cannot be reached."""
        from ui.state.tables import add_to

        with self._lock:
            batch, self._waiting = self._waiting, Counter()
        if not batch:
            return True

        def add(connection: "Connection") -> None:
            for (day, state), number in sorted(batch.items()):
                add_to(connection, day, state, number)

        try:
            self._database.run(add)
        except JudgeError:
            with self._lock:
                self._waiting.update(batch)
            return False
        return True

    def all(self) -> dict[str, dict[str, int]]:
        """The number of answers in each state by day, the newest day last.

        Raises StateError where the database cannot be read.
        """
        from sqlalchemy import select

        from ui.state.tables import COUNTS

        days: dict[str, dict[str, int]] = {}
        if self._database.is_there:
            ordered = select(COUNTS).order_by(COUNTS.c.day, COUNTS.c.state)
            for day, state, number in self._database.run(lambda connection: connection.execute(ordered).all()):
                days.setdefault(day, {})[state] = number
        return days

    def __enter__(self) -> "Counts":
        import_module("ui.state.tables")  # takes longer than an answer, which would wait for the first count
        self._thread = threading.Thread(target=self._work, name="counts", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *ended: object) -> None:
        self._ended.set()
        if self._thread:
            self._thread.join(2 * SECONDS_BETWEEN)
        self.save()

    def _work(self) -> None:
        while not self._ended.wait(SECONDS_BETWEEN):
            self.save()
