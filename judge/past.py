"""The installed editions beside the one in use: rules as they were, answers as of then, and what changed since."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, Protocol, TypeVar

from index.encoder.encoder import Encoder
from index.errors import EditionError
from index.rules.history.changes import Changes
from index.rules.history.lines import RuleLife
from judge.judge import Answerer
from judge.library import Library
from judge.lookup.reader import RuleReader

Kept = TypeVar("Kept")

READERS_KEPT = CHANGES_KEPT = 2
JUDGES_KEPT = 1
LONGEST_EDITION = 100


class Past(Protocol):
    """Whoever knows other editions than the one in use: those of a home folder, or a fake of them."""

    def editions(self) -> list[str]:
        """The ids of the complete official editions, oldest first."""

    def reader(self, edition: str) -> RuleReader:
        """The rules of an edition; raises EditionError where it is not installed."""

    def judge(self, edition: str) -> Answerer:
        """Who answers by an edition; raises EditionError where it is not installed."""

    def changes(self, old: str = "", new: str = "") -> Changes:
        """What changed between two editions; raises EditionError where they are not installed."""

    def life(self, edition: str, rule: str) -> RuleLife:
        """The life of a rule, by its id in an edition; raises EditionError where that is not among `editions`."""

    def today(self, edition: str, rule: str, now: str) -> str:
        """The id that a rule of an edition has in another one, "" where that has no such rule."""


class Recent(Generic[Kept]):
    """The few things that were last made, by name; a thing is made once, whoever waits for it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock = Lock()

    def get(self, name: str, make: Callable[[], Kept]) -> Kept:
        """The thing of that name, made where it is not kept."""
        with self._lock:
            if name not in self._kept:
                self._kept[name] = make()
            self._kept.move_to_end(name)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return self._kept[name]


@dataclass(frozen=True)
class PastEditions:
    """The editions of a home folder; an edition's index is built when it is first asked. Few are kept in memory."""

    library: Library
    encoder: Encoder
    _readers: Recent[RuleReader] = field(default_factory=lambda: Recent(READERS_KEPT))
    _judges: Recent[Answerer] = field(default_factory=lambda: Recent(JUDGES_KEPT))
    _changes: Recent[Changes] = field(default_factory=lambda: Recent(CHANGES_KEPT))

    def editions(self) -> list[str]:
        """The ids of the complete official editions, oldest first."""
        return self.library.lines.editions()

    def reader(self, edition: str) -> RuleReader:
        """The rules of an edition; raises EditionError where it is not installed."""
        return self._readers.get(self._version(edition), lambda: self.library.reader(edition))

    def judge(self, edition: str) -> Answerer:
        """Who answers by an edition; raises EditionError where it is not installed."""
        return self._judges.get(self._version(edition), lambda: self.library.judge(edition, self.encoder))

    def changes(self, old: str = "", new: str = "") -> Changes:
        """What changed between two editions; raises EditionError where they are not installed."""
        before, after = self.library.compared(old, new)
        name = f"{self._version(before)} {self._version(after)}"
        return self._changes.get(name, lambda: self.library.changes(before, after))

    def life(self, edition: str, rule: str) -> RuleLife:
        """The life of a rule, by its id in an edition; raises EditionError where that is not among `editions`."""
        return self.library.life(edition, rule)

    def today(self, edition: str, rule: str, now: str) -> str:
        """The id that a rule of an edition has in another one, "" where that has no such rule."""
        return self.library.lines.in_edition(edition, rule, now)

    def _version(self, edition: str) -> str:
        return f"{edition} {self.library.version(edition)}"


@dataclass(frozen=True)
class EditionJudges:
    """The judge in use, and those of other installed editions."""

    current: Callable[[], Answerer]
    past: Past | None = None

    def judge(self, edition: str) -> Answerer:
        """Who answers by an edition, "" for the one in use; raises EditionError where it is not installed."""
        here = self.current()
        if edition in ("", here.reader.edition.id):
            return here
        return self._others(edition).judge(edition)

    def reader(self, edition: str) -> RuleReader:
        """The rules of an edition, "" for the one in use; raises EditionError where it is not installed."""
        here = self.current().reader
        if edition in ("", here.edition.id):
            return here
        return self._others(edition).reader(edition)

    def _others(self, edition: str) -> Past:
        if self.past is None:
            raise EditionError(
                f'found no edition "{edition[:LONGEST_EDITION]}" here, expected the one in use; leave the edition out.'
            )
        return self.past
