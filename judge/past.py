"""The installed editions beside the one in use: rules as they were, answers as of then, and what changed since."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Generic, Protocol, TypeVar

from index.encoder.encoder import Encoder
from index.errors import EditionError
from index.rules.history.changes import Changes
from index.rules.history.lines import RuleLife
from judge.judge import Answerer
from judge.library import Library
from judge.lookup.reader import RuleReader
from judge.preparation import PreparedJudges

Kept = TypeVar("Kept")

READERS_KEPT = CHANGES_KEPT = 2
JUDGES_KEPT = 1
SECONDS_TO_PREPARE = 2.0  # as long one of the few who are answered at a time may wait
LONGEST_EDITION = 100


class Past(Protocol):
    """Whoever knows other editions than the one in use: those of a home folder, or a fake of them."""

    def editions(self) -> list[str]:
        """The ids of the complete official editions, oldest first."""

    def reader(self, edition: str) -> RuleReader:
        """The rules of an edition; raises EditionError where it is not installed."""

    def judge(self, edition: str) -> Answerer:
        """Who answers by an edition.

        Raises EditionError where it is not installed, PreparingError until it is ready.
        """

    def changes(self, old: str = "", new: str = "") -> Changes:
        """What changed between two editions; raises EditionError where they are not installed."""

    def compared(self, old: str = "", new: str = "") -> str:
        """What names the two editions that `changes` compares; another name once one of them is installed again."""

    def life(self, edition: str, rule: str) -> RuleLife:
        """The life of a rule, by its id in an edition; raises EditionError where that is not among `editions`."""

    def today(self, edition: str, rule: str, now: str) -> str:
        """The id that a rule of an edition has in another one, "" where that has no such rule."""


class Recent(Generic[Kept]):
    """The few things that were last made, by name; a thing is made once, whoever waits for it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock, self._making = Lock(), Lock()

    def get(self, name: str, make: Callable[[], Kept]) -> Kept:
        """The thing of that name, made where it is not kept; who wants one that is kept waits for no other."""
        if found := self._found(name):
            return found
        with self._making:
            return self._found(name) or self._keep(name, make())

    def _found(self, name: str) -> Kept | None:
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
            return self._kept.get(name)

    def _keep(self, name: str, made: Kept) -> Kept:
        with self._lock:
            self._kept[name] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return made


@dataclass(frozen=True)
class PastEditions:
    """The editions of a home folder; an edition's index is built when it is first asked. Few are kept in memory.

    Whoever asks waits for `patience` seconds at most, and is then told how far the index is.
    """

    library: Library
    encoder: Encoder
    patience: float = SECONDS_TO_PREPARE
    _readers: Recent[RuleReader] = field(default_factory=lambda: Recent(READERS_KEPT))
    _judges: PreparedJudges = field(default_factory=lambda: PreparedJudges(JUDGES_KEPT))
    _changes: Recent[Changes] = field(default_factory=lambda: Recent(CHANGES_KEPT))

    def editions(self) -> list[str]:
        """The ids of the complete official editions, oldest first."""
        return self.library.lines.editions()

    def reader(self, edition: str) -> RuleReader:
        """The rules of an edition; raises EditionError where it is not installed."""
        return self._readers.get(self._version(edition), lambda: self.library.reader(edition))

    def judge(self, edition: str) -> Answerer:
        """Who answers by an edition.

        Raises EditionError where it is not installed, PreparingError until it is ready.
        """
        make = partial(self.library.judge, edition, self.encoder)
        return self._judges.get(self._version(edition), edition, make, self.patience)

    def changes(self, old: str = "", new: str = "") -> Changes:
        """What changed between two editions; raises EditionError where they are not installed."""
        before, after = self.library.compared(old, new)
        return self._changes.get(self.compared(before, after), lambda: self.library.changes(before, after))

    def compared(self, old: str = "", new: str = "") -> str:
        """What names the two editions that `changes` compares; another name once one of them is installed again."""
        return " ".join(map(self._version, self.library.compared(old, new)))

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
