"""A rule of an edition → the HTML of the rule panel; a glossary entry → its explanation."""

from dataclasses import dataclass

from index.records import GlossaryEntry, Rule
from index.rules.history.lines import RuleLife
from judge.lookup.reader import RuleReader
from ui.html.changes import LifeView
from ui.html.highlight import Highlighter
from ui.html.links import at_edition
from ui.html.templating import render
from ui.html.view import RuleView


@dataclass(frozen=True)
class Today:
    """Where a rule of another edition stands in the one in use: its id there, "" where it has no such rule."""

    note: str
    id: str
    edition: str


def rule_html(
    rule: Rule,
    reader: RuleReader,
    highlighter: Highlighter | None = None,
    life: RuleLife | None = None,
    today: Today | None = None,
) -> str:
    """The rule panel: a rule in its place, every other rule a `#rule-702.19b` link.

    `life` is its history; `today` is given for a rule of another edition than the one in use.
    """
    view, marks = RuleView.of(rule, reader), highlighter or Highlighter()
    history = LifeView.of(life) if life else None
    shown = render("rule", "rule", view=view, highlighter=marks, history=history, today=today)
    return at_edition(shown, reader.edition.id) if today else shown


def missing_rule_html(message: str, today: Today | None = None) -> str:
    """The rule panel where the edition has no such rule."""
    return render("rule", "missing", message=message, today=today)


def term_html(entry: GlossaryEntry, highlighter: Highlighter) -> str:
    """What the glossary says of a term; the numbers in it are links."""
    return render("rule", "term", entry=entry, highlighter=highlighter.without_terms())
