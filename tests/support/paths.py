"""Where the checkout and the shared test data are."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("JUDGE_TEST_DATA", ROOT.parent / "shared" / "data"))

SharedFile = Callable[[str], Path]


def shared_file(name: str) -> Path:
    """A file in the shared test data, such as `cr/MagicCompRules-20260807.txt`; skips the test if it is missing."""
    path = SHARED / name
    if not path.is_file():
        pytest.skip(f"{path} is missing; set JUDGE_TEST_DATA to the folder with the test data")
    return path


def official_edition(day: str) -> Path:
    """The official edition of a day, such as 2026-08-07; skips the test if it is missing."""
    return shared_file(f"cr/MagicCompRules-{day.replace('-', '')}.txt")
