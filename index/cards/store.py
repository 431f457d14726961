"""Card files → one SQLite file in the home folder, replaced whole or not at all; a name → its card with its rulings."""

import json
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path

from index.cards.copies import FileCopies
from index.cards.files import EXPECTED, read_items
from index.cards.formats import read_item
from index.cards.keys import key_of
from index.cards.lexicon import write_lexicon
from index.cards.records import Card, CardFile, Face, FoundCard, Ruling
from index.errors import CardError, CardFileError, DamagedCardsError
from index.files import replacing
from index.home import locked, unwritable
from index.progress import Progress
from index.rules.decode import whole_letters

FORMAT = 1
AGAIN = "delete it and add the cards again: judge cards add FILE"
TABLES = """
CREATE TABLE IF NOT EXISTS cards (name TEXT PRIMARY KEY, key TEXT, id TEXT, faces TEXT, playable INTEGER);
CREATE TABLE IF NOT EXISTS rulings (owner TEXT, date TEXT, text TEXT, PRIMARY KEY (owner, date, text)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (name TEXT PRIMARY KEY, format TEXT, cards INTEGER, rulings INTEGER);
CREATE INDEX IF NOT EXISTS card_keys ON cards (key);
"""
# A card that is legal in no format does not replace one of the same name that is legal in some.
ADD_CARD = """
INSERT INTO cards VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (name) DO UPDATE SET
id = CASE ?3 WHEN '' THEN id ELSE ?3 END, faces = ?4, playable = ?5 WHERE playable <= ?5
"""


