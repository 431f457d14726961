"""Serving's memory: few heaps for many threads, and what only loading needed given back to the system."""

import ctypes
import sys

ARENAS, MOST_ARENAS = -8, 2  # M_ARENA_MAX of mallopt


def keep_few_heaps() -> None:
    """Let all threads share two heaps, where the C library is glibc; each would else grow one of its own."""
    _call("mallopt", ARENAS, MOST_ARENAS)


def give_back() -> None:
    """Give memory that is free again back to the system, where the C library is glibc."""
    _call("malloc_trim", 0)


def _call(name: str, *numbers: int) -> None:
    function = getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
    if function:
        function(*numbers)
