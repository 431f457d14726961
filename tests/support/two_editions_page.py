"""Both little editions in a home folder, and a judge that cites one of their rules: what the page's tests show."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from two_editions import NEW_DAY, NEWER, OLD_DAY, OLDER, edition

from index.records import Rule
from index.rules.history.changes import Changes
from index.rules.history.lines import RuleLife
from judge.judge import MOST_CITED, Answerer
from judge.library import Library
from judge.lookup.reader import RuleReader
from judge.messages import PREPARING
from judge.preparation import PreparingError
from judge.records import Answer, Citation, Matched

OLD, NEW = "2030-01-01", "2031-05-01"


@dataclass(frozen=True)
class BirdJudge:
    """Answers every question with rule 800.1, which was reworded in the newer edition."""

    reader: RuleReader

    def ask(self, question: str, k: int = MOST_CITED, earlier: Sequence[str] = ()) -> Answer:
        """The answer."""
        rule = self.reader.find("800.1")
        since = OLD if self.reader.edition.id == NEW else ""
        citation = Citation(rule, "decides", Matched("rule", rule.text), 1.0, opened=True, reworded_since=since)
        return Answer(question, self.reader.edition, "answered", 0.9, (citation,))

    def find_rules(self, wanted: Sequence[str]) -> tuple[Rule, ...]:
        """The rules of these numbers."""
        return tuple(map(self.reader.find, wanted))


@dataclass(frozen=True)
class BirdEditions:
    """The editions of a home folder, answered by the judge of birds; `preparing` are not ready to be asked."""

    library: Library
    preparing: set[str] = field(default_factory=set)

    @classmethod
    def at(cls, home: Path) -> "BirdEditions":
        """Both editions, installed there."""
        library = Library(home)
        for day, body in ((OLD_DAY, OLDER), (NEW_DAY, NEWER)):
            library.install(edition(day, body))
        return cls(library)

    def editions(self) -> list[str]:
        """Both, oldest first."""
        return self.library.lines.editions()

    def reader(self, edition: str) -> RuleReader:
        """The rules of one."""
        return self.library.reader(edition)

    def judge(self, edition: str) -> Answerer:
        """Who answers by one."""
        if edition in self.preparing:
            raise PreparingError(PREPARING.format(edition=edition, so_far=""))
        return BirdJudge(self.reader(edition))

    def changes(self, old: str = "", new: str = "") -> Changes:
        """What changed."""
        return self.library.changes(old, new)

    def compared(self, old: str = "", new: str = "") -> str:
        """The two that are compared."""
        return " ".join(self.library.compared(old, new))

    def life(self, edition: str, rule: str) -> RuleLife:
        """The history of a rule."""
        return self.library.life(edition, rule)

    def today(self, edition: str, rule: str, now: str) -> str:
        """Where a rule stands in the other."""
        return self.library.lines.in_edition(edition, rule, now)