@dataclass(frozen=True)
class CardStore:
    """The cards of a home folder; every lookup opens the file, so it is thread-safe and sees new cards."""

    path: Path

    @classmethod
    def at(cls, home: Path) -> "CardStore":
        """The store of a home folder, with or without cards in it."""
        return cls(home / "cards" / "cards.sqlite")

    @property
    def empty(self) -> bool:
        """True while no cards were added."""
        return not self.path.is_file()

    def card(self, name: str) -> Card:
        """A card by its full name.

        Raises CardError when there is no such card.
        """
        with self.reading() as database:
            row = database.execute("SELECT name, id, faces FROM cards WHERE name = ?", (name,)).fetchone()
            if not row:
                raise CardError(f'found no card "{name}"; expected the name of one that was added; check the spelling.')
            return _card(database, *row)

    def files(self) -> list[CardFile]:
        """The files that were added, by name."""
        if self.empty:
            return []
        with self.reading() as database:
            return [CardFile(*row) for row in database.execute("SELECT * FROM files ORDER BY name")]

    def counts(self) -> tuple[int, int]:
        """How many cards and how many rulings there are."""
        with self.reading() as database:
            cards, rulings = database.execute(
                "SELECT (SELECT count(*) FROM cards), (SELECT count(*) FROM rulings)"
            ).fetchone()
            return int(cards), int(rulings)

    def ruling_texts(self) -> list[str]:
        """The texts of all rulings, each once, the shortest first."""
        with self.reading() as database:
            found = database.execute("SELECT DISTINCT text FROM rulings ORDER BY length(text), text")
            return [text for (text,) in found]

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The database, opened for reading.

        Raises CardError where there is none or another version wrote it, DamagedCardsError where it cannot be read.
        """
        if self.empty:
            raise CardError("found no cards, expected some; add them with: judge cards add FILE")
        try:
            address = f"{self.path.resolve().as_uri()}?mode=ro"
            with closing(sqlite3.connect(address, uri=True, check_same_thread=False)) as database:
                if database.execute("PRAGMA user_version").fetchone()[0] != FORMAT:
                    raise CardError(f"{self.path} is of another version; {AGAIN}")
                yield database
        except (sqlite3.Error, ValueError, RecursionError) as error:
            raise DamagedCardsError(f"{self.path} was changed or truncated ({error}); {AGAIN}") from error

    def check(self) -> None:
        """Raise DamagedCardsError where a part of the file is damaged, CardError where another version wrote it."""
        with self.reading() as database:
            found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(found)


def add_files(home: Path, paths: Sequence[Path], on_progress: Progress | None = None) -> list[CardFile]:
    """Add all files, or none where one cannot be read; cards and rulings that are there already are updated.

    Damaged cards are first rebuilt from the files that were added before. Raises CardFileError, CardError or
    HomeError; the previous cards stay.
    """
    store, kept = CardStore.at(home), FileCopies.at(home)
    with locked(home):
        sound, before = _sound(store, kept)
        added = _replace(home, sound, [*before, *paths], on_progress, keep=paths)
    return added[len(before) :]


def rebuild(home: Path) -> None:
    """Rebuild damaged cards from the files that were added.

    Raises DamagedCardsError where none of them were kept, CardFileError or HomeError where that fails.
    """
    with locked(home):
        files = FileCopies.at(home).all()
        if not files:
            raise DamagedCardsError(f"{CardStore.at(home).path} was changed or truncated; {AGAIN}")
        _replace(home, False, files, None, keep=())


def _sound(store: CardStore, kept: FileCopies) -> tuple[bool, list[Path]]:
    """Whether the cards that there are can be read, and the files to make them from again where they cannot."""
    if store.empty:
        return False, []
    try:
        store.check()
    except DamagedCardsError:
        if not kept.all():
            raise
        return False, kept.all()
    return True, []


def _replace(
    home: Path, sound: bool, files: Sequence[Path], on_progress: Progress | None, keep: Sequence[Path]
) -> list[CardFile]:
    """Put cards with those of the files in the place of what there is, which is read first where it is sound."""
    store = CardStore.at(home)
    try:
        with replacing(store.path) as unfinished:
            if sound:
                shutil.copyfile(store.path, unfinished)
            added = _write(unfinished, files, on_progress)
            FileCopies.at(home).keep(keep)
        return added
    except OSError as error:
        raise unwritable(home, error) from error
    except sqlite3.Error as error:
        raise CardError(f"cannot write {store.path} ({error}); {AGAIN}") from error


def _write(path: Path, files: Sequence[Path], on_progress: Progress | None) -> list[CardFile]:
    with closing(sqlite3.connect(path)) as database:
        database.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {TABLES}")
        with database:
            added = [_add_file(database, file, on_progress) for file in files]
            database.executemany("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)", [astuple(each) for each in added])
            write_lexicon(database)
        database.executescript(f"PRAGMA user_version = {FORMAT}; VACUUM;")
    return added


def _add_file(database: sqlite3.Connection, path: Path, on_progress: Progress | None) -> CardFile:
    seen: set[str] = set()  # the owners whose older rulings this file replaces
    format, cards, rulings = "", set[str](), 0
    for item in read_items(path, on_progress):
        format, found = read_item(item, path.name)
        for each in found:
            if isinstance(each, FoundCard):
                _add_card(database, each)
                cards.add(each.card.name)
                rulings += _add_rulings(database, each.card.name, each.rulings or (), seen)
            else:
                rulings += _add_rulings(database, each.id, [each.ruling], seen)
    if not cards and not rulings:
        raise CardFileError(f"{path.name}: found no card and no ruling, {EXPECTED}; use another file.")
    return CardFile(whole_letters(path.name), format, len(cards), rulings)


def _add_card(database: sqlite3.Connection, found: FoundCard) -> None:
    card = found.card
    faces = json.dumps([astuple(face) for face in card.faces], ensure_ascii=False)
    database.execute(ADD_CARD, (card.name, key_of(card.name), found.id, faces, int(found.playable)))


def _add_rulings(database: sqlite3.Connection, owner: str, rulings: Iterable[Ruling], seen: set[str]) -> int:
    """Add rulings of one owner (a card's name, or its Oracle id), whose older ones go; how many are new."""
    count = 0
    for ruling in rulings:
        if owner not in seen:
            seen.add(owner)
            database.execute("DELETE FROM rulings WHERE owner = ?", (owner,))
        added = database.execute("INSERT OR IGNORE INTO rulings VALUES (?, ?, ?)", (owner, ruling.date, ruling.text))
        count += added.rowcount
    return count


def _card(database: sqlite3.Connection, name: str, id: str, faces: str) -> Card:
    """The card with the rulings for its id from a file of rulings, else with those under its name."""
    ask = "SELECT date, text FROM rulings WHERE owner = ? ORDER BY date, text"
    rulings = (id and database.execute(ask, (id,)).fetchall()) or database.execute(ask, (name,)).fetchall()
    return Card(name, tuple(Face(*face) for face in json.loads(faces)), tuple(Ruling(*row) for row in rulings))
