"""A Parquet table on standard input → its columns and rows as JSON on standard output, or the problem with it."""

import json
import sys
from io import BytesIO
from typing import Any

from index.input.limits import LONGEST_CELL, LONGEST_TABLE, MOST_COLUMNS, MOST_ROWS

MEMORY = 900 * 1024 * 1024


class TooLargeError(ValueError):
    """A table that is larger than any of rules or questions."""


def rows_of(data: bytes, columns: list[str]) -> dict[str, Any]:
    """The columns' names, and the rows with the cells of those wanted, or the problem."""
    import pyarrow

    try:
        return _read(data, columns)
    except TooLargeError as error:
        return {"problem": f"found {error}"}
    except (pyarrow.ArrowException, OSError, ValueError, LookupError, OverflowError, MemoryError) as error:
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        return {"problem": f"found a damaged Parquet table: {reason}"}


def _read(data: bytes, columns: list[str]) -> dict[str, Any]:
    from pyarrow.parquet import ParquetFile

    metadata = ParquetFile(BytesIO(data)).metadata
    if metadata.num_columns > MOST_COLUMNS:
        raise TooLargeError(f"{metadata.num_columns:,} columns, expected at most {MOST_COLUMNS}")
    if metadata.num_rows > MOST_ROWS:
        raise TooLargeError(f"{metadata.num_rows:,} rows, expected at most {MOST_ROWS:,}")
    # A text that a table repeats is stored once: a small file may hold a large text any number of times.
    leaves = [metadata.schema.column(place) for place in range(metadata.num_columns)]
    texts = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]
    file = ParquetFile(BytesIO(data), read_dictionary=texts)
    names = [str(name) for name in file.schema_arrow.names]
    by_name = {name.strip().lower(): name for name in names}
    wanted = [by_name[name] for name in columns or by_name if name in by_name]
    table = file.read(columns=wanted, use_threads=False)
    _check_texts(table)
    return {"columns": names, "rows": list(zip(*(table.column(name).to_pylist() for name in wanted), strict=True))}


def _check_texts(table: Any) -> None:
    lengths = [_lengths(chunk) for column in table.columns for chunk in column.chunks]
    if max((longest for longest, _ in lengths), default=0) > LONGEST_CELL:
        raise TooLargeError(f"a cell of more than {LONGEST_CELL:,} bytes")
    if sum(total for _, total in lengths) > LONGEST_TABLE:
        raise TooLargeError(f"more than {LONGEST_TABLE >> 20} MB of text")


def _lengths(array: Any) -> tuple[int, int]:
    """The bytes of the longest text of a column and of all its texts, without unpacking them."""
    import pyarrow
    import pyarrow.compute as compute

    if pyarrow.types.is_list(array.type) or pyarrow.types.is_large_list(array.type):
        return _lengths(array.flatten())
    if not pyarrow.types.is_dictionary(array.type):
        return 0, int(array.nbytes)
    each = compute.binary_length(array.dictionary)
    used = compute.cast(compute.take(each, array.indices), pyarrow.int64())
    return compute.max(each).as_py() or 0, compute.sum(used).as_py() or 0


def _bound_memory() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


if __name__ == "__main__":
    _bound_memory()
    answer = rows_of(sys.stdin.buffer.read(), sys.argv[1:])
    sys.stdout.write(json.dumps(answer, default=str))
