"""Text → text that is safe to stand in HTML, on one line."""

import re
from html import escape

from markupsafe import Markup

# Marks that reverse the direction of all that follows, and lone surrogates, which no page can contain.
UNSHOWN = re.compile("[\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def safe(text: str) -> Markup:
    """Text escaped for HTML, its line breaks as character references: a blank line would end a message's HTML."""
    shown = text if text.isascii() else UNSHOWN.sub("", text)
    return Markup(escape(shown).replace("\r", "&#13;").replace("\n", "&#10;"))
