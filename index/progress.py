"""How long work reports how far it is."""

from collections.abc import Callable

# Called with how much is done and how much there is to do, 0 where nobody knows.
Progress = Callable[[int, int], None]
