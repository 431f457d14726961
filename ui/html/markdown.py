"""An answer → a text to share: Markdown, and a shorter form that fits into one Discord message."""

import re

from index.words import ELLIPSIS, shortened
from ui import strings
from ui.html.card_view import CardRulingView
from ui.html.view import AnswerView, CitedRule

DISCORD_MOST = 2000
LONGEST_QUOTE = 700
# Stands between "@" and a name, so that a pasted text mentions nobody.
ZERO_WIDTH_SPACE = "\u200b"


def markdown(view: AnswerView) -> str:
    """The whole answer as Markdown: every cited rule with its text and its role, and the edition."""
    return "\n\n".join(
        [*_head(view), *map(_ruling, view.rulings), *(_cited(rule, view) for rule in view.rules), _foot(view)]
    )


def discord(view: AnswerView) -> str:
    """The deciding rules, or the closest where there are none, in at most 2,000 characters."""
    foot, parts = _foot(view), _head(view)
    for rule in view.deciding or view.rules:
        block = _cited(rule, view, LONGEST_QUOTE)
        if len("\n".join([*parts, block, foot])) > DISCORD_MOST:
            break
        parts.append(block)
    return "\n".join([*parts, foot])


def escaped(text: str) -> str:
    """Text on one line in which Markdown finds no markup."""
    one_line = re.sub(r"([\\`*_~|\[\]<>#])", r"\\\1", " ".join(text.split()))
    return one_line.replace("@", f"@{ZERO_WIDTH_SPACE}")


def _head(view: AnswerView) -> list[str]:
    question = f"**{escaped(_shortened(view.question))}**"
    message = [escaped(view.message)] if view.message else []
    return [question, *_written(view), *_same_case(view), *message, *_steps(view)]


def _ruling(ruling: CardRulingView) -> str:
    head = f"**{escaped(ruling.card)}** {strings.OFFICIAL_RULING}, {escaped(ruling.date)}"
    return f"{head}\n> {escaped(ruling.text)}"


def _steps(view: AnswerView) -> list[str]:
    if not view.steps:
        return []
    texts = (step.plain.text if step.plain else step.rule.text for step in view.steps)
    rows = (f"{at}. {escaped(_shortened(text))}" for at, text in enumerate(texts, 1))
    return ["\n".join([f"**{escaped(view.steps_label)}**", "", *rows])]


def _written(view: AnswerView) -> list[str]:
    """The verdict and the steps of a written answer with their quotes."""
    written = view.written
    if not written or not written.steps:
        return []
    rows = (
        f"{at}. {escaped(x.says)} “{escaped(x.quote)}” ({escaped(x.name)})" for at, x in enumerate(written.steps, 1)
    )
    return ["\n".join([f"*{escaped(written.label)}:* **{escaped(written.lead)}**", "", *rows])]


def _same_case(view: AnswerView) -> list[str]:
    case = view.same_case
    if not case:
        return []
    verdict = f"**{escaped(case.verdict)}** " if case.verdict else ""
    asked, reason = escaped(_shortened(case.question)), escaped(_shortened(case.reason))
    return [f"{strings.SAME_CASE}: *{asked}* {verdict}{reason} ({case.rule.number})"]


def _cited(cited: CitedRule, view: AnswerView, most: int | None = None) -> str:
    rule = cited.rule
    lines = [f"**{rule.number}** {escaped(rule.heading)} ({cited.label})"]
    if rule.text:
        lines.append(f"> {_marked(_shortened(rule.text, most), cited)}")
    if cited.example:
        lines.append(f"> {cited.example.label}: {escaped(_shortened(cited.example.text, most))}")
    if cited.reworded:
        lines.append(f"> *{cited.reworded}*")
    if cited.plain:
        lines.append(f"> *{cited.plain.label}:* {_marked(_shortened(cited.plain.text, most), cited)}")
    if cited.ours:
        lines.append(f"> *{strings.PLAIN_ONLY_LABEL}*")
    return "\n".join(lines)


def _marked(text: str, cited: CitedRule) -> str:
    """A text with the sentence that answers the question in bold."""
    key = next((each for each in cited.key_sentences if each in text), "")
    before, _, after = text.partition(key) if key else (text, "", "")
    bold = f"**{escaped(key)}**" if key else ""
    return " ".join(part for part in (escaped(before), bold, escaped(after)) if part)


def _foot(view: AnswerView) -> str:
    return f"{escaped(view.edition)}. {strings.UNOFFICIAL}"


def _shortened(text: str, most: int | None = LONGEST_QUOTE) -> str:
    return text if most is None else shortened(text, most - len(ELLIPSIS))
