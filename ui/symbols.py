"""A text → its HTML, every mana, tap and energy symbol in it a small drawn mark that is read and copied as written."""

import re

from ui.markup import safe

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


def symbols(text: str) -> str:
    """Escaped text with its symbols as marks.

    >>> symbols("{T}: ")
    '<span class="mana mana-t" role="img" title="tap"><i>{</i><b>T</b><i>}</i></span>: '
    """
    return SYMBOL.sub(_symbol, safe(text))


def _symbol(found: re.Match[str]) -> str:
    sign = found[1]
    kind = f" mana-{sign.lower()}" if sign in NAMES else ""
    shown = f"<i>{{</i><b>{sign}</b><i>}}</i>"
    return f'<span class="mana{kind}" role="img" title="{NAMES.get(sign, found[0])}">{shown}</span>'
