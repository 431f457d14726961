"""Vectors in PostgreSQL with pgvector, in place of FAISS, where `JUDGE_VECTORS` names a server.

Each saved index has a table of its own, which is written once, whole or not at all, by the first process that needs it.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from index.encoder.encoder import Vectors
from index.errors import JudgeError

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine

VARIABLE = "JUDGE_VECTORS"
SECONDS_TO_CONNECT = 3
ONE_AT_A_TIME = 0x6A766563  # the number of PostgreSQL's lock for writing
MISSING = ("0A000", "58P01", "42501", "42704")  # the states of an extension that is not there, or may not be made


class VectorEngineError(JudgeError):
    """The server of the vectors cannot be used."""


@dataclass(frozen=True)
class PgVectors:
    """Unit vectors in a table of pgvector; every comparison is a full scan, and exact."""

    engine: "Engine"
    table: str

    @classmethod
    def written(cls, address: str, identity: str, vectors: Vectors) -> "PgVectors":
        """The table of an index, which is written where it is missing.

        `address` is postgresql://…, `vectors` has shape (rows, dimensions). Raises VectorEngineError.
        """
        found = cls(_engine(address), f"judge_vectors_{sha256(identity.encode()).hexdigest()[:16]}")
        with found._transaction() as connection:
            run = connection.exec_driver_sql
            run(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})")
            run("CREATE EXTENSION IF NOT EXISTS vector")
            if run(f"SELECT to_regclass('{found.table}')").scalar() is None:
                run(f"CREATE TABLE {found.table} (place int PRIMARY KEY, vector vector({vectors.shape[1]}) NOT NULL)")
                _copy(connection, found.table, vectors)
        return found

    def scores(self, vector: Vectors) -> Vectors:
        """The cosine of every row; `vector` has shape (dimensions,).

        Raises VectorEngineError.
        """
        query = f"SELECT array_agg(-(vector <#> %s::vector) ORDER BY place) FROM {self.table}"
        with self._transaction() as connection:
            return np.array(connection.exec_driver_sql(query, (_text(vector),)).scalar() or [], np.float32)

    def search(self, vector: Vectors, k: int) -> list[tuple[int, float]]:
        """The best k (row, cosine), best first, ties by row; `vector` has shape (dimensions,).

        Raises VectorEngineError.
        """
        query = f"SELECT place, -(vector <#> %s::vector) AS score FROM {self.table} ORDER BY score DESC, place LIMIT %s"
        with self._transaction() as connection:
            return [(place, score) for place, score in connection.exec_driver_sql(query, (_text(vector), k))]

    @property
    def rows(self) -> Vectors:
        """All vectors, shape (rows, dimensions).

        Raises VectorEngineError.
        """
        with self._transaction() as connection:
            found = connection.exec_driver_sql(f"SELECT vector::real[] FROM {self.table} ORDER BY place").scalars()
            return np.array(list(found), np.float32)

    @contextmanager
    def _transaction(self) -> "Iterator[Connection]":
        from sqlalchemy.exc import SQLAlchemyError

        try:
            with self.engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise _problem(error, self.engine.url) from error


def named_server() -> str:
    """The address in `JUDGE_VECTORS`, "" where FAISS is used."""
    return os.environ.get(VARIABLE, "")


def _engine(address: str) -> "Engine":
    from sqlalchemy import create_engine
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.get_backend_name() != "postgresql":
        found = url.get_backend_name() if url else "no address"
        raise VectorEngineError(
            f"found {found} in {VARIABLE}; expected postgresql://USER:PASSWORD@HOST/NAME; correct it or unset it."
        )
    connect = {"connect_timeout": SECONDS_TO_CONNECT}
    try:
        return create_engine(url.set(drivername="postgresql+psycopg"), connect_args=connect, pool_pre_ping=True)
    except ImportError as error:
        raise VectorEngineError(
            f"found no package psycopg; expected it for {VARIABLE}; run: pip install 'rules-judge[pgvector]'."
        ) from error


def _copy(connection: "Connection", table: str, vectors: Vectors) -> None:
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
        for place, vector in enumerate(vectors):
            copy.write_row((place, _text(vector)))


def _text(vector: Vectors) -> str:
    return "[" + ",".join(map(repr, vector.tolist())) + "]"


def _problem(error: Exception, url: "URL") -> VectorEngineError:
    shown, state = url.render_as_string(hide_password=True), getattr(getattr(error, "orig", None), "sqlstate", None)
    if state in MISSING:
        return VectorEngineError(
            f"found PostgreSQL without pgvector at {shown}; expected the extension vector, or the right to make it;"
            f" install it there, or unset {VARIABLE}."
        )
    return VectorEngineError(
        f"the vectors at {shown} cannot be read or written ({type(error).__name__}{f', {state}' if state else ''});"
        f" expected the server that {VARIABLE} names; start it, or unset {VARIABLE}."
    )
