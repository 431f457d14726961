"""Memory of the server: few heaps, freed memory returned, garbage collected quickly, libraries loaded when needed."""

import ctypes
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import cast

ARENAS, MOST_ARENAS = -8, 2  # M_ARENA_MAX of mallopt
STILL_USED = 60.0  # seconds after which no request holds a judge that has been replaced


def keep_few_heaps() -> None:
    """Let all threads share two heaps, with glibc; otherwise each would grow its own."""
    _call("mallopt", ARENAS, MOST_ARENAS)


def give_back() -> None:
    """Return freed memory to the system, with glibc."""
    _call("malloc_trim", 0)


def settle() -> None:
    """Collect garbage once, and let later collections pass over what is left; return freed memory to the system.

    With an edition and cards a full collection takes a third of a second, during which nobody is answered.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    give_back()


def settle_again() -> None:
    """Settle once nobody uses the judge that has just been replaced; not before the first time."""
    if gc.get_freeze_count():
        when_unused(settle)


def when_unused(work: Callable[[], object]) -> None:
    """Do something once no request holds the judge that has just been replaced."""
    later = Timer(STILL_USED, work)
    later.daemon = True
    later.start()


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
