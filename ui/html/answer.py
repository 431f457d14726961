"""An answer → its HTML as a message of the chat; the other messages."""

import re

from judge.records import Answer
from ui.html.highlight import Highlighter
from ui.html.markdown import discord, markdown
from ui.html.templating import render
from ui.html.view import AnswerView

# As `templates/written.html` writes it.
WAITING = re.compile(r'<div class="written waiting" id="writing-([0-9a-f]+)">.*?</div>')


def answer_html(
    answer: Answer, highlighter: Highlighter | None = None, linked_edition: str = "", writing: str = ""
) -> str:
    """The message of an answer, on one line, so that Markdown leaves it alone.

    `linked_edition` is the edition that a shared link names; `writing` is the id of the written answer that is still on
    its way, "" where none is. The template is `templates/answer.html`.
    """
    view = AnswerView.of(answer, linked_edition)
    marks = (highlighter or Highlighter()).for_question(answer.question)
    return render(
        "answer",
        "answer",
        view=view,
        writing=writing,
        highlighter=marks,
        markdown=markdown(view),
        discord=discord(view),
    )


def writing_in(html: str) -> str:
    """The id of the written answer that the message of an answer waits for, "" where it waits for none."""
    found = WAITING.search(html)
    return found[1] if found else ""


def without_waiting(html: str) -> str:
    """The message of an answer that waits for nothing any more."""
    return WAITING.sub(lambda found: render("written", "stopped"), html)


def question_html(question: str) -> str:
    """The message of a question, shown as it was typed."""
    return render("chat", "question", text=question)


def pending_html() -> str:
    """The message in place of an answer that is still on its way."""
    return render("chat", "pending")


def problem_html(message: str, again: bool = True) -> str:
    """The message of a problem, one sentence, with a button to ask again where that may help."""
    return render("chat", "problem", message=message, again=again)
