"""A card → its text in the terminal: in full, or in short above an answer."""

from rich.text import Text

from index.cards.records import RuleLink
from index.records import Edition
from index.words import shortened
from judge.records import ReadCard
from ui import strings
from ui.html.card_view import CardView, NamedCardsView
from ui.html.view import edition_line
from ui.terminal.output import INDENT, Output

FEW_RULINGS, FEW_RULE_LINKS, LONGEST = 2, 5, 240


def write_card(output: Output, read: ReadCard, edition: Edition) -> None:
    """Write a card in full."""
    view = CardView.of(read, edition)
    faces = view.card.faces
    output.write(view.card.name, "strong")
    for face in faces:
        name = f"{face.name}  " if len(faces) > 1 else ""
        output.write(f"{name}{face.mana_cost}  {face.type_line}  {face.stats}".strip())
        _write_lines(output, face.text)
    output.write()
    output.write(f"{strings.RULINGS}:" if view.rulings else strings.NO_RULINGS, "strong" if view.rulings else "")
    for ruling in view.rulings:
        output.write(f"{ruling.label}: {ruling.text}", indent=INDENT)
    if view.rule_links:
        output.write()
        output.write(f"{strings.LEADS_TO}:", "strong")
    for link in view.rule_links:
        output.write(output.highlighted(f"{link.rule}  {link.term}: “{link.words}”"), indent=INDENT)
    output.write()
    output.write(edition_line(edition), "quiet")


def write_named_cards(output: Output, named: NamedCardsView) -> None:
    """Write what a question names in short: a card, or the choice where it may be several."""
    if len(named.cards) == 1:
        if named.question:
            output.write(named.question)
        _write_short(output, named.cards[0])
        return
    output.write(f"{named.question} {named.more or strings.WRITE_NAME}", "strong")
    for view in named.cards:
        output.write(f"{view.card.name}  {view.card.type_line}", indent=INDENT)


def _write_short(output: Output, view: CardView) -> None:
    card = view.card
    output.write(Text.assemble(output.text(card.name, "strong"), output.text(f"  {card.type_line}")))
    _write_lines(output, shortened(card.text, LONGEST))
    if view.rule_links:
        leads = "; ".join(map(_rule_link, view.rule_links[:FEW_RULE_LINKS]))
        output.write(f"{strings.LEADS}: {leads}", "quiet", INDENT)
    for ruling in view.rulings[:FEW_RULINGS]:
        output.write(f"{strings.RULING} {ruling.label}: {shortened(ruling.text, LONGEST)}", indent=INDENT)
    left = len(view.rulings) - FEW_RULINGS
    if left > 0:
        output.write(f"{strings.MORE_RULINGS} ({left}): judge card {card.name}", "quiet", INDENT)


def _rule_link(link: RuleLink) -> str:
    return f"{link.rule} {link.term} “{link.words}”"


def _write_lines(output: Output, text: str) -> None:
    for line in text.splitlines():
        if line.strip():
            output.write(line, indent=INDENT)
