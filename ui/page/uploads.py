"""Files that visitors upload and download: a private folder, what may be in it, and for how long."""

import atexit
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from secrets import token_hex
from tempfile import gettempdir, mkdtemp
from threading import Lock

from index.errors import JudgeError
from index.files import is_running
from ui import strings

MEGABYTE = 1 << 20
LARGEST_FILE = 32 * MEGABYTE
LARGEST_IN_ALL = 128 * MEGABYTE
MOST_FILES = 32
MOST_REPORTS = 16
SECONDS_KEPT = 600
LONGEST_NAME = 100
NOT_IN_A_NAME = re.compile(r"[^\w .()+,-]+")
PREFIX = "judge-page-"
REPORTS, UPLOADS = "reports", "uploads"


class UploadError(JudgeError):
    """An upload that cannot be taken."""


@cache
def private_folder() -> Path:
    """The folder of this process that only its user can read; it goes when the process ends."""
    _remove_abandoned()
    folder = Path(mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")).resolve()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


class Files:
    """What was uploaded and not yet read, and the newest reports, each in a folder whose name nobody can guess."""

    def __init__(self, folder: Path | None = None, most: int = LARGEST_IN_ALL) -> None:
        self._folder = folder or private_folder()
        self._most = most
        self._underway: list[int] = []
        self._lock = Lock()

    @contextmanager
    def expected(self, size: int) -> Iterator[None]:
        """Room for an upload of so many bytes while it comes in.

        Raises UploadError where it is too large, or too much waits to be read.
        """
        _check_size(size)
        with self._lock:
            waiting = [path for path in self._uploads() if not _is_old(path)]
            count = len(waiting) + len(self._underway)
            if count >= MOST_FILES or sum(map(_size, waiting)) + sum(self._underway) + size > self._most:
                raise UploadError(strings.MANY_UPLOADS.format(count=count))
            self._underway.append(size)
        try:
            yield
        finally:
            self._underway.remove(size)

    def keep(self, name: str, data: bytes) -> Path:
        """Keep an upload until it is read.

        Raises UploadError where it is too large.
        """
        _check_size(len(data))
        path = self._new_folder(UPLOADS) / _safe_name(name)
        path.write_bytes(data)
        return path

    def owns(self, path: str) -> bool:
        """True for a file that was uploaded and not yet read."""
        return any(str(each) == path for each in self._uploads())

    @contextmanager
    def taken(self, path: str | None) -> Iterator[None]:
        """Read an upload inside the block; it is removed afterwards."""
        try:
            yield
        finally:
            if path and self.owns(path):
                shutil.rmtree(Path(path).parent, ignore_errors=True)

    def new_report(self) -> Path:
        """An empty folder for the files of one report; the oldest report goes where there are many."""
        folder = self._new_folder(REPORTS)
        made = sorted(folder.parent.iterdir(), key=lambda each: each.stat().st_mtime_ns)
        for old in made[:-MOST_REPORTS]:
            shutil.rmtree(old, ignore_errors=True)
        return folder

    def report(self, asked: str) -> Path | None:
        """The file of a report at this path, None where there is none."""
        return next((path for path in (self._folder / REPORTS).glob("*/*") if str(path) == asked), None)

    def _new_folder(self, kind: str) -> Path:
        folder = self._folder / kind / token_hex(16)
        folder.mkdir(parents=True, mode=0o700)
        return folder

    def _uploads(self) -> list[Path]:
        return [path for path in (self._folder / UPLOADS).glob("*/*") if path.is_file() and not path.is_symlink()]


def _remove_abandoned() -> None:
    """Remove the folders of killed processes of this user."""
    for folder in Path(gettempdir()).glob(f"{PREFIX}*-*"):
        process = folder.name.removeprefix(PREFIX).partition("-")[0]
        if process.isdecimal() and not is_running(int(process)):
            shutil.rmtree(folder, ignore_errors=True)


def use_private_folder() -> None:
    """Let Gradio keep its own files in the private folder too."""
    os.environ["GRADIO_TEMP_DIR"] = str(private_folder())


def _check_size(size: int) -> None:
    if size > LARGEST_FILE:
        raise UploadError(strings.LARGE_UPLOAD.format(found=size / MEGABYTE, most=LARGEST_FILE // MEGABYTE))


def _is_old(path: Path) -> bool:
    """True for a file that nobody read in time; it is removed."""
    try:
        old = time.time() - path.stat().st_mtime > SECONDS_KEPT
    except FileNotFoundError:
        return True
    if old:
        shutil.rmtree(path.parent, ignore_errors=True)
    return old


def _safe_name(name: str) -> str:
    """The name of a file without folders and without what a file's name cannot hold."""
    bare = NOT_IN_A_NAME.sub("_", name.replace("\\", "/").rsplit("/", 1)[-1])
    stem, dot, suffix = bare[-LONGEST_NAME:].rpartition(".")
    return f"{stem.strip(' .') or 'upload'}{dot}{suffix}" if dot else bare[:LONGEST_NAME].strip(" .") or "upload"


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
