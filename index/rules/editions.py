"""Installed editions in the home folder, and the one in use.

editions/2026-08-07/rulebook.json    an edition, parsed, with the numbers of its texts
editions/texts.sqlite                the texts of all editions, each once (index/rules/texts.py)
in-use.json                          the edition that the user chose
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from index.errors import EditionError
from index.files import replacing
from index.home import locked, unwritable
from index.records import Edition, GlossaryEntry, Rule, Rulebook
from index.rules.texts import keep_texts, read_texts, texts_hash, texts_path

FORMAT = 2
OLD_FORMAT = 1  # with its texts in the file itself
OLD_START = f'{{"format": {OLD_FORMAT},'
PLAIN = "plain"
FILE = "rulebook.json"
MOST_REMEMBERED = 2
UNREADABLE = (OSError, ValueError, KeyError, TypeError, AttributeError, sqlite3.Error)


def install(home: Path, rulebook: Rulebook) -> None:
    """Save an edition, whole or not at all.

    Raises HomeError when the folder cannot be written.
    """
    path = home / "editions" / rulebook.edition.id / FILE
    saved = _saved(rulebook)
    texts = list(_texts(saved))
    with _writing(home):
        numbers = iter(keep_texts(texts_path(home), texts))
        _set_texts(saved, lambda text: next(numbers))
        saved |= {"format": FORMAT, "sha256": texts_hash(texts)}
        with replacing(path) as unfinished:
            unfinished.write_text(json.dumps(saved, ensure_ascii=False, separators=(",", ":")), "utf-8")


def installed(home: Path) -> list[str]:
    """The ids of the installed editions: partial ones, then the others, oldest first."""
    names = [path.parent.name for path in (home / "editions").glob(f"*/{FILE}")]
    return sorted(names, key=lambda name: (name[:1].isdigit(), name))


def load_edition(home: Path, edition: str) -> Rulebook:
    """An installed edition by its id.

    Raises EditionError when it is not installed or is damaged.
    """
    if edition not in installed(home):
        there = ", ".join([PLAIN, *installed(home)])
        raise EditionError(
            f'found no edition "{edition}"; expected one of: {there}; add one with: judge rules add FILE'
        )
    try:
        return _read(home, edition)
    except UNREADABLE as error:
        raise damaged_error(home, edition) from error


def damaged(home: Path) -> list[str]:
    """The ids of the installed editions that cannot be read, oldest first: their file or their texts are damaged."""
    return [edition for edition in installed(home) if not _is_readable(home, edition)]


def damaged_error(home: Path, edition: str) -> EditionError:
    """The error for a damaged edition; it names the others too that must be added again, such as all at once."""
    broken = damaged(home)
    if len(broken) > 1:
        return EditionError(
            f"the editions {', '.join(broken)} in {home / 'editions'} were changed or truncated; add each again with: "
            "judge rules add FILE"
        )
    path = home / "editions" / edition / FILE
    return EditionError(f"{path} was changed or truncated; add the edition again with: judge rules add FILE")


def share_texts(home: Path, edition: str) -> None:
    """Bring an edition that keeps its texts in its own file into the present format.

    Raises EditionError when it is damaged, HomeError when the folder cannot be written.
    """
    with (home / "editions" / edition / FILE).open(encoding="utf-8") as file:
        old = file.read(len(OLD_START)) == OLD_START
    if old:
        install(home, load_edition(home, edition))


def version_of(home: Path, edition: str) -> int:
    """When an edition was installed, in nanoseconds, 0 for one that is not: installing it again changes it."""
    try:
        return (home / "editions" / edition / FILE).stat().st_mtime_ns
    except OSError:
        return 0


def choose(home: Path, edition: str) -> None:
    """Use an edition from now on (`plain` for the plain rulebook).

    Raises EditionError when it is not installed.
    """
    if edition != PLAIN:
        load_edition(home, edition)
    with _writing(home), replacing(home / "in-use.json") as unfinished:
        unfinished.write_text(json.dumps({"edition": edition}), "utf-8")


def in_use(home: Path) -> str:
    """The edition that the user chose, else the newest complete official one, else the plain rulebook."""
    try:
        chosen = str(json.loads((home / "in-use.json").read_text("utf-8"))["edition"])
    except (OSError, ValueError, KeyError, TypeError):
        chosen = ""
    there = installed(home)
    if chosen == PLAIN or chosen in there:
        return chosen
    dated = [name for name in there if name[:1].isdigit()]
    return dated[-1] if dated else PLAIN


@contextmanager
def _writing(home: Path) -> Iterator[None]:
    """Write to the home folder alone; what cannot be written is a HomeError."""
    with locked(home):
        try:
            yield
        except sqlite3.Error as error:
            raise unwritable(home, OSError(0, str(error))) from error
        except OSError as error:
            raise unwritable(home, error) from error


def _is_readable(home: Path, edition: str) -> bool:
    try:
        _read(home, edition)
    except UNREADABLE:
        return False
    return True


def _read(home: Path, edition: str) -> Rulebook:
    """An edition from its file, the last ones remembered until a file changes; raises one of `UNREADABLE`."""
    files = home / "editions" / edition / FILE, texts_path(home)
    return _remembered(home, edition, tuple(path.stat().st_mtime_ns if path.exists() else 0 for path in files))


@lru_cache(MOST_REMEMBERED)
def _remembered(home: Path, edition: str, versions: tuple[int, ...]) -> Rulebook:
    saved = json.loads((home / "editions" / edition / FILE).read_text("utf-8"))
    if saved["format"] not in (FORMAT, OLD_FORMAT):
        raise ValueError(saved["format"])
    if saved["format"] == FORMAT:
        _read_texts(saved, texts_path(home))
    return _rulebook(saved)


def _saved(rulebook: Rulebook) -> dict[str, Any]:
    """What `asdict` makes of a rulebook, in a third of the time: nothing in a rule can change, so nothing is copied."""
    rules, terms = ([field.name for field in fields(kind)] for kind in (Rule, GlossaryEntry))
    return {
        "edition": asdict(rulebook.edition),
        "rules": [{name: getattr(rule, name) for name in rules} for rule in rulebook.rules],
        "glossary": [{name: getattr(entry, name) for name in terms} for entry in rulebook.glossary],
    }


def _rulebook(saved: dict[str, Any]) -> Rulebook:
    return Rulebook(
        Edition(**saved["edition"]),
        tuple(Rule(**{key: _tuple(value) for key, value in rule.items()}) for rule in saved["rules"]),
        tuple(GlossaryEntry(**{key: _tuple(value) for key, value in entry.items()}) for entry in saved["glossary"]),
    )


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _read_texts(saved: dict[str, Any], path: Path) -> None:
    """Put the texts of a saved rulebook in the place of their numbers.

    Raises ValueError or KeyError where they are not the texts that were installed.
    """
    there = read_texts(path, _texts(saved))
    _set_texts(saved, there.__getitem__)
    if texts_hash(_texts(saved)) != saved["sha256"]:
        raise ValueError(path)


def _texts(saved: dict[str, Any]) -> Iterator[Any]:
    """All texts of a saved rulebook, or their numbers, in its order."""
    for rule in saved["rules"]:
        yield rule["text"]
        yield from rule["examples"]
    for entry in saved["glossary"]:
        yield from entry["senses"]


def _set_texts(saved: dict[str, Any], text_of: Callable[[Any], Any]) -> None:
    """Give a saved rulebook another text, or its number, for each text in its order."""
    for rule in saved["rules"]:
        rule["text"] = text_of(rule["text"])
        rule["examples"] = list(map(text_of, rule["examples"]))
    for entry in saved["glossary"]:
        entry["senses"] = list(map(text_of, entry["senses"]))
