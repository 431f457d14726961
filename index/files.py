"""Files and folders that are there whole or not at all: written aside, then renamed."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

UNFINISHED = ".unfinished"
CAN_MAP = sys.platform != "win32"  # Windows does not replace a file that is mapped into memory


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Where to write a file or a folder that takes the place of `path` when the block ends.

    When the block fails, what it wrote is removed and `path` stays as it was. Raises OSError.

    >>> with replacing(Path("in-use.json")) as unfinished:
    ...     unfinished.write_text("{}")
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}{UNFINISHED}")
    _remove(unfinished)
    try:
        yield unfinished
        if unfinished.is_dir():
            _remove(path)  # a folder does not replace another one
        unfinished.replace(path)
    finally:
        _remove(unfinished)


def remove_abandoned(folder: Path) -> None:
    """Remove what processes that are gone left unfinished anywhere below a folder."""
    with suppress(FileNotFoundError):  # others may remove theirs meanwhile
        for path in sorted(folder.rglob(f"*{UNFINISHED}")):
            process = path.name.removesuffix(UNFINISHED).rpartition(".")[2]
            if process.isdecimal() and not is_running(int(process)):
                _remove(path)


def is_running(process: int) -> bool:
    """Whether a process of this number is there; on Windows, which asks by another way, always true."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
