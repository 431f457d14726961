"""An answer → the HTML of its message on the page, everything escaped."""

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import quote

from judge.records import Answer, Citation
from ui import words
from ui.marks import Marks
from ui.markup import chip, edition_line, example, plain_html, safe

NOTHING: frozenset[str] = frozenset()


def answer_html(answer: Answer, named: str = "", marks: Marks | None = None, below: str = "") -> str:
    """The chat message of an answer: one line of HTML, so that Markdown leaves it alone; `named` are cards
    named in it, `below` is what one can do with it.

    `<div class="answer"><p class="lead">…</p><p class="chips">…</p><details class="rule decides" open>…</div>`
    """
    official = answer.edition.official
    lead = lead_of(answer) if answer.answered else None
    marks = (marks or Marks()).for_question(answer.question)
    cards = [_card(each, answer, each is not lead, marks) for each in ordered(answer.citations)]
    if answer.answered:
        said = f'<p class="label">{safe(answer.message)}</p>' if answer.message else ""
        head = said + _lead_html(lead, marks) + _chips_html(answer)
    else:
        head = f'<p class="lead">{safe(answer.message or words.NOT_ANSWERED)}</p>'
        head += f'<p class="label">{safe(words.NEAREST)}</p>' if cards else ""
    if cards and not official:
        head += f'<p class="label">{safe(words.PLAIN_ONLY_LABEL)}</p>'
    link = f'<a class="share" href="{share_link(answer)}">{safe(words.LINK)}</a>'
    foot = f'<p class="edition"><span>{safe(edition_line(answer.edition))}</span> {link}</p>'
    return f'<div class="answer">{named}{head}{"".join(cards)}{foot}{below}</div>'


def share_link(answer: Answer) -> str:
    """The address, after the page's own, that asks the question again and names the edition that answered it."""
    return f"?q={quote(answer.question, safe='')}&amp;edition={quote(answer.edition.id, safe='')}"


def question_html(question: str) -> str:
    """The chat message of a question, shown as it was typed."""
    return f'<div class="asked">{safe(question)}</div>'


def error_html(message: str, again: bool = True) -> str:
    """The chat message of a problem, one sentence, and a button to ask once more where that may help."""
    button = f'<button class="act again">{safe(words.TRY_AGAIN)}</button>' if again else ""
    return f'<div class="answer problem"><p>{safe(message)}</p>{button}</div>'


def ordered(citations: Iterable[Citation]) -> list[Citation]:
    """The deciding rules first."""
    return sorted(citations, key=lambda citation: citation.role != "decides")


def lead_of(answer: Answer) -> Citation | None:
    """The citation whose plain wording opens the answer; the plain rulebook's text is said by its card alone."""
    first = next((each for each in answer.citations if each.role == "decides"), None)
    return first if first and first.plain and answer.edition.official else None


def _lead_html(lead: Citation | None, marks: Marks) -> str:
    if not lead:
        return ""
    shown = replace(marks, asked=NOTHING).html(lead.plain, lead.rule)
    return f'<p class="label">{safe(words.PLAIN_LABEL)}</p><p class="lead">{shown}</p>'


def _chips_html(answer: Answer) -> str:
    groups = []
    for label, role in ((words.DECIDED_BY, "decides"), (words.SUPPORTED_BY, "supports")):
        chips = [chip(each.rule) for each in answer.citations if each.role == role]
        if chips:
            groups.append(f'<span class="{role}">{safe(label)} {" ".join(chips)}</span>')
    return f'<p class="chips">{" ".join(groups)}</p>' if groups else ""


def _card(citation: Citation, answer: Answer, show_plain: bool, marks: Marks) -> str:
    """One cited rule; a deciding one stands open."""
    rule, role, official = citation.rule, citation.role if answer.answered else "near", answer.edition.official
    name = {"decides": words.DECIDING, "supports": words.SUPPORTING, "near": words.NEAREST_ONE}[role]
    summary = f"<strong>{safe(rule.number)}</strong> <span>{safe(rule.heading)}</span> <small>{safe(name)}</small>"
    body = f'<p class="trail">{safe(" › ".join(rule.path))}</p>' if rule.path else ""
    if rule.text:
        body += f'<p class="text{"" if official else " ours"}">{marks.html(rule.text, rule)}</p>'
    body += _examples(citation, official, marks)
    if show_plain and citation.plain and citation.plain != rule.text:
        body += plain_html(marks.html(citation.plain, rule), official)
    body += f'<p class="why">{_why(citation)} {chip(rule, words.READ_IN_CONTEXT + " ")}</p>'
    opened = " open" if role == "decides" else ""
    return f'<details class="rule {role}"{opened}><summary>{summary}</summary>{body}</details>'


def _examples(citation: Citation, official: bool, marks: Marks) -> str:
    """The matching example first, the rule's other examples folded."""
    rule, matched = citation.rule, citation.matched
    by_example = matched.kind == "example"
    shown = example(matched_label(citation, official), marks.html(matched.text, rule), "matched") if by_example else ""
    others = [each for each in rule.examples if not (by_example and each == matched.text)]
    if not others:
        return shown
    label = words.EXAMPLE if official else words.EXAMPLE_OURS
    folded = "".join(example(label, marks.html(each, rule)) for each in others)
    title = f"{words.MORE_EXAMPLES if shown else words.EXAMPLE} ({len(others)})"
    return f'{shown}<details class="more"><summary>{safe(title)}</summary>{folded}</details>'


def matched_label(citation: Citation, official: bool) -> str:
    """What is said of the example that matched."""
    official = official and citation.matched.text in citation.rule.examples
    return words.MATCHED_EXAMPLE if official else words.MATCHED_EXAMPLE_OURS


def _why(citation: Citation) -> str:
    """Why the rule was found, with the question or the glossary's words where those found it."""
    matched = citation.matched
    quoted = f" “{safe(matched.text)}”" if matched.kind in words.QUOTED else ""
    quoted += f" <b>{safe(matched.answer)}</b>" if matched.answer else ""
    return f"<span>{safe(words.WHY.get(matched.kind, ''))}{quoted}</span>"
