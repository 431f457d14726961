"""The card files that were added ↔ packed copies in the home folder, from which damaged cards are made again."""

import gzip
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from index.files import replacing

GZIP = b"\x1f\x8b"
MOST_KEPT = 16


@dataclass(frozen=True)
class FileCopies:
    """The copies of one home folder, each in a numbered folder of its own: the first was added first."""

    folder: Path

    @classmethod
    def at(cls, home: Path) -> "FileCopies":
        """The copies that a home folder keeps."""
        return cls(home / "cards" / "added")

    def all(self) -> list[Path]:
        """The copies in the order in which their files were added."""
        found = (path for path in self.folder.glob("*/*") if path.parent.name.isdigit())
        return sorted(found, key=lambda path: int(path.parent.name))

    def keep(self, files: Sequence[Path]) -> None:
        """Keep copies of files; one with the same name is replaced, and of more than MOST_KEPT the oldest goes.

        Raises OSError.
        """
        for file in files:
            before = self.all()
            number = int(before[-1].parent.name) + 1 if before else 1
            with replacing(self.folder / str(number)) as unfinished:
                unfinished.mkdir()
                _pack(file, unfinished / file.name)
            same = [path for path in before if path.name == file.name]
            for path in (*same, *self.all()[:-MOST_KEPT]):
                shutil.rmtree(path.parent, ignore_errors=True)


def _pack(file: Path, copy: Path) -> None:
    with file.open("rb") as content:
        packed = content.read(len(GZIP)) == GZIP
        content.seek(0)
        with copy.open("wb") if packed else gzip.open(copy, "wb", compresslevel=1) as written:
            shutil.copyfileobj(content, written)
