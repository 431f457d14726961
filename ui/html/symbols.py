"""A text → its HTML: escaped, with every mana, tap and energy symbol drawn, but read aloud and copied as written."""

import re
from html import escape

from markupsafe import Markup

# Marks that reverse the direction of all that follows, and lone surrogates, which no page can contain.
UNSHOWN = re.compile("[\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
SYMBOL = re.compile(r"\{([A-Z0-9½∞/]{1,5})\}")
NAMES = {
    "T": "tap",
    "Q": "untap",
    "W": "one white mana",
    "U": "one blue mana",
    "B": "one black mana",
    "R": "one red mana",
    "G": "one green mana",
    "C": "one colorless mana",
    "S": "one snow mana",
    "E": "energy",
    "X": "X mana",
}


def safe(text: str) -> Markup:
    """Text escaped for HTML, its line breaks as character references: a blank line would end a message's HTML."""
    shown = text if text.isascii() else UNSHOWN.sub("", text)
    return Markup(escape(shown).replace("\r", "&#13;").replace("\n", "&#10;"))


def symbols(text: str) -> Markup:
    """Escaped text with its symbols drawn.

    >>> symbols("{T}: ")
    Markup('<span class="mana mana-t" role="img" title="tap"><i>{</i><b>T</b><i>}</i></span>: ')
    """
    escaped = safe(text)
    return Markup(SYMBOL.sub(_symbol, escaped)) if "{" in escaped else escaped


def _symbol(match: re.Match[str]) -> str:
    letters = match[1]
    kind = f" mana-{letters.lower()}" if letters in NAMES else ""
    drawn = f"<i>{{</i><b>{letters}</b><i>}}</i>"
    return f'<span class="mana{kind}" role="img" title="{NAMES.get(letters, match[0])}">{drawn}</span>'
