"""Text → the small pieces of HTML that answers and the rule panel share, everything escaped."""

import re
from html import escape
from urllib.parse import quote

from index.records import Edition, Rule
from ui import words

# Marks that turn the direction of all that follows, and halves of letters, which no page can be made of.
UNSHOWN = re.compile("[\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def safe(text: str) -> str:
    """Text escaped for HTML on one line: a blank line would end the HTML block of a message."""
    return escape(UNSHOWN.sub("", text)).replace("\r", "&#13;").replace("\n", "&#10;")


def edition_line(edition: Edition) -> str:
    """An edition as a reader names it: `Rules: Comprehensive Rules, effective 2026-08-07`."""
    line = f"{words.RULES_READ}: {edition.name}"
    if edition.effective and not {edition.effective, words.EFFECTIVE} & set(re.split(r"[ ,()]+", edition.name)):
        line += f", {words.EFFECTIVE} {edition.effective}"
    return line + (f" ({words.PARTIAL})" if edition.partial else "")


def chip(rule: Rule, label: str = "") -> str:
    """A link to a rule, shown as its number after a label."""
    return f'<a class="chip" href="#rule-{quote(rule.id)}">{safe(label + rule.number)}</a>'


def example(label: str, shown: str, kind: str = "") -> str:
    """An example's HTML under its label."""
    return f'<p class="example {kind}"><span class="label">{safe(label)}</span>{shown}</p>'


def plain_html(shown: str, official: bool) -> str:
    """The HTML of our wording, labelled as ours."""
    label = words.PLAIN_LABEL if official else words.PLAIN_ONLY_LABEL
    return f'<p class="plain"><span class="label">{safe(label)}</span>{shown}</p>'
