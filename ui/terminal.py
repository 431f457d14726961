"""An answer or a rule → wrapped text for the terminal, without anything that could steer it."""

import textwrap
from collections.abc import Sequence

from index.records import Rule, Rulebook
from judge.records import Answer, Citation
from ui import words
from ui.ink import Ink, printable
from ui.marks import Marks
from ui.markup import edition_line
from ui.render import lead_of, matched_label, ordered

INDENT = "    "
PLAIN = Ink()


def answer_text(answer: Answer, ink: Ink = PLAIN, cards: Sequence[str] = ()) -> str:
    """An answer, the cards that its question names above it, the deciding rules first."""
    official = answer.edition.official
    lead = lead_of(answer) if answer.answered else None
    blocks = [line for card in cards for line in (card, "")]
    if answer.answered:
        blocks += [wrapped(answer.message, ink.width), ""] if answer.message else []
        label = wrapped(f"{words.PLAIN_LABEL}:", ink.width)
        blocks += [ink.quiet(label), ink.marked(wrapped(lead.plain, ink.width)), ""] if lead else []
    else:
        blocks += [wrapped(answer.message or words.NOT_ANSWERED, ink.width), ""]
        blocks += [ink.quiet(f"{words.NEAREST}:"), ""] if answer.citations else []
    if answer.citations and not official:
        blocks += [ink.quiet(f"{words.PLAIN_ONLY_LABEL}:"), ""]
    marks = Marks().for_question(answer.question)
    for citation in ordered(answer.citations):
        blocks += [_citation_text(citation, answer, ink, marks, citation is not lead), ""]
    return "\n".join([*blocks, ink.quiet(wrapped(edition_line(answer.edition), ink.width))])


def _citation_text(citation: Citation, answer: Answer, ink: Ink, marks: Marks, show_plain: bool) -> str:
    rule, matched, official = citation.rule, citation.matched, answer.edition.official
    decides = answer.answered and citation.role == "decides"
    name = words.DECIDING if decides else words.SUPPORTING if answer.answered else words.NEAREST_ONE

    def shown(text: str) -> str:
        return ink.marked(wrapped(text, ink.width, INDENT), marks.marked)

    blocks = [heading_text(rule, ink, decides), (ink.accent if decides else ink.quiet)(f"{INDENT}[{name}]")]
    if rule.text:
        blocks.append(shown(rule.text))
    if matched.kind == "example":
        blocks.append(shown(f"{matched_label(citation, official)}: {matched.text}"))
    else:
        quoted = f" “{matched.text}” {matched.answer}".rstrip() if matched.kind in words.QUOTED else ""
        blocks.append(ink.quiet(wrapped(words.WHY[matched.kind] + quoted, ink.width, INDENT)))
    if show_plain and citation.plain and citation.plain != rule.text:
        label = words.PLAIN_LABEL if official else words.PLAIN_ONLY_LABEL
        blocks.append(shown(f"{label}: {citation.plain}"))
    return "\n".join(blocks)


def heading_text(rule: Rule, ink: Ink, decides: bool = True) -> str:
    """The number of a rule and where it stands."""
    lines = wrapped(f"{rule.number}  {' › '.join(rule.path) or rule.heading}", ink.width)
    number = (ink.accent if decides else ink.bold)(rule.number)
    return ink.link(number, rule.id) + lines.removeprefix(rule.number)


def rule_text(rule: Rule, plain: str, rulebook: Rulebook, ink: Ink = PLAIN) -> str:
    """A rule in its place."""
    official, find = rulebook.edition.official, rulebook.by_id

    def shown(text: str, indent: str = "") -> str:
        return ink.marked(wrapped(text, ink.width, indent))

    blocks = [heading_text(rule, ink)]
    if rule.text:
        blocks += ["", *([] if official else [ink.quiet(f"{words.PLAIN_ONLY_LABEL}:")]), shown(rule.text)]
    label = words.EXAMPLE if official else words.EXAMPLE_OURS
    for each in rule.examples:
        blocks += ["", shown(f"{label}: {each}", INDENT)]
    if plain and plain != rule.text:
        blocks += ["", shown(f"{words.PLAIN_LABEL if official else words.PLAIN_ONLY_LABEL}: {plain}")]
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
            blocks.append(shown(f"{title}: {', '.join(known)}"))
    return "\n".join([*blocks, ink.quiet(wrapped(edition_line(rulebook.edition), ink.width))])


def wrapped(text: str, width: int, indent: str = "") -> str:
    """Text broken between words only; control characters, which could steer a terminal, are left out."""
    lines = []
    for line in text.splitlines() or [""]:
        lines += textwrap.wrap(
            printable(line),
            width,
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines)
