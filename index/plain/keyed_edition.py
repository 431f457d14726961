"""The official edition that the plain rulebook is keyed to: the shipped fingerprints of its texts.

The texts cannot be recovered from them. `python -m index.make.fingerprint FILE` makes them.
"""

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from index.rules.history.fingerprints import Fingerprints

FILE = "fingerprints.npz"


@cache
def shipped_fingerprints() -> Fingerprints:
    """The fingerprints of the official texts that the plain rulebook is keyed to."""
    with as_file(files("index") / "models" / FILE) as path, np.load(path, allow_pickle=False) as saved:
        numbers = tuple(str(number) for number in saved["numbers"])
        hashes, written_for = (tuple(int(each) for each in saved[name]) for name in ("hashes", "written_for"))
        return Fingerprints(numbers, hashes, saved["sketches"], written_for)


def write_fingerprints(path: Path, prints: Fingerprints) -> None:
    """Write what `shipped_fingerprints` reads."""
    hashes, written_for = (np.array(each, np.uint64) for each in (prints.hashes, prints.written_for or prints.hashes))
    numbers = np.array(prints.numbers)
    np.savez_compressed(path, numbers=numbers, hashes=hashes, sketches=prints.sketches, written_for=written_for)
