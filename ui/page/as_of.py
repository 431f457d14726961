"""Rules as they were, answers by another edition, and what changed: what the page shows of editions beside its own."""

from threading import Thread
from typing import TYPE_CHECKING

from index.errors import JudgeError
from judge.past import Recent
from judge.preparation import PreparingError
from ui import strings
from ui.html.answer import answer_html
from ui.html.changes import as_of_html, changed_chapter_html, changes_html, no_changes_html
from ui.html.highlight import Highlighter
from ui.html.links import Links, at_edition
from ui.html.rule import Today, missing_rule_html, rule_html

if TYPE_CHECKING:
    from index.rules.history.lines import RuleLife
    from judge.judge import Answerer
    from judge.lookup.reader import RuleReader
    from judge.past import Past
    from judge.records import Answer

MARK = "@"
COMPARISONS_KEPT = 4


def split_mark(asked: str) -> tuple[str, str]:
    """The number and the edition of `702.19b@2024-03-08`; the edition is "" where none is named."""
    number, _, edition = asked.partition(MARK)
    return number, edition


class AsOf:
    """What the page shows of other editions; without `past` there are none."""

    def __init__(self, past: "Past | None") -> None:
        self._past = past
        self._shown: Recent[str] = Recent(COMPARISONS_KEPT)

    def has(self, edition: str, current: str) -> bool:
        """Whether an edition is another one than that in use, and installed."""
        return bool(edition) and edition != current and self._past is not None and edition in self._past.editions()

    def judge(self, edition: str, current: "Answerer") -> "Answerer":
        """Who answers by an edition: the judge in use where that is not installed."""
        if self._past is None or not self.has(edition, current.reader.edition.id):
            return current
        return self._past.judge(edition)

    def reader(self, edition: str, current: "RuleReader") -> "RuleReader | None":
        """The rules of an edition, None where that is neither in use nor installed."""
        if edition == current.edition.id:
            return current
        return self._past.reader(edition) if self._past and self.has(edition, current.edition.id) else None

    def answer_html(self, answer: "Answer", numbers: frozenset[str]) -> str:
        """The message of an answer by another edition: its links lead to the rules as they were."""
        shown = answer_html(answer, Highlighter(Links(numbers)), answer.edition.id)
        return at_edition(shown, answer.edition.id)

    def rule(self, number: str, edition: str, current: "Answerer") -> str:
        """The rule panel of another edition's rule, and where that rule stands today."""
        here = current.reader.edition.id
        if self._past is None or not self.has(edition, here):
            return self._missing(number, edition, current)
        reader = self._past.reader(edition)
        try:
            rule = reader.find(number)
        except JudgeError as error:
            return missing_rule_html(str(error))
        now = self._past.today(edition, rule.id, here)
        note = strings.AS_IT_WAS if now else strings.NOT_TODAY
        today = Today(note.format(edition=edition, now=here), now, here)
        return rule_html(
            rule, reader, Highlighter(Links(frozenset(reader.rulebook.by_id))), self.life(edition, rule.id), today
        )

    def life(self, edition: str, rule: str) -> "RuleLife | None":
        """The history of a rule, None where there is nothing to tell: with one edition, or for a partial one."""
        editions = self._past.editions() if self._past else []
        if self._past is None or len(editions) < 2 or edition not in editions:
            return None
        return self._past.life(edition, rule)

    def changes(self, asked: str) -> str:
        """The Changes tab of two editions, `2024-03-08 2026-08-07`, by default of the newest two."""
        old, _, new = asked.partition(" ")
        if self._past is None:
            return no_changes_html(strings.INSTALL_EDITION)
        try:
            return self._changes_html(self._past, old, new)
        except JudgeError as error:
            return no_changes_html(str(error))

    def get_ready(self) -> None:
        """Render the changes to the newest edition in the background, so that the tab opens at once."""
        if self._past:
            Thread(target=self.changes, args=("",), name="changes", daemon=True).start()

    def prepare(self, edition: str, current: "Answerer") -> dict[str, str | bool]:
        """Get an edition ready to be asked; what is said meanwhile, and whether that is over."""
        try:
            self.judge(edition, current)
        except PreparingError as error:
            return {"said": str(error), "over": False}
        except JudgeError as error:
            return {"said": str(error), "over": True}
        return {"said": "", "over": True}

    def _changes_html(self, past: "Past", old: str, new: str) -> str:
        editions = past.editions()
        name = " ".join((past.compared(old, new), *editions))
        return self._shown.get(name, lambda: changes_html(past.changes(old, new), editions))

    def changed_chapter(self, asked: str) -> str:
        """What changed in a chapter between two editions: `2024-03-08 2026-08-07 702`; "" where nothing did."""
        old, new, number = (*asked.split(" "), "", "", "")[:3]
        try:
            return changed_chapter_html(self._past.changes(old, new), number) if self._past else ""
        except JudgeError:
            return ""

    def choice(self, current: str) -> str:
        """The choice of the edition to answer by, "" where there is only one."""
        return as_of_html(current, self._past.editions()) if self._past else ""

    def _missing(self, number: str, edition: str, current: "Answerer") -> str:
        """What is said of an edition that is not installed, with the rule that has the number today."""
        here, by_id = current.reader.edition.id, current.reader.rulebook.by_id
        note = strings.EDITION_MISSING.format(edition=edition, now=here) if number in by_id else ""
        today = Today(f"{note} {strings.INSTALL_EDITION}".strip(), number if number in by_id else "", here)
        return missing_rule_html(strings.NOT_INSTALLED_HERE.format(edition=edition), today)
