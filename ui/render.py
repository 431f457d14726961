"""An answer or a rule → HTML for the page or wrapped text for the terminal, everything escaped."""

import textwrap
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import quote

from index.records import Rule, Rulebook
from judge.records import Answer, Citation
from ui import words
from ui.marks import Marks
from ui.markup import chip, edition_line, example, plain_html, safe

WIDTH = 80
INDENT = "    "
NOTHING: frozenset[str] = frozenset()


def answer_html(answer: Answer, named: str = "", marks: Marks | None = None, below: str = "") -> str:
    """The chat message of an answer: one line of HTML, so that Markdown leaves it alone; `named` are cards
    named in it, `below` is what one can do with it.

    `<div class="answer"><p class="lead">…</p><p class="chips">…</p><details class="rule decides" open>…</div>`
    """
    official = answer.edition.official
    lead = _lead(answer) if answer.answered else None
    marks = (marks or Marks()).for_question(answer.question)
    cards = [_card(each, answer, each is not lead, marks) for each in _ordered(answer.citations)]
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


def _ordered(citations: Iterable[Citation]) -> list[Citation]:
    return sorted(citations, key=lambda citation: citation.role != "decides")


def _lead(answer: Answer) -> Citation | None:
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
    shown = example(_matched_label(citation, official), marks.html(matched.text, rule), "matched") if by_example else ""
    others = [each for each in rule.examples if not (by_example and each == matched.text)]
    if not others:
        return shown
    label = words.EXAMPLE if official else words.EXAMPLE_OURS
    folded = "".join(example(label, marks.html(each, rule)) for each in others)
    title = f"{words.MORE_EXAMPLES if shown else words.EXAMPLE} ({len(others)})"
    return f'{shown}<details class="more"><summary>{safe(title)}</summary>{folded}</details>'


def _matched_label(citation: Citation, official: bool) -> str:
    official = official and citation.matched.text in citation.rule.examples
    return words.MATCHED_EXAMPLE if official else words.MATCHED_EXAMPLE_OURS


def _why(citation: Citation) -> str:
    """Why the rule was found, with the question or the glossary's words where those found it."""
    matched = citation.matched
    quoted = f" “{safe(matched.text)}”" if matched.kind in words.QUOTED else ""
    return f"<span>{safe(words.WHY.get(matched.kind, ''))}{quoted}</span>"


def answer_text(answer: Answer, width: int = WIDTH) -> str:
    """An answer for the terminal, the deciding rules first."""
    official = answer.edition.official
    lead = _lead(answer) if answer.answered else None
    if answer.answered:
        blocks = [wrapped(f"{words.PLAIN_LABEL}:", width), wrapped(lead.plain, width), ""] if lead else []
        blocks = [wrapped(answer.message, width), "", *blocks] if answer.message else blocks
    else:
        blocks = [wrapped(answer.message or words.NOT_ANSWERED, width), ""]
        blocks += [f"{words.NEAREST}:", ""] if answer.citations else []
    if answer.citations and not official:
        blocks += [f"{words.PLAIN_ONLY_LABEL}:", ""]
    for citation in _ordered(answer.citations):
        blocks += [_citation_text(citation, answer, width, citation is not lead), ""]
    return "\n".join([*blocks, wrapped(edition_line(answer.edition), width)])


def _citation_text(citation: Citation, answer: Answer, width: int, show_plain: bool) -> str:
    rule, matched, official = citation.rule, citation.matched, answer.edition.official
    name = words.DECIDING if citation.role == "decides" else words.SUPPORTING
    blocks = [wrapped(f"{rule.number}  {' › '.join(rule.path) or rule.heading}", width)]
    blocks.append(f"{INDENT}[{name if answer.answered else words.NEAREST_ONE}]")
    if rule.text:
        blocks.append(wrapped(rule.text, width, INDENT))
    if matched.kind == "example":
        blocks.append(wrapped(f"{_matched_label(citation, official)}: {matched.text}", width, INDENT))
    else:
        quoted = f" “{matched.text}”" if matched.kind in words.QUOTED else ""
        blocks.append(wrapped(words.WHY[matched.kind] + quoted, width, INDENT))
    if show_plain and citation.plain and citation.plain != rule.text:
        label = words.PLAIN_LABEL if official else words.PLAIN_ONLY_LABEL
        blocks.append(wrapped(f"{label}: {citation.plain}", width, INDENT))
    return "\n".join(blocks)


def rule_text(rule: Rule, plain: str, rulebook: Rulebook, width: int = WIDTH) -> str:
    """A rule in its place for the terminal."""
    official, find = rulebook.edition.official, rulebook.by_id
    blocks = [wrapped(f"{rule.number}  {' › '.join(rule.path) or rule.heading}", width)]
    if rule.text:
        blocks += ["", *([] if official else [f"{words.PLAIN_ONLY_LABEL}:"]), wrapped(rule.text, width)]
    label = words.EXAMPLE if official else words.EXAMPLE_OURS
    for each in rule.examples:
        blocks += ["", wrapped(f"{label}: {each}", width, INDENT)]
    if plain and plain != rule.text:
        blocks += ["", wrapped(f"{words.PLAIN_LABEL if official else words.PLAIN_ONLY_LABEL}: {plain}", width)]
    blocks.append("")
    for title, numbers in (
        (words.PART_OF, [rule.parent]),
        (words.PREVIOUS, [rule.previous]),
        (words.NEXT, [rule.next]),
        (words.SUBRULES, rule.children),
        (words.REFERS_TO, rule.refers_to),
        (words.REFERRED_BY, rule.referred_by),
    ):
        known = [number for number in numbers if number and number in find]
        if known:
            blocks.append(wrapped(f"{title}: {', '.join(known)}", width))
    return "\n".join([*blocks, wrapped(edition_line(rulebook.edition), width)])


def wrapped(text: str, width: int, indent: str = "") -> str:
    """Text broken between words only; control characters, which could steer a terminal, are left out."""
    lines = []
    for line in text.splitlines() or [""]:
        shown = "".join(letter if letter.isprintable() else " " for letter in line)
        lines += textwrap.wrap(
            shown,
            width,
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines)
