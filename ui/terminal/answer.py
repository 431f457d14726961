"""An answer → its text in the terminal."""

from collections.abc import Sequence

from rich.text import Text

from index.records import Rule
from index.words import ELLIPSIS, shortened
from judge.records import Answer
from ui import strings
from ui.html.card_view import CardRulingView
from ui.html.view import AnswerView, CitedRule, SameCaseView
from ui.html.written_view import WrittenView
from ui.terminal.card import write_named_cards
from ui.terminal.output import INDENT, Output

LEAST = 10  # fewer first words say nothing


def write_answer(output: Output, answer: Answer) -> None:
    """Write an answer: that of the same case, the cards that its question names, then the rules in their order."""
    view = AnswerView.of(answer)
    _write_head(output, view)
    marked = output.for_question(answer.question)
    for cited in view.rules:
        if cited.opened:
            _write_cited(marked.for_sentences(cited.key_sentences), cited, cited is not view.lead)
            output.write()
    _write_closed(output, [cited for cited in view.rules if not cited.opened])
    output.write(view.edition, "quiet")


def _write_head(output: Output, view: AnswerView) -> None:
    """Write what stands above the rules."""
    if view.corrected:
        output.write(f"{strings.SEARCHED_FOR}: {view.corrected}", "quiet")
        output.write()
    if view.written:
        _write_written(output, view.written)
        output.write()
    if view.same_case:
        _write_same_case(output, view.same_case)
        output.write()
    for named in view.cards:
        write_named_cards(output, named)
        output.write()
    if view.message:
        output.write(view.message)
        output.write()
    if view.lead and view.lead.plain:
        output.write(f"{view.lead.plain.label}:", "quiet")
        lead = output.for_sentences(view.lead.key_sentences)
        output.write(lead.highlighted(view.lead.plain.text, view.lead.rule))
        output.write()
    if view.steps:
        _write_steps(output, view)
        output.write()
    _write_rulings(output, view.rulings)
    for note in view.notes:
        output.write(f"{note}:", "quiet")
        output.write()


def _write_rulings(output: Output, rulings: Sequence[CardRulingView]) -> None:
    for ruling in rulings:
        output.write(f"{ruling.card}  {strings.OFFICIAL_RULING}, {ruling.date}", "strong")
        output.write(ruling.text, indent=INDENT)
        output.write()


def heading(output: Output, rule: Rule, style: str) -> Text:
    """The number of a rule and where it stands."""
    place = output.text(f"  {' › '.join(rule.path) or rule.heading}")
    return Text.assemble(output.number(rule, rule.number, style), place)


def _write_written(output: Output, written: WrittenView) -> None:
    """Write the written answer, each step with its quote and where it stands, or why there is none."""
    if written.label:
        output.write(f"{written.label}:", "quiet")
    if written.lead:
        output.write(written.lead, "strong")
    for at, step in enumerate(written.steps, 1):
        number = output.link(step.rule, f"  {step.name}", "deciding") if step.rule else output.text(f"  {step.name}")
        output.write(Text.assemble(output.text(f"{at}. {step.says}"), number), indent=INDENT)
        output.write(f"“{step.quote}”", "quiet", INDENT + INDENT)
    for note in written.notes:
        output.write(note, "quiet")


def _write_same_case(output: Output, case: SameCaseView) -> None:
    output.write(f"{strings.SAME_CASE}: “{case.question}”", "quiet")
    verdict = output.text(f"{case.verdict} " if case.verdict else "", "strong")
    number = output.number(case.rule, f"  {case.rule.number}", "deciding")
    output.write(Text.assemble(verdict, output.text(case.reason), number))


def _write_steps(output: Output, view: AnswerView) -> None:
    output.write(view.steps_label, "strong")
    if view.steps[0].plain:
        output.write(f"{view.steps[0].plain.label}:", "quiet")
    for at, step in enumerate(view.steps, 1):
        text = step.plain.text if step.plain else step.rule.text
        number = output.number(step.rule, f"  {step.rule.number}", "deciding")
        output.write(Text.assemble(output.text(f"{at}. {text}"), number), indent=INDENT)


def _write_closed(output: Output, closed: Sequence[CitedRule]) -> None:
    """One line for each rule that the page would show folded, and how to read them."""
    for cited in closed:
        line = Text.assemble(
            output.number(cited.rule, cited.rule.number, "strong"),
            output.text(f"  {cited.rule.heading} "),
            output.text(f"[{cited.label}] ", "deciding" if cited.role == "decides" else "quiet"),
        )
        first_words = _fitting(cited.first_words, output.console.width - len(line.plain))
        output.write(line.append_text(output.text(first_words, "quiet")))
    if closed:
        output.write(f"{strings.READ_IN_FULL}: judge rule {closed[0].rule.number}", "quiet")
        output.write()


def _fitting(text: str, room: int) -> str:
    """A text that fits into the rest of a line, "" where too little would be left of it."""
    if len(text) <= room:
        return text
    return shortened(text, room - len(ELLIPSIS)) if room > LEAST else ""


def _write_cited(output: Output, cited: CitedRule, with_plain: bool) -> None:
    rule, decides = cited.rule, cited.role == "decides"
    output.write(heading(output, rule, "deciding" if decides else "strong"))
    output.write(f"[{cited.label}]", "deciding" if decides else "quiet", INDENT)
    if rule.text:
        output.write(output.highlighted(rule.text, rule), indent=INDENT)
    if cited.example:
        example = f"{cited.example.label}: {cited.example.text}"
        output.write(output.highlighted(example, rule), indent=INDENT)
    else:
        quoted = f" “{cited.quoted}” {cited.quoted_answer}".rstrip() if cited.quoted else ""
        output.write(f"{cited.reason}{quoted}", "quiet", INDENT)
    if cited.reworded:
        output.write(f"{cited.reworded} {strings.SEE_DIFFERENCE}: judge rule {rule.number} --history", "quiet", INDENT)
    if with_plain and cited.plain:
        plain = f"{cited.plain.label}: {cited.plain.text}"
        output.write(output.highlighted(plain, rule), indent=INDENT)
