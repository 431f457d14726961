"""A judge → the same one, whose answers are counted and logged."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from judge.judge import MOST_CITED
from ui.server.operations.log import write
from ui.server.operations.metrics import Metrics

if TYPE_CHECKING:
    from index.records import Rule
    from judge.judge import Answerer
    from judge.lookup.reader import RuleReader
    from judge.records import Answer
    from ui.state.counts import Counts


@dataclass(frozen=True)
class WatchedJudge:
    """A judge whose answers are counted and logged; the log holds the questions only with `log_questions`."""

    judge: "Answerer"
    metrics: Metrics
    counts: "Counts | None" = None
    log_questions: bool = False

    @property
    def reader(self) -> "RuleReader":
        """The rules of the edition."""
        return self.judge.reader

    def find_rules(self, wanted: Sequence[str]) -> "tuple[Rule, ...]":
        """Rules by their numbers or by search words."""
        return self.judge.find_rules(wanted)

    def ask(self, question: str, k: int = MOST_CITED, earlier: Sequence[str] = ()) -> "Answer":
        """The answer to a question."""
        began, state = time.perf_counter(), ""
        self.metrics.note_underway(1)
        try:
            answer = self.judge.ask(question, k, earlier)
            state = answer.state
            return answer
        finally:
            seconds = time.perf_counter() - began
            self.metrics.note_underway(-1)
            self.metrics.note_answer(state, seconds)
            if self.counts:
                self.counts.note(state or "problem")
            asked = {"question": question} if self.log_questions else {}
            write("answer", state=state or "problem", seconds=round(seconds, 4), **asked)
