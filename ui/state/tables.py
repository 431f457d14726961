"""The tables of the shared state; `migrations/` makes them."""

import hashlib
from collections.abc import Mapping

from sqlalchemy import BigInteger, Column, Connection, MetaData, String, Table, Text
from sqlalchemy.dialects import postgresql, sqlite

METADATA = MetaData()

FEEDBACK = Table(
    "feedback_entries",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("question", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("cited", Text, nullable=False),
    Column("deciding", Text, nullable=False),
)
LINKS = Table(
    "links",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("question", Text, nullable=False),
    Column("edition", Text, nullable=False),
)
COUNTS = Table(
    "counts",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("state", String(20), primary_key=True),
    Column("number", BigInteger, nullable=False),
)


def key_of(question: str, edition: str) -> str:
    """The key of a question in an edition; PostgreSQL indexes no text of any length."""
    return hashlib.sha256(f"{edition}\0{question}".encode()).hexdigest()


def upsert(connection: Connection, table: Table, row: Mapping[str, str]) -> None:
    """Insert a row, or replace the one that has its key."""
    keys = list(table.primary_key.columns)
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    inserted = dialect.insert(table).values(**row)
    others = {column.name: inserted.excluded[column.name] for column in table.columns if column not in keys}
    connection.execute(inserted.on_conflict_do_update(index_elements=keys, set_=others))


def add_to(connection: Connection, day: str, state: str, number: int) -> None:
    """Add a number to a day's count of a state."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    inserted = dialect.insert(COUNTS).values(day=day, state=state, number=number)
    total = {"number": COUNTS.c.number + inserted.excluded.number}
    connection.execute(inserted.on_conflict_do_update(index_elements=[COUNTS.c.day, COUNTS.c.state], set_=total))
