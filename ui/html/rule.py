"""A rule of an edition → the HTML of the rule panel; a glossary entry → its explanation."""

from index.records import GlossaryEntry, Rule
from judge.lookup.reader import RuleReader
from ui.html.highlight import Highlighter
from ui.html.templating import render
from ui.html.view import RuleView


def rule_html(rule: Rule, reader: RuleReader, highlighter: Highlighter | None = None) -> str:
    """The rule panel: a rule in its place, every other rule a `#rule-702.19b` link."""
    return render("rule", "rule", view=RuleView.of(rule, reader), highlighter=highlighter or Highlighter())


def missing_rule_html(message: str) -> str:
    """The rule panel where the edition has no such rule."""
    return render("rule", "missing", message=message)


def term_html(entry: GlossaryEntry, highlighter: Highlighter) -> str:
    """What the glossary says of a term; the numbers in it are links."""
    return render("rule", "term", entry=entry, highlighter=highlighter.without_terms())
