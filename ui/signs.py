"""The words of the page's states → the line above the question box that says them, seen or only heard."""

from ui import words
from ui.markup import safe

SIGNS = {"searching": words.SEARCHING, "waiting": words.WAITING, "busy": words.BUSY, "lost": words.LOST}


def sign_html() -> str:
    """An empty live region; the page's script puts one of the sentences into it that its attributes hold."""
    kept = " ".join(f'data-{name}="{safe(said)}"' for name, said in SIGNS.items())
    return f'<p role="status" aria-live="polite" {kept}></p>'
