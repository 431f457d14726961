"""A rulebook → the HTML of the Rules tab: the tree of its sections, chapters and rules, and what a search finds."""

from itertools import groupby

from index.records import Rule, Rulebook
from ui import words
from ui.find import Finds, find
from ui.marks import Marks
from ui.markup import chip, edition_line, safe
from ui.panel import term_html

MOST_PREVIEW = 160


def browse_html(rulebook: Rulebook) -> str:
    """The search field, room for what it finds, and the tree; a chapter's rules come when it is opened."""
    sections = "".join(
        f'<details class="section" open><summary>{safe(" › ".join(title) or rulebook.edition.name)}</summary>'
        f"{''.join(_chapter(rule) for rule in rules)}</details>"
        for title, rules in groupby((rule for rule in rulebook.rules if rule.is_chapter), lambda rule: rule.path[:1])
    )
    label = safe(words.SEARCH_RULES)
    return (
        f'<div class="browse"><input type="search" id="search-rules" aria-label="{label}" placeholder="{label}" '
        f'autocomplete="off" spellcheck="false" maxlength="100"><div id="found" role="status"></div>'
        f'<div id="tree"><p class="edition">{safe(edition_line(rulebook.edition))}</p>{sections}</div></div>'
    )


def branch_html(rulebook: Rulebook, number: str) -> str:
    """The rules of a chapter."""
    chapter = rulebook.by_id.get(number)
    return _rules(chapter, rulebook) if chapter else ""


def found_html(rulebook: Rulebook, query: str, marks: Marks) -> str:
    """What a search finds, "" for an empty one."""
    finds = find(rulebook, query)
    if not query.strip():
        return ""
    if not (finds.rules or finds.headings or finds.glossary):
        return f'<p class="label">{safe(words.NOTHING_FOUND)}</p>'
    said = f'<p class="label">{safe(words.NEAR_SPELLINGS)}</p>' if finds.misspelt else ""
    return said + _list([*finds.rules, *finds.headings]) + _terms(finds, marks)


def _chapter(rule: Rule) -> str:
    shown = f"<b>{safe(rule.number)}</b> {safe(rule.heading)}"
    return f'<details class="chapter" id="chapter-{safe(rule.id)}"><summary>{shown}</summary></details>'


def _rules(parent: Rule, rulebook: Rulebook) -> str:
    below = [rulebook.by_id[child] for child in parent.children if child in rulebook.by_id]
    items = "".join(f"<li>{_line(rule, parent)}{_rules(rule, rulebook)}</li>" for rule in below)
    return f"<ul>{items}</ul>" if items else ""


def _line(rule: Rule, parent: Rule | None = None) -> str:
    titled = not rule.text or (parent and rule.heading != parent.heading) or parent is None
    title = f"<b>{safe(rule.heading)}</b> " if titled else ""
    text = rule.text if len(rule.text) <= MOST_PREVIEW else rule.text[:MOST_PREVIEW].rsplit(" ", 1)[0] + " …"
    return f"<p>{chip(rule)} <span>{title}{safe(text)}</span></p>"


def _list(rules: list[Rule]) -> str:
    return f"<ul>{''.join(f'<li>{_line(rule)}</li>' for rule in rules)}</ul>" if rules else ""


def _terms(finds: Finds, marks: Marks) -> str:
    items = "".join(f"<li>{term_html(entry, marks)}</li>" for entry in finds.glossary)
    return f'<p class="label">{safe(words.GLOSSARY)}</p><ul class="terms">{items}</ul>' if items else ""
