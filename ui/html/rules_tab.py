"""A rulebook → the HTML of the Rules tab: the tree of its sections, chapters and rules, and what a search finds."""

from dataclasses import dataclass
from itertools import groupby

from index.records import Rule, Rulebook
from index.words import shortened
from judge.lookup.rule_search import search_rules
from ui.html.highlight import Highlighter
from ui.html.templating import render
from ui.html.view import edition_line

LONGEST_PREVIEW = 160


@dataclass(frozen=True)
class TreeRow:
    """One rule of the tree: the beginning of its text, its title where it has one, and the rows below it."""

    rule: Rule
    title: str
    preview: str
    below: tuple["TreeRow", ...] = ()


def rules_tab_html(rulebook: Rulebook) -> str:
    """The search field, room for what it finds, and the tree; a chapter's rules come when it is opened."""
    chapters = [rule for rule in rulebook.rules if rule.is_chapter]
    sections = [
        (" › ".join(title) or rulebook.edition.name, list(rules))
        for title, rules in groupby(chapters, lambda rule: rule.path[:1])
    ]
    return render("rules_tab", "tab", edition=edition_line(rulebook.edition), sections=sections)


def branch_html(rulebook: Rulebook, number: str) -> str:
    """The rules of a chapter, "" where there is none."""
    chapter = rulebook.by_id.get(number)
    return render("rules_tab", "branch", rows=_rows_below(chapter, rulebook)) if chapter else ""


def found_html(rulebook: Rulebook, query: str, highlighter: Highlighter) -> str:
    """What a search finds, "" for an empty one."""
    if not query.strip():
        return ""
    matches = search_rules(rulebook, query)
    rows = [TreeRow(rule, rule.heading, _preview(rule)) for rule in (*matches.rules, *matches.headings)]
    return render("rules_tab", "found", matches=matches, rows=rows, highlighter=highlighter.without_terms())


def _rows_below(parent: Rule, rulebook: Rulebook) -> tuple[TreeRow, ...]:
    children = (rulebook.by_id[child] for child in parent.children if child in rulebook.by_id)
    return tuple(TreeRow(rule, _title(rule, parent), _preview(rule), _rows_below(rule, rulebook)) for rule in children)


def _title(rule: Rule, parent: Rule) -> str:
    """The title of a rule below another, "" where it has none of its own."""
    return rule.heading if not rule.text or rule.heading != parent.heading else ""


def _preview(rule: Rule) -> str:
    return shortened(rule.text, LONGEST_PREVIEW)
