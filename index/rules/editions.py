"""Installed editions in the home folder, and the one in use.

editions/2026-08-07/rulebook.json    an edition, parsed
in-use.json                          the edition that the user chose
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from index.errors import EditionError
from index.files import replacing
from index.home import locked, unwritable
from index.records import Edition, GlossaryEntry, Rule, Rulebook

FORMAT = 1
PLAIN = "plain"
FILE = "rulebook.json"


def install(home: Path, rulebook: Rulebook) -> None:
    """Save an edition, whole or not at all.

    Raises HomeError when the folder cannot be written.
    """
    saved = json.dumps({"format": FORMAT, **asdict(rulebook)}, ensure_ascii=False)
    _write(home, home / "editions" / rulebook.edition.id / FILE, saved)


def installed(home: Path) -> list[str]:
    """The ids of the installed editions: partial ones, then the others, oldest first."""
    names = [path.parent.name for path in (home / "editions").glob(f"*/{FILE}")]
    return sorted(names, key=lambda name: (name[:1].isdigit(), name))


def load_edition(home: Path, edition: str) -> Rulebook:
    """An installed edition by its id.

    Raises EditionError when it is not installed or is damaged.
    """
    path = home / "editions" / edition / FILE
    if edition not in installed(home):
        there = ", ".join([PLAIN, *installed(home)])
        raise EditionError(
            f'found no edition "{edition}"; expected one of: {there}; add one with: judge rules add FILE'
        )
    try:
        saved = json.loads(path.read_text("utf-8"))
        if saved["format"] != FORMAT:
            raise ValueError(saved["format"])
        return _rulebook(saved)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise EditionError(
            f"{path} was changed or truncated; add the edition again with: judge rules add FILE"
        ) from error


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
    _write(home, home / "in-use.json", json.dumps({"edition": edition}))


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


def _write(home: Path, path: Path, text: str) -> None:
    with locked(home):
        try:
            with replacing(path) as unfinished:
                unfinished.write_text(text, "utf-8")
        except OSError as error:
            raise unwritable(home, error) from error


def _rulebook(saved: dict[str, Any]) -> Rulebook:
    return Rulebook(
        Edition(**saved["edition"]),
        tuple(Rule(**{key: _tuple(value) for key, value in rule.items()}) for rule in saved["rules"]),
        tuple(GlossaryEntry(**{key: _tuple(value) for key, value in entry.items()}) for entry in saved["glossary"]),
    )


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
