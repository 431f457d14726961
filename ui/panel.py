"""A rule in its rulebook → the HTML of the rule panel."""

from collections.abc import Sequence
from urllib.parse import quote

from index.records import GlossaryEntry, Rule, Rulebook
from ui import words
from ui.marks import Marks
from ui.markup import chip, edition_line, example, plain_html, safe

SHORT_LIST = 12


def rule_html(rule: Rule, plain: str, rulebook: Rulebook, marks: Marks | None = None) -> str:
    """The rule panel: a rule in its place, every other rule a `#rule-702.19b` link."""
    official, find, marks = rulebook.edition.official, rulebook.by_id, marks or Marks()
    parts = [_panel_bar(rule), f'<p class="trail">{safe(" › ".join(rule.path))}</p>']
    parts.append(f'<h2 tabindex="-1"><span class="number">{safe(rule.number)}</span> {safe(rule.heading)}</h2>')
    if rule.text:
        label = "" if official else f'<p class="label">{safe(words.PLAIN_ONLY_LABEL)}</p>'
        parts.append(f'{label}<p class="text{"" if official else " ours"}">{marks.html(rule.text, rule)}</p>')
    label = words.EXAMPLE if official else words.EXAMPLE_OURS
    parts += [example(label, marks.html(each, rule)) for each in rule.examples]
    if plain and plain != rule.text:
        parts.append(plain_html(marks.html(plain, rule), official))
    if rule.parent and rule.parent in find:
        parent = find[rule.parent]
        parts.append(f'<p class="part">{safe(words.PART_OF)} {chip(parent)} <span>{safe(parent.heading)}</span></p>')
    for title, numbers in (
        (words.SUBRULES, rule.children),
        (words.REFERS_TO, rule.refers_to),
        (words.REFERRED_BY, rule.referred_by),
    ):
        parts.append(_rule_list(title, [find[number] for number in numbers if number in find]))
    parts.append(f'<p class="edition">{safe(edition_line(rulebook.edition))}</p>')
    return f'<div class="panel">{"".join(parts)}</div>'


def term_html(entry: GlossaryEntry, marks: Marks) -> str:
    """What the glossary says of a term; the numbers in it are links."""
    senses = "".join(f"<p>{marks.without_terms().html(sense)}</p>" for sense in entry.senses)
    return f"<strong>{safe(entry.term)}</strong>{senses}"


def missing_rule_html(message: str) -> str:
    """The rule panel where the edition has no such rule."""
    return f'<div class="panel">{_panel_bar(None)}<h2 tabindex="-1">{safe(message)}</h2></div>'


def _panel_bar(rule: Rule | None) -> str:
    steps = ""
    for label, number, sign in (
        (words.PREVIOUS, rule and rule.previous, "‹ {}"),
        (words.NEXT, rule and rule.next, "{} ›"),
    ):
        if number:
            shown = safe(sign.format(number))
            steps += f'<a class="step" href="#rule-{quote(number)}" aria-label="{label}: {safe(number)}">{shown}</a>'
    close = f'<button type="button" class="close" aria-label="{safe(words.CLOSE)}">×</button>'
    return f'<div class="bar">{steps}{close}</div>'


def _rule_list(title: str, rules: Sequence[Rule]) -> str:
    if not rules:
        return ""
    items = "".join(f"<li>{chip(rule)} <span>{safe(rule.text or rule.heading)}</span></li>" for rule in rules)
    opened = " open" if len(rules) <= SHORT_LIST or title == words.SUBRULES else ""
    return f"<details{opened}><summary>{safe(title)} ({len(rules)})</summary><ul>{items}</ul></details>"
