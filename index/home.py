"""The home folder, where everything that a user installs is kept, and the lock for writing to it.

editions/2026-08-07/   an installed edition (index/rules/editions.py)
in-use.json            the edition that the user chose
indexes/, embeddings/  what the search saves (index/search/build.py)
cards/                 the cards that were added (index/cards/store.py)
cards/rulings/         the vectors of their rulings (judge/lookup/ruling_vectors.py)
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from index.errors import HomeError
from index.files import remove_abandoned


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
    """Lock the home folder for writing; what a killed process left unfinished is removed.

    Raises HomeError when it cannot be written or when another `judge` is writing to it.
    """
    import filelock

    try:
        home.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(home / "writing.lock", timeout=0)
        lock.acquire()
    except filelock.Timeout as error:
        raise HomeError(
            f"another judge is writing to {home}, expected to be the only one; wait until it has finished."
        ) from error
    except OSError as error:
        raise unwritable(home, error) from error
    try:
        remove_abandoned(home)
        yield
    finally:
        lock.release()


def unwritable(home: Path, error: OSError) -> HomeError:
    """The error for a home folder that cannot be written."""
    return HomeError(
        f"cannot write to {home} ({error.strerror}); expected a folder that you may write to; set JUDGE_HOME to one."
    )
