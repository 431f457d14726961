"""A card as it was read → the HTML of its panel or wrapped text for the terminal, everything escaped."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from index.cards.records import Clue, Face, Ruling
from index.cards.rulings import is_older
from index.cards.store import CardStore
from index.errors import DamagedCardsError
from index.records import Edition
from judge.cards import CardReader, NamedCards, ReadCard, answer_json
from ui import words
from ui.card_repair import Repair, say_problem
from ui.ink import Ink
from ui.markup import edition_line, safe
from ui.symbols import symbols
from ui.terminal import INDENT, PLAIN, wrapped

if TYPE_CHECKING:
    from judge.judge import Judge

FEW_RULINGS = 3
FEW_SHORT, FEW_CLUES, LONGEST = 2, 5, 240

Named = Callable[["Judge", str], list[NamedCards]]


def ask_json(judge: "Judge", named: Named | None, question: str, k: int) -> dict[str, Any]:
    """A question asked; what `judge ask --json` prints."""
    answer = judge.ask(question, k)
    return answer_json(answer, named(judge, answer.question) if named else [])


def cards_at(home: Path, say: Callable[[str], None] = say_problem) -> Named:
    """A function of a judge and a question that gives the cards which the question names.

    The names are read again where cards were added or another edition is in use. Where the cards are damaged none is
    named; they are made again meanwhile, which `say` is told once.
    """
    store, read, repair = CardStore.at(home), dict[tuple[object, ...], CardReader](), Repair(home, say)

    def named(judge: "Judge", question: str) -> list[NamedCards]:
        if store.empty:
            return []
        try:
            state = (judge.edition.id, store.path.stat().st_mtime_ns)
            reader = read.get(state) or CardReader.from_store(store, judge.rulebook)
            if state not in read:
                read.clear()
                read[state] = reader
            return reader.named_in(question)
        except DamagedCardsError as error:
            read.clear()
            repair.start(str(error.__cause__ or error))
            return []

    return named


def cards_html(named: Iterable[NamedCards], edition: Edition) -> str:
    """The panel of the cards that a question names, on one line; "" where it names none."""
    parts = [_named_html(each, edition) for each in named]
    return f'<div class="cards">{"".join(parts)}</div>' if parts else ""


def _named_html(named: NamedCards, edition: Edition) -> str:
    shown = "".join(_card_html(card, edition) for card in named.cards)
    if named.mention.certain:
        return shown
    asked = words.WHICH_CARD if len(named.mention.names) > 1 else words.CARD_MEANT
    more = f" {words.MORE_CARDS.format(named.more)}" if named.more else ""
    return f'<p class="label">{safe(asked.format(named.called) + more)}</p>{shown}'


def _card_html(read: ReadCard, edition: Edition) -> str:
    """One folded card: its faces, its rulings, and which of its words lead to which rule."""
    card, first = read.card, read.card.faces[0]
    head = f"<strong>{safe(card.name)}</strong> <span>{symbols(first.mana_cost)}</span>"
    head += f" <small>{safe(card.type_line)}</small>"
    body = "".join(_face_html(face, len(card.faces) > 1) for face in card.faces)
    body += _rulings_html(read.rulings, edition) + _clues_html(read.clues)
    return f'<details class="rule card"><summary>{head}</summary>{body}</details>'


def _face_html(face: Face, several: bool) -> str:
    name = f"<strong>{safe(face.name)}</strong> {symbols(face.mana_cost)} " if several else ""
    stats = f' <span class="stats">{safe(face.stats)}</span>' if face.stats else ""
    lines = "".join(f"<p>{symbols(line)}</p>" for line in face.text.split("\n") if line.strip())
    return f'<p class="trail">{name}{safe(face.type_line)}{stats}</p><div class="oracle">{lines}</div>'


def _rulings_html(rulings: tuple[Ruling, ...], edition: Edition) -> str:
    if not rulings:
        return f'<p class="label">{safe(words.NO_RULINGS)}</p>'
    items = [f"<li><b>{safe(ruling_label(each, edition))}</b> {symbols(each.text)}</li>" for each in rulings]
    few = f'<p class="label">{safe(words.RULINGS)}</p><ul>{"".join(items[:FEW_RULINGS])}</ul>'
    if len(items) <= FEW_RULINGS:
        return few
    rest = f"<summary>{safe(words.MORE_RULINGS)} ({len(items) - FEW_RULINGS})</summary>"
    return f'{few}<details class="more">{rest}<ul>{"".join(items[FEW_RULINGS:])}</ul></details>'


def _clues_html(clues: tuple[Clue, ...]) -> str:
    if not clues:
        return ""
    items = "".join(
        f'<li><q>{symbols(clue.words)}</q> <a class="chip" href="#rule-{quote(clue.rule)}">{safe(clue.rule)}</a> '
        f"{safe(clue.term)}</li>"
        for clue in clues
    )
    return f'<details class="more"><summary>{safe(words.LEADS_TO)} ({len(clues)})</summary><ul>{items}</ul></details>'


def ruling_label(ruling: Ruling, edition: Edition) -> str:
    """The date of a ruling, and that it is older than the rules where it is."""
    return f"{ruling.date}, {words.OLDER}" if is_older(ruling, edition) else ruling.date


def named_text(named: NamedCards, edition: Edition, ink: Ink = PLAIN) -> str:
    """What a question names, short, for the terminal: a card, or the choice where it may be several."""
    if len(named.cards) == 1:
        said = [] if named.mention.certain else [wrapped(words.CARD_MEANT.format(named.called), ink.width)]
        return "\n".join([*said, _short_text(named.cards[0], edition, ink)])
    more = f" {words.MORE_CARDS.format(named.more)}" if named.more else f" {words.WRITE_NAME}"
    choice = [f"{read.card.name}  {read.card.type_line}" for read in named.cards]
    asked = wrapped(words.WHICH_CARD.format(named.called) + more, ink.width)
    return "\n".join([ink.bold(asked), *(wrapped(each, ink.width, INDENT) for each in choice)])


def _short_text(read: ReadCard, edition: Edition, ink: Ink) -> str:
    card = read.card
    head = wrapped(f"{card.name}  {card.type_line}", ink.width)
    blocks = [ink.bold(head[: len(card.name)]) + head[len(card.name) :]]
    blocks += [wrapped(line, ink.width, INDENT) for line in short(card.text).split("\n") if line.strip()]
    if read.clues:
        leads = "; ".join(f"{clue.rule} {clue.term} “{clue.words}”" for clue in read.clues[:FEW_CLUES])
        blocks.append(ink.quiet(wrapped(f"{words.LEADS}: {leads}", ink.width, INDENT)))
    for each in read.rulings[:FEW_SHORT]:
        said = f"{words.RULING} {ruling_label(each, edition)}: {short(each.text)}"
        blocks.append(wrapped(said, ink.width, INDENT))
    left = len(read.rulings) - FEW_SHORT
    if left > 0:
        more = f"{words.MORE_RULINGS} ({left}): judge card {card.name}"
        blocks.append(ink.quiet(wrapped(more, ink.width, INDENT)))
    return "\n".join(blocks)


def short(text: str) -> str:
    """The beginning of a long text, cut between two words."""
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(maxsplit=1)[0] + " …"


def card_text(read: ReadCard, edition: Edition, ink: Ink = PLAIN) -> str:
    """A card for the terminal."""
    blocks = [ink.bold(wrapped(read.card.name, ink.width))]
    for face in read.card.faces:
        name = f"{face.name}  " if len(read.card.faces) > 1 else ""
        blocks.append(wrapped(f"{name}{face.mana_cost}  {face.type_line}  {face.stats}".strip(), ink.width))
        blocks += [wrapped(line, ink.width, INDENT) for line in face.text.split("\n") if line.strip()]
    blocks += ["", ink.bold(f"{words.RULINGS}:") if read.rulings else words.NO_RULINGS]
    blocks += [wrapped(f"{ruling_label(each, edition)}: {each.text}", ink.width, INDENT) for each in read.rulings]
    if read.clues:
        blocks += ["", ink.bold(f"{words.LEADS_TO}:")]
        clues = "\n".join(
            wrapped(f"{clue.rule}  {clue.term}: “{clue.words}”", ink.width, INDENT) for clue in read.clues
        )
        blocks.append(ink.marked(clues))
    return "\n".join([*blocks, "", ink.quiet(wrapped(edition_line(edition), ink.width))])
