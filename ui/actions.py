"""An answer → what a reader can do with it: ask on, take it along, say whether it was right."""

from collections.abc import Iterable

from judge.records import Answer
from ui import words
from ui.markup import safe
from ui.take_along import discord, markdown


def actions_html(answer: Answer, following: Iterable[str]) -> str:
    """The rows of buttons below an answer, and the texts that they copy, out of sight."""
    take = "".join(
        f'<button class="act {kind}">{safe(label)}</button>'
        for kind, label in (
            ("copy-md", words.COPY),
            ("copy-discord", words.COPY_DISCORD),
            ("copy-link", words.COPY_LINK),
            ("save", words.SAVE),
            ("print", words.PRINT),
        )
    )
    verdicts = "".join(
        f'<button class="act verdict {kind}">{safe(label)}</button>' for kind, label in words.VERDICTS.items()
    )
    texts = f'<div class="source md">{safe(markdown(answer))}</div>'
    texts += f'<div class="source discord">{safe(discord(answer))}</div>'
    return (
        f'<div class="actions">{_offered(words.ASK_NEXT, following)}'
        f'<div class="feedback"><span class="said">{safe(words.WAS_IT_RIGHT)}</span> {verdicts}</div>'
        f'<details class="more take"><summary>{safe(words.TAKE_ALONG)}</summary><div>{take}</div></details>'
        f"{texts}</div>"
    )


def meant_html(mended: str) -> str:
    """The offer to ask with the spelling mended, "" where nothing was misspelt."""
    return _offered(words.DID_YOU_MEAN, [mended] if mended else [])


def _offered(label: str, questions: Iterable[str]) -> str:
    buttons = "".join(f'<button class="ask-this">{safe(question)}</button>' for question in questions)
    return f'<div class="offered"><span class="label">{safe(label)}</span> {buttons}</div>' if buttons else ""
