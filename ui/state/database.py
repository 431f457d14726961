"""The database of the shared state: PostgreSQL where `JUDGE_DATABASE` names one, else a SQLite file in the home folder.

Its tables are brought up to date by Alembic when it is first used.
"""

import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from index.errors import JudgeError
from index.home import unwritable

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine
    from sqlalchemy.exc import SQLAlchemyError

VARIABLE = "JUDGE_DATABASE"
FILE, EARLIER_FILE = "state.sqlite", "feedback.sqlite"
MIGRATIONS = str(Path(__file__).parent / "migrations")
NEWEST_MIGRATION = "0001"
VERSION_TABLE = "alembic_version"
SQLITE, POSTGRESQL = "sqlite", "postgresql"
SECONDS_TO_CONNECT = 3
SECONDS_TO_RUN = 5
CONNECTIONS = 5
ONE_AT_A_TIME = 0x6A756467  # the number of PostgreSQL's lock for migrations
POOL: dict[str, Any] = {"pool_size": CONNECTIONS, "max_overflow": CONNECTIONS, "pool_timeout": SECONDS_TO_RUN}
ON_POSTGRESQL = {"connect_timeout": SECONDS_TO_CONNECT, "options": f"-c statement_timeout={SECONDS_TO_RUN * 1000}"}

Value = TypeVar("Value")


class StateError(JudgeError):
    """The database of the shared state cannot be used."""


class Database:
    """One database, with a pool of connections that are made anew when the server comes back."""

    def __init__(self, url: str, file: Path | None = None) -> None:
        self._text = url
        self._file = file
        self._lock = Lock()
        self._current = False

    @classmethod
    def at(cls, home: Path) -> "Database":
        """The database that `JUDGE_DATABASE` names, else the file in a home folder."""
        file = home / FILE
        named = os.environ.get(VARIABLE, "")
        return cls(named) if named else cls(f"{SQLITE}:///{file}", file)

    @property
    def shown(self) -> str:
        """What it is, without a password."""
        return str(self._file) if self._file else self._url.render_as_string(hide_password=True)

    @property
    def is_there(self) -> bool:
        """False for a file that nothing was written to yet."""
        return self._file is None or self._file.exists() or self._file.with_name(EARLIER_FILE).exists()

    def run(self, step: "Callable[[Connection], Value]") -> Value:
        """Run a step in a transaction, which has ended when this returns; it is run again after a lost connection.

        Raises StateError, and HomeError where the home folder cannot be written.
        """
        from sqlalchemy.exc import DBAPIError, SQLAlchemyError

        try:
            try:
                return self._run(step)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                return self._run(step)
        except SQLAlchemyError as error:
            raise self._problem(error) from error
        except OSError as error:
            raise unwritable(self._file.parent if self._file else Path(), error) from error

    def check(self) -> str:
        """Whether it answers: its kind, or "unreachable"."""
        from sqlalchemy import text

        try:
            if self.is_there:
                self.run(lambda connection: connection.execute(text("SELECT 1")))
        except JudgeError:
            return "unreachable"
        return SQLITE if self._file else self._url.get_backend_name()

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()

    def _run(self, step: "Callable[[Connection], Value]") -> Value:
        self._migrate()
        with self._engine.begin() as connection:
            return step(connection)

    @cached_property
    def _url(self) -> "URL":
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import ArgumentError

        try:
            url = make_url(self._text)
        except (ArgumentError, ValueError):
            url = None
        kind = url.get_backend_name() if url else "no address"
        if url is None or kind not in (SQLITE, POSTGRESQL):
            raise StateError(
                f"found {kind} in {VARIABLE}; expected postgresql://USER:PASSWORD@HOST/NAME; correct it or unset it."
            )
        return url.set(drivername="postgresql+psycopg") if kind == POSTGRESQL else url

    @cached_property
    def _engine(self) -> "Engine":
        from sqlalchemy import create_engine

        if self._url.get_backend_name() == SQLITE:
            return create_engine(self._url, connect_args={"timeout": SECONDS_TO_RUN})
        try:
            return create_engine(self._url, connect_args=ON_POSTGRESQL, pool_pre_ping=True, **POOL)
        except ImportError as error:
            raise StateError(
                f"found no package psycopg; expected it for {VARIABLE}; run: pip install 'rules-judge[postgresql]'."
            ) from error

    def _migrate(self) -> None:
        """Bring the tables up to date, once in each process."""
        with self._lock:
            if self._current:
                return
            if self._file:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                earlier = self._file.with_name(EARLIER_FILE)
                if earlier.exists() and not self._file.exists():
                    earlier.rename(self._file)
            if not _is_up_to_date(self._engine):
                _upgrade(self._engine)
            self._current = True

    def _problem(self, error: "SQLAlchemyError") -> StateError:
        """What went wrong, in one line, without a question or a password."""
        said = " ".join(str(getattr(error, "orig", None) or error).split())
        if self._file is None:
            return StateError(
                f"the database {self.shown} does not answer ({type(error).__name__}); expected the server that"
                f" {VARIABLE} names; nothing was saved; try again when it runs."
            )
        if "full" in said or "disk I/O" in said:
            return StateError(f"cannot write {self._file} ({said}); expected room on the disk; free some.")
        if "readonly" in said or "unable to open" in said:
            return StateError(f"cannot write {self._file} ({said}); expected a folder that you may write to.")
        return StateError(f"cannot use {self._file} ({said}); expected our feedback; move it away.")


def _is_up_to_date(engine: "Engine") -> bool:
    """Whether no migration is missing; importing Alembic to ask takes longer than an answer does."""
    from sqlalchemy import inspect, text

    with engine.connect() as connection:
        if not inspect(connection).has_table(VERSION_TABLE):
            return False
        current = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
        return bool(current == NEWEST_MIGRATION)


def _upgrade(engine: "Engine") -> None:
    """Run the migrations that are missing; only one process does at a time."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import text

    config = Config()
    config.set_main_option("script_location", MIGRATIONS.replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == POSTGRESQL:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
        else:
            connection.execute(text("BEGIN IMMEDIATE"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
