"""The installed editions → lines: a line is one rule through all of them, under whatever numbers.

Each edition is aligned with the one before it, once; which rule is on which line is kept in `editions/lines.sqlite`
and made anew from the first edition that was added, replaced or removed since.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from index.home import unwritable
from index.records import Rulebook
from index.rules.editions import damaged, damaged_error, installed, load_edition, share_texts, version_of
from index.rules.history.align import Outline, RulePair, align
from index.rules.history.changes import same_words
from index.rules.texts import texts_path

FILE = "lines.sqlite"
SECONDS_TO_WAIT = 60.0  # for another judge, which aligns new editions
TABLES = """
CREATE TABLE IF NOT EXISTS chain (place INTEGER PRIMARY KEY, edition TEXT, version INTEGER);
CREATE TABLE IF NOT EXISTS rule (edition TEXT, id TEXT, number TEXT, heading TEXT, text INTEGER, line INTEGER,
    confidence REAL, PRIMARY KEY (edition, id)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS line ON rule (line);
"""
# The wording of a rule that is only a title is its title.
WORDING = "COALESCE(NULLIF((SELECT text FROM texts.text WHERE id = {rule}.text), ''), {rule}.heading)"


@dataclass(frozen=True)
class RuleVersion:
    """A rule as one edition has it; `text` is its title where it is only that."""

    edition: str
    id: str
    number: str
    heading: str
    text: str


@dataclass(frozen=True)
class RuleLife:
    """A rule through the installed editions: each version that got another number or wording, oldest first.

    `since` is the first edition that has it, `from_start` whether no older one is installed; `until` is the last one
    that has it, "" where the newest does.
    """

    versions: tuple[RuleVersion, ...]
    since: str
    from_start: bool
    until: str = ""

    @property
    def wordings(self) -> tuple[RuleVersion, ...]:
        """The versions with another wording than the one before, oldest first."""
        kept: list[RuleVersion] = []
        for version in self.versions:
            if not kept or not same_words(kept[-1].text, version.text):
                kept.append(version)
        return tuple(kept)


@dataclass(frozen=True)
class RuleLines:
    """The lines of the rules of one home folder."""

    home: Path

    def editions(self) -> list[str]:
        """The ids of the complete, dated editions, oldest first."""
        return [edition for edition in installed(self.home) if edition[:1].isdigit()]

    def pairs(self, old: str, new: str) -> list[RulePair]:
        """Which rule of one edition is which of another, in the order of ids; the least sure step counts."""
        first, last = sorted((old, new))
        between = [each for each in self.editions() if first <= each <= last]
        with self._database() as database:
            sure: dict[int, float] = {}
            for edition in between[1:]:
                for line, confidence in database.execute(
                    "SELECT line, confidence FROM rule WHERE edition = ?", (edition,)
                ):
                    sure[line] = min(sure.get(line, 1.0), confidence)
            ids = (
                dict(database.execute("SELECT line, id FROM rule WHERE edition = ?", (each,))) for each in (old, new)
            )
            before, after = ids
        return [RulePair(before[line], after[line], sure.get(line, 1.0)) for line in before if line in after]

    def life(self, edition: str, rule: str) -> RuleLife | None:
        """The life of a rule, named by its id in an edition; None where that is not among the dated ones."""
        editions = self.editions()
        with self._database() as database:
            rows = database.execute(
                f"SELECT edition, id, number, heading, {WORDING.format(rule='rule')} FROM rule "
                "WHERE line = (SELECT line FROM rule WHERE edition = ? AND id = ?) ORDER BY edition",
                (edition, rule),
            ).fetchall()
        if not rows:
            return None
        versions = [RuleVersion(*row) for row in rows]
        changed = [
            version
            for before, version in zip([None, *versions], versions, strict=False)
            if before is None or before.number != version.number or not same_words(before.text, version.text)
        ]
        last = versions[-1].edition
        return RuleLife(
            tuple(changed),
            versions[0].edition,
            versions[0].edition == editions[0],
            "" if last == editions[-1] else last,
        )

    def in_edition(self, edition: str, rule: str, other: str) -> str:
        """The id in another edition of a rule with an id in this one, "" where that has no such rule."""
        with self._database() as database:
            found = database.execute(
                "SELECT id FROM rule WHERE edition = ? AND line = (SELECT line FROM rule WHERE edition = ? AND id = ?)",
                (other, edition, rule),
            ).fetchone()
        return str(found[0]) if found else ""

    def reworded(self, edition: str) -> dict[str, str]:
        """The ids of an edition's rules that were reworded since the edition before it → the id of that edition."""
        earlier = [each for each in self.editions() if each < edition][-1:]
        if not earlier or edition not in self.editions():
            return {}
        with self._database() as database:
            rows = database.execute(
                f"SELECT new.id, {WORDING.format(rule='old')}, {WORDING.format(rule='new')} FROM rule AS new "
                "JOIN rule AS old ON old.line = new.line "
                "WHERE new.edition = ? AND old.edition = ? AND (new.text != old.text OR new.heading != old.heading)",
                (edition, earlier[0]),
            ).fetchall()
        return {rule: earlier[0] for rule, before, after in rows if not same_words(before, after)}

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        """The database, its lines up to date, beside that of the texts.

        Raises HomeError where it cannot be written, EditionError where an edition is damaged.
        """
        path = self.home / "editions" / FILE
        try:
            with _opened(path, texts_path(self.home)) as database:
                if _chain(database) != self._versions():
                    for edition in self.editions():
                        share_texts(self.home, edition)
                    with database:
                        database.execute("BEGIN IMMEDIATE")  # another judge may be at it, and is waited for
                        self._update(database, self._versions())
                yield database
        except (OSError, sqlite3.Error) as error:
            if broken := damaged(self.home):
                raise damaged_error(self.home, broken[0]) from error
            raise unwritable(self.home, error if isinstance(error, OSError) else OSError(0, str(error))) from error

    def _versions(self) -> list[tuple[str, int]]:
        """The editions with their versions."""
        return [(edition, version_of(self.home, edition)) for edition in self.editions()]

    def _update(self, database: sqlite3.Connection, chain: Sequence[tuple[str, int]]) -> None:
        """Put the editions from the first one that differs on their lines."""
        known = _chain(database)
        kept = next((at for at, (one, other) in enumerate(zip(known, chain, strict=False)) if one != other), len(known))
        kept = min(kept, len(chain))
        database.execute("DELETE FROM chain WHERE place >= ?", (kept,))
        database.execute("DELETE FROM rule WHERE edition NOT IN (SELECT edition FROM chain)")
        before = (
            _Placed.of(database, load_edition(self.home, chain[kept - 1][0])) if kept and kept < len(chain) else None
        )
        for place, (edition, version) in enumerate(chain[kept:], kept):
            before = _add(database, load_edition(self.home, edition), before)
            database.execute("INSERT INTO chain VALUES (?, ?, ?)", (place, edition, version))


@dataclass(frozen=True)
class _Placed:
    """An edition whose rules are on their lines."""

    outline: Outline
    lines: dict[str, int]

    @classmethod
    def of(cls, database: sqlite3.Connection, rulebook: Rulebook) -> "_Placed":
        rows = database.execute("SELECT id, line FROM rule WHERE edition = ?", (rulebook.edition.id,))
        return cls(Outline.of_rulebook(rulebook), dict(rows))


@contextmanager
def _opened(path: Path, texts: Path) -> Iterator[sqlite3.Connection]:
    """The database of lines, begun anew where it is damaged: all in it comes from the editions."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, timeout=SECONDS_TO_WAIT)) as database:
        try:
            database.executescript(TABLES)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            database.close()
            path.unlink()
            with _opened(path, texts) as renewed:
                yield renewed
            return
        database.execute("ATTACH ? AS texts", (str(texts),))
        yield database


def _chain(database: sqlite3.Connection) -> list[tuple[str, int]]:
    return list(database.execute("SELECT edition, version FROM chain ORDER BY place"))


def _add(database: sqlite3.Connection, rulebook: Rulebook, before: _Placed | None) -> _Placed:
    """Put the rules of the next edition on the lines of those before; the others begin a line."""
    outline = Outline.of_rulebook(rulebook)
    pairs = {pair.new: pair for pair in align(before.outline, outline)} if before else {}
    [free] = database.execute("SELECT COALESCE(MAX(line) + 1, 0) FROM rule").fetchone()
    lines = {
        rule.id: before.lines[pairs[rule.id].old] if before and rule.id in pairs else free + at
        for at, rule in enumerate(rulebook.rules)
    }
    sure = {rule: pair.confidence for rule, pair in pairs.items()}
    database.executemany(
        "INSERT INTO rule SELECT ?, ?, ?, ?, id, ?, ? FROM texts.text WHERE text = ?",
        (
            (rulebook.edition.id, rule.id, rule.number, rule.heading, lines[rule.id], sure.get(rule.id, 1.0), rule.text)
            for rule in rulebook.rules
        ),
    )
    return _Placed(outline, lines)
