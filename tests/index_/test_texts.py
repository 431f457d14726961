"""index/rules/texts.py: what is kept can be read, whoever was killed while writing more."""

import subprocess
import sys
from pathlib import Path

from index.rules.texts import keep_texts, read_texts, texts_path

KILLED_WRITER = """
import os, sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("PRAGMA cache_size = 1")  # what is written goes to the file before the end
database.executemany("INSERT INTO text (text) VALUES (?)", ((f"{at} " * 900,) for at in range(300)))
os._exit(9)
"""


def test_a_killed_writer_leaves_the_texts_readable(tmp_path: Path) -> None:
    path = texts_path(tmp_path / "home with spaces? 100%")
    numbers = keep_texts(path, ["a kite goes up", "wind blows"])
    killed = subprocess.run([sys.executable, "-c", KILLED_WRITER, str(path)])
    assert killed.returncode == 9
    assert path.with_name(path.name + "-journal").exists()
    assert read_texts(path, numbers) == dict(zip(numbers, ["a kite goes up", "wind blows"], strict=True))
    assert read_texts(path, [numbers[0], 99]) == {numbers[0]: "a kite goes up"}
