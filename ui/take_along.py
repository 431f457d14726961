"""An answer → its text to take along: Markdown, and the shorter form that fits into one Discord message."""

import re
from collections.abc import Sequence

from judge.records import Answer, Citation
from ui import words
from ui.markup import edition_line

DISCORD_MOST = 2000
LONGEST_QUOTE = 700
# Left out of sight between "@" and a name, so that a pasted text calls nobody.
NO_BREAK = "\u200b"


def markdown(answer: Answer) -> str:
    """The whole answer as Markdown: every cited rule with its text, what it is to the question, and the edition."""
    return "\n\n".join([*_head(answer), *(_cited(each, answer) for each in _ordered(answer)), _foot(answer)])


def discord(answer: Answer) -> str:
    """The rules that decide, or the nearest where none does, in 2,000 characters at most."""
    shown = [each for each in answer.citations if each.role == "decides"] or list(answer.citations)
    foot, parts = _foot(answer), _head(answer)
    for citation in shown:
        block = _cited(citation, answer, LONGEST_QUOTE)
        if len("\n".join([*parts, block, foot])) > DISCORD_MOST:
            break
        parts.append(block)
    return "\n".join([*parts, foot])


def plain_marks(text: str) -> str:
    """Text in which Markdown finds no marks of its own, on one line."""
    marked = re.sub(r"([\\`*_~|\[\]<>#])", r"\\\1", " ".join(text.split()))
    return marked.replace("@", f"@{NO_BREAK}")


def _ordered(answer: Answer) -> Sequence[Citation]:
    return sorted(answer.citations, key=lambda citation: citation.role != "decides")


def _head(answer: Answer) -> list[str]:
    asked = f"**{plain_marks(_shortened(answer.question))}**"
    return [asked, plain_marks(answer.message)] if answer.message else [asked]


def _cited(citation: Citation, answer: Answer, most: int | None = None) -> str:
    rule, matched, official = citation.rule, citation.matched, answer.edition.official
    role = words.DECIDING if citation.role == "decides" else words.SUPPORTING
    lines = [f"**{rule.number}** {plain_marks(rule.heading)} ({role if answer.answered else words.NEAREST_ONE})"]
    if rule.text:
        lines.append(f"> {plain_marks(_shortened(rule.text, most))}")
    if matched.kind == "example":
        lines.append(f"> {words.EXAMPLE}: {plain_marks(_shortened(matched.text, most))}")
    if citation.plain and citation.plain != rule.text:
        lines.append(f"> *{words.PLAIN_LABEL}:* {plain_marks(_shortened(citation.plain, most))}")
    if not official:
        lines.append(f"> *{words.PLAIN_ONLY_LABEL}*")
    return "\n".join(lines)


def _foot(answer: Answer) -> str:
    return f"{plain_marks(edition_line(answer.edition))}. {words.UNOFFICIAL}"


def _shortened(text: str, most: int | None = LONGEST_QUOTE) -> str:
    if most is None or len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0] + "…"
