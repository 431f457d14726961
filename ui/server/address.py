"""serving.json in the home folder: where a page is served, and the token that proves which page it is."""

import hmac
import json
import os
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from index.files import replacing

NAME = "serving.json"
LOOPBACK = re.compile(r"http://(?:127\.0\.0\.1|localhost|\[::1\]):\d+")
PRIVATE = 0o600
OTHERS = 0o077
TOKEN_BYTES = 32


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_hex(TOKEN_BYTES)


@dataclass(frozen=True)
class Announcement:
    """A page that is being served: its address and process, our version, the edition and the encoder that it uses.

    `encoder` is "" for the default one. Only processes of the same user know the `token`.
    """

    page: str
    edition: str
    version: str
    encoder: str = ""
    process: int = field(default_factory=os.getpid)
    token: str = field(default_factory=new_token)

    @property
    def near(self) -> bool:
        """Whether the page is served to this computer alone."""
        return LOOPBACK.fullmatch(self.page) is not None


def proof(token: str, nonce: str) -> str:
    """What only a program with the token can compute from a nonce."""
    return hmac.new(token.encode(), nonce.encode(), "sha256").hexdigest()


@contextmanager
def announcing(home: Path) -> Iterator[Path]:
    """The file that announces the page while it is served; it is removed afterwards, unless it announces another."""
    path = home / NAME
    try:
        yield path
    finally:
        with suppress(OSError, ValueError, KeyError, TypeError):
            if json.loads(path.read_text("utf-8"))["process"] == os.getpid():
                path.unlink()


def announce(path: Path, announcement: Announcement) -> None:
    """Write the announcement for this user alone; a folder that cannot be written is ignored."""
    with suppress(OSError), replacing(path) as unfinished:
        unfinished.touch(PRIVATE, exist_ok=False)
        unfinished.write_text(json.dumps(asdict(announcement)), "utf-8")


def read_announcement(home: Path) -> tuple[Announcement, int] | None:
    """What this user's page announces, and when (nanoseconds); None where there is none or it is not ours."""
    try:
        with (home / NAME).open(encoding="utf-8") as file:
            written = os.fstat(file.fileno())
            announced = Announcement(**json.load(file))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    if not all(isinstance(each, str) for each in (announced.page, announced.token)):
        return None
    return (announced, written.st_mtime_ns) if _is_ours(written) else None


def _is_ours(written: os.stat_result) -> bool:
    """Whether a file belongs to this user and nobody else may read it; Windows keeps home folders apart itself."""
    if sys.platform == "win32":
        return True
    return written.st_uid == os.getuid() and not written.st_mode & OTHERS
