"""The home folder: installed editions, the one in use, and what was built from them.

editions/2026-08-07/original.txt     the document's own bytes
editions/2026-08-07/rulebook.json    the same, parsed
in-use.json                          the edition the user chose
indexes/, embeddings/                what `prepare_search` keeps
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from index.errors import EditionError, HomeError
from index.records import Edition, GlossaryEntry, Rule, Rulebook

FORMAT = 1
PLAIN = "plain"


def home_folder() -> Path:
    """`JUDGE_HOME`, or the platform's user data folder."""
    import platformdirs

    chosen = os.environ.get("JUDGE_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("rules-judge", appauthor=False))


def home_path(name: Path | str) -> Path:
    """The path that someone names, `~` at its beginning read as his home folder where there is one."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


@contextmanager
def locked(home: Path) -> Iterator[None]:
    """Hold the home folder for writing.

    Raises HomeError when it cannot be written, or when another `judge` is writing to it.
    """
    import filelock

    try:
        home.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(home / "writing.lock", timeout=0)
        lock.acquire()
    except filelock.Timeout as error:
        raise HomeError(
            f"another judge is writing to {home}; expected to be alone; wait until it has finished."
        ) from error
    except OSError as error:
        raise unwritable(home, error) from error
    try:
        yield
    finally:
        lock.release()


def unwritable(home: Path, error: OSError) -> HomeError:
    """The error for a home folder that cannot be written."""
    return HomeError(f"cannot write to {home} ({error.strerror}); expected a folder of yours; set JUDGE_HOME to one.")


def install(home: Path, rulebook: Rulebook, original: bytes) -> None:
    """Keep an edition, its bytes beside its parsed form; whole or not at all.

    Raises HomeError when the folder cannot be written.
    """
    folder = home / "editions" / rulebook.edition.id
    unfinished = folder.with_name(f"{folder.name}.{os.getpid()}.unfinished")
    with locked(home):
        try:
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir(parents=True)
            (unfinished / "original.txt").write_bytes(original)
            saved = json.dumps({"format": FORMAT, **asdict(rulebook)}, ensure_ascii=False)
            (unfinished / "rulebook.json").write_text(saved, "utf-8")
            folder.mkdir(exist_ok=True)
            for name in ("original.txt", "rulebook.json"):  # an edition is installed by its rulebook: that comes last
                os.replace(unfinished / name, folder / name)
            unfinished.rmdir()
        except OSError as error:
            shutil.rmtree(unfinished, ignore_errors=True)
            raise unwritable(home, error) from error


def installed(home: Path) -> list[str]:
    """The ids of the installed editions, oldest first, partial ones before all."""
    folders = (home / "editions").glob("*/rulebook.json")
    names = [path.parent.name for path in folders if not path.parent.name.endswith(".unfinished")]
    return sorted(names, key=lambda name: (name[:1].isdigit(), name))


def load_edition(home: Path, edition: str) -> Rulebook:
    """An installed edition by its id.

    Raises EditionError when it is not installed or was damaged.
    """
    path = home / "editions" / edition / "rulebook.json"
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
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise EditionError(f"{path} was changed or cut; add the edition again with: judge rules add FILE") from error


def choose(home: Path, edition: str) -> None:
    """Use an edition from now on (`plain` for the plain rulebook).

    Raises EditionError when it is not installed.
    """
    if edition != PLAIN:
        load_edition(home, edition)
    with locked(home):
        unfinished = home / f"in-use.{os.getpid()}.unfinished"
        try:
            unfinished.write_text(json.dumps({"edition": edition}), "utf-8")
            os.replace(unfinished, home / "in-use.json")
        except OSError as error:
            raise unwritable(home, error) from error


def in_use(home: Path) -> str:
    """The edition the user chose, else the newest whole official one, else the plain rulebook."""
    try:
        chosen = str(json.loads((home / "in-use.json").read_text("utf-8"))["edition"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        chosen = ""
    there = installed(home)
    if chosen == PLAIN or chosen in there:
        return chosen
    dated = [name for name in there if name[:1].isdigit()]
    return dated[-1] if dated else PLAIN


def _rulebook(saved: dict[str, Any]) -> Rulebook:
    return Rulebook(
        Edition(**saved["edition"]),
        tuple(Rule(**{key: _tuple(value) for key, value in rule.items()}) for rule in saved["rules"]),
        tuple(GlossaryEntry(**{key: _tuple(value) for key, value in entry.items()}) for entry in saved["glossary"]),
    )


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
