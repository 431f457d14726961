"""The texts of all installed editions, each kept once in `editions/texts.sqlite` and known by its number there."""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

FILE = "texts.sqlite"
FORMAT = 1
TABLES = "CREATE TABLE IF NOT EXISTS text (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)"


def texts_path(home: Path) -> Path:
    """Where the texts of a home folder are kept."""
    return home / "editions" / FILE


@contextmanager
def texts_database(path: Path, tables: str = TABLES) -> Iterator[sqlite3.Connection]:
    """The database of texts, with these tables; what the block changes is saved when it ends well.

    Raises sqlite3.Error where it is damaged or cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(tables)
        yield database


def keep_texts(path: Path, texts: Sequence[str]) -> list[int]:
    """Keep texts that are not there yet; the number of each. A damaged database is begun anew.

    Raises OSError or sqlite3.OperationalError when it cannot be written.
    """
    try:
        return _kept(path, texts)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        path.unlink()
        return _kept(path, texts)


def _kept(path: Path, texts: Sequence[str]) -> list[int]:
    with texts_database(path) as database:
        database.executemany("INSERT OR IGNORE INTO text (text) VALUES (?)", ((each,) for each in dict.fromkeys(texts)))
        # Writes the first page in any case, whereupon SQLite removes the journal of a writer that was killed.
        database.execute(f"PRAGMA user_version = {FORMAT}")
        numbers = dict(_rows(database, "text IN", texts))
        return [numbers[each] for each in texts]


def read_texts(path: Path, numbers: Iterable[int]) -> Mapping[int, str]:
    """The texts with these numbers; those that are not there are left out.

    Raises sqlite3.Error where the database is missing or damaged.
    """
    # Not `mode=ro`: reading rolls back what a killed writer left, which needs to write where that is allowed.
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as database:
        return {number: text for text, number in _rows(database, "id IN", sorted(set(numbers)))}


def _rows(database: sqlite3.Connection, where: str, values: Sequence[str | int]) -> list[tuple[str, int]]:
    wanted = json.dumps(list(values))
    return database.execute(
        f"SELECT text, id FROM text WHERE {where} (SELECT value FROM json_each(?))", (wanted,)
    ).fetchall()


def texts_hash(texts: Iterable[str]) -> str:
    """The SHA-256 of texts in their order, by which an edition recognizes its own."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()
