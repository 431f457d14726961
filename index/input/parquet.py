"""The bytes of a Parquet table → its columns' names and its rows, read by a process of its own.

A few bytes of Parquet may unpack to any amount of text, and the library ends the process at some damaged files. That
process has little memory and little time.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

WORKER = Path(__file__).with_name("parquet_worker.py")
SECONDS = 20


class ParquetError(ValueError):
    """A Parquet table that is damaged or too large."""


def read_parquet_rows(data: bytes, columns: Sequence[str] = ()) -> tuple[list[str], list[list[Any]]]:
    """The names of all columns, and the rows with the cells of those wanted, of all where none is named.

    `columns` are in lowercase. Raises ParquetError.
    """
    place = {**os.environ, "PYTHONPATH": str(WORKER.parents[2]), "ARROW_DEFAULT_MEMORY_POOL": "system"}
    command = [sys.executable, "-P", str(WORKER), *columns]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS, env=place, check=False)
    except subprocess.TimeoutExpired as error:
        raise ParquetError(f"found a Parquet table that is not read in {SECONDS} seconds") from error
    if done.returncode:
        raise ParquetError("found a damaged Parquet table, or one that needs very much memory")
    answer = json.loads(done.stdout)
    if "problem" in answer:
        raise ParquetError(str(answer["problem"]))
    return answer["columns"], answer["rows"]
