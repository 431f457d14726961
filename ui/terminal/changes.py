"""What changed between two editions → its text in the terminal, or Markdown."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from index.records import Rule
from index.rules.history.changes import Changes
from index.rules.history.lines import RuleLife
from index.rules.history.words import Piece
from ui import strings
from ui.html.changes import ChangedText, ChangeView, ChapterView, LifeView, TermChangeView, summary
from ui.html.markdown import escaped
from ui.terminal.answer import heading
from ui.terminal.output import INDENT, Output

STYLES = {"same": "", "removed": "removed", "added": "added"}
MARKS = {"same": ("", ""), "removed": ("[-", "-]"), "added": ("{+", "+}")}
MARKDOWN_MARKS = {"same": "", "removed": "~~", "added": "**"}


def write_changes(output: Output, changes: Changes) -> None:
    """Write the changes by chapter; where the terminal shows no styles, words are marked as in `git diff`."""
    output.write(_title(changes), "strong")
    output.write(summary(changes))
    if changes.partial:
        output.write(strings.PARTS_COMPARED, "quiet")
    for chapter in (ChapterView.of(each, changes) for each in changes.chapters):
        output.write()
        output.write(f"{chapter.number} {chapter.title}", "strong")
        for change in chapter.loud:
            _write_change(output, change)
        if chapter.quiet:
            output.write(f"{strings.SAME_BUT_NUMBERS}: {_numbers(chapter.quiet)}", "quiet", INDENT)
    if changes.terms:
        output.write()
        output.write(strings.GLOSSARY, "strong")
    for term in map(TermChangeView.of, changes.terms):
        output.write(Text.assemble(output.text(term.term, "deciding"), output.text(f"  [{term.label}]", "quiet")))
        _write_texts(output, term.texts)


def write_life(output: Output, rule: Rule, life: RuleLife) -> None:
    """Write the versions of a rule, newest first."""
    view = LifeView.of(life)
    output.write(heading(output, rule, "deciding"))
    for line in view.lines:
        output.write(line)
    for version in view.versions:
        output.write()
        label = output.text(f"  {version.number}{f'  [{version.label}]' if version.label else ''}", "quiet")
        output.write(Text.assemble(output.text(version.edition, "strong"), label))
        if version.pieces:
            output.write(Text.assemble(*(_piece(output, piece) for piece in version.pieces)), indent=INDENT)


def changes_markdown(changes: Changes) -> str:
    """The changes as Markdown: removed words are struck out, added ones bold."""
    lines = [f"# {_title(changes)}", "", summary(changes)]
    if changes.partial:
        lines += ["", strings.PARTS_COMPARED]
    for chapter in (ChapterView.of(each, changes) for each in changes.chapters):
        lines += ["", f"## {chapter.number} {escaped(chapter.title)}", ""]
        lines += [line for change in chapter.loud for line in _markdown_change(change)]
        if chapter.quiet:
            lines.append(f"- {strings.SAME_BUT_NUMBERS}: {_numbers(chapter.quiet)}")
    if changes.terms:
        lines += ["", f"## {strings.GLOSSARY}", ""]
    for term in map(TermChangeView.of, changes.terms):
        lines.append(f"- **{escaped(term.term)}** ({term.label})")
        lines += _markdown_texts(term.texts)
    return "\n".join(lines) + "\n"


def _title(changes: Changes) -> str:
    return strings.CHANGES_TITLE.format(old=changes.old.id, new=changes.new.id)


def _write_change(output: Output, change: ChangeView) -> None:
    former = f", {strings.FORMER_NUMBER.format(number=change.former)}" if change.former else ""
    label = output.text(f"  {change.rule.heading}  [{change.label}{former}]", "quiet")
    output.write(Text.assemble(output.number(change.rule, change.rule.number, "deciding"), label))
    _write_texts(output, change.texts)


def _write_texts(output: Output, texts: Sequence[ChangedText]) -> None:
    for text in texts:
        label = output.text(f"{text.label}: " if text.label else "", "quiet")
        output.write(Text.assemble(label, *(_piece(output, piece) for piece in text.pieces)), indent=INDENT)


def _piece(output: Output, piece: Piece) -> Text:
    """A piece in its style, and between marks where there are no styles."""
    before, after = MARKS[piece.kind] if output.console.color_system is None else ("", "")
    shown = output.text(f"{before}{piece.text.rstrip()}{after}", STYLES[piece.kind])
    return shown.append(" " if piece.text[-1:].isspace() else "")


def _numbers(changes: Sequence[ChangeView]) -> str:
    """The numbers of rules that still say the same, each after its former one."""
    return ", ".join(f"{each.former} → {each.rule.number}" if each.former else each.rule.number for each in changes)


def _markdown_change(change: ChangeView) -> Iterator[str]:
    former = f", {strings.FORMER_NUMBER.format(number=change.former)}" if change.former else ""
    yield f"- **{change.rule.number}** {escaped(change.rule.heading)} ({change.label}{former})"
    yield from _markdown_texts(change.texts)


def _markdown_texts(texts: Sequence[ChangedText]) -> Iterator[str]:
    for text in texts:
        label = f"{text.label}: " if text.label else ""
        yield f"  > {label}{''.join(map(_markdown_piece, text.pieces)).strip()}"


def _markdown_piece(piece: Piece) -> str:
    mark, words = MARKDOWN_MARKS[piece.kind], escaped(piece.text)
    space = " " if piece.text[-1:].isspace() else ""
    return f"{mark}{words}{mark}{space}" if words else space
