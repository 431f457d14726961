"""Memory of the server: few heaps, freed memory returned to the system, no library loaded before it is needed."""

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

ARENAS, MOST_ARENAS = -8, 2  # M_ARENA_MAX of mallopt


def keep_few_heaps() -> None:
    """Let all threads share two heaps, with glibc; otherwise each would grow its own."""
    _call("mallopt", ARENAS, MOST_ARENAS)


def give_back() -> None:
    """Return freed memory to the system, with glibc."""
    _call("malloc_trim", 0)


@contextmanager
def not_yet(library: str) -> Iterator[None]:
    """Let no import in the block load a library that others can do without; after it, whoever needs it loads it."""
    loaded = dict[str, object](sys.modules)
    if library not in loaded:
        cast(dict[str, object], sys.modules)[library] = None
    try:
        yield
    finally:
        if library not in loaded:
            del sys.modules[library]


def _call(name: str, *numbers: int) -> None:
    function = getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
    if function:
        function(*numbers)
