"""A rule → its text in the terminal, in its place among the others."""

from collections.abc import Sequence

from rich.text import Text

from index.records import Rule
from judge.lookup.reader import RuleReader
from ui import strings
from ui.html.view import RuleView
from ui.terminal.answer import heading
from ui.terminal.output import INDENT, Output


def write_rule(output: Output, rule: Rule, reader: RuleReader) -> None:
    """Write a rule of an edition."""
    view = RuleView.of(rule, reader)
    output.write(heading(output, rule, "deciding"))
    if rule.text:
        output.write()
        if view.ours:
            output.write(f"{strings.PLAIN_ONLY_LABEL}:", "quiet")
        output.write(output.highlighted(rule.text, rule))
    for example in view.examples:
        output.write()
        output.write(output.highlighted(f"{example.label}: {example.text}", rule), indent=INDENT)
    if view.plain:
        output.write()
        output.write(output.highlighted(f"{view.plain.label}: {view.plain.text}", rule))
    output.write()
    for title, rules in _neighbors(view):
        output.write(_listed(output, title, rules))
    output.write(view.edition, "quiet")


def _neighbors(view: RuleView) -> list[tuple[str, Sequence[Rule]]]:
    around = ((strings.PART_OF, view.parent), (strings.PREVIOUS, view.previous), (strings.NEXT, view.next))
    single = [(title, (rule,)) for title, rule in around if rule]
    return [*single, *((each.title, each.rules) for each in view.lists)]


def _listed(output: Output, title: str, rules: Sequence[Rule]) -> Text:
    """The ids of rules, each linked."""
    return Text.assemble(f"{title}: ", Text(", ").join(output.number(rule, rule.id) for rule in rules))
