"""Memory of the server: few heaps for many threads, and freed memory returned to the system."""

import ctypes
import sys

ARENAS, MOST_ARENAS = -8, 2  # M_ARENA_MAX of mallopt


def keep_few_heaps() -> None:
    """Let all threads share two heaps, with glibc; otherwise each would grow its own."""
    _call("mallopt", ARENAS, MOST_ARENAS)


def give_back() -> None:
    """Return freed memory to the system, with glibc."""
    _call("malloc_trim", 0)


def _call(name: str, *numbers: int) -> None:
    function = getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
    if function:
        function(*numbers)
