"""Rules files → installed, indexed editions, with a line about each, and what they mean for the plain rulebook."""

from collections.abc import Sequence

from index.encoder.encoder import SentenceEncoder
from index.errors import FetchError
from index.records import Rulebook
from index.rules.read import read_document
from judge.library import Installed, Library
from judge.outdated import outdated_entries, questions_of
from ui import strings
from ui.html.changes import summary
from ui.progress import open_judge
from ui.terminal.output import printable

OLDEST_MEASURED = "2016"
MOST_NAMED = 8


def add_editions(names: Sequence[str], fetch: bool, offline: bool) -> None:
    """Install every file, and the publisher's newest text if `fetch`; then index the edition in use.

    Raises DocumentError, FetchError or HomeError; the files installed before the problem stay.
    """
    library = Library.at_home()
    if offline and (fetch or any("://" in name for name in names)):
        raise FetchError("JUDGE_OFFLINE is set, expected a network; unset it, or run: judge rules add FILE")
    added = []
    for name in names:
        rulebook = read_document(name)
        outcome = library.install(rulebook)
        say_added(rulebook, outcome)
        added += [] if outcome == "same" else [rulebook.edition.id]
    if fetch:
        fetched = library.fetch()
        say_added(fetched, "new")
        added.append(fetched.edition.id)
    if not _say_damaged(library):
        _say_changes(library, [edition for edition in library.lines.editions() if edition in added][-1:])
    judge = open_judge(library, SentenceEncoder.from_name())
    print(f"Answers now use: {printable(judge.reader.edition.name)}.")


def list_editions() -> None:
    """Print the editions and mark the one in use."""
    library = Library.at_home()
    current = library.edition_in_use()
    for edition in library.editions():
        print(f"{'*' if edition == current else ' '} {edition}")
    _say_damaged(library)


def check_wordings() -> None:
    """Print the plain entries whose official text in the edition in use is another one than they were written for."""
    library = Library.at_home()
    reader = library.reader()
    outdated = outdated_entries(reader)
    for each in outdated:
        moved = f" ({each.rule.number})" if each.rule.number != each.entry.number else ""
        print(f"{each.entry.number}{moved} {each.rule.heading}: {len(each.entry.typical)} typical questions")
    if outdated:
        counted = strings.counted(len(outdated), "plain wording")
        print(strings.TO_CONFIRM.format(count=counted, edition=reader.edition.id))
    else:
        print(strings.ALL_CONFIRMED.format(edition=reader.edition.id))


def say_added(rulebook: Rulebook, outcome: Installed) -> None:
    """Print what became of a rules document."""
    edition, name = rulebook.edition, printable(rulebook.edition.name)
    if outcome == "same":
        print(strings.ALREADY_THERE.format(edition=edition.id, name=name), flush=True)
        return
    examples = sum(len(rule.examples) for rule in rulebook.rules)
    counts = f"{len(rulebook.numbered):,} rules, {examples} examples, {len(rulebook.glossary)} glossary entries"
    done = "Replaced" if outcome == "replaced" else "Added"
    print(f"{done} {edition.id}: {name} ({counts}).", flush=True)
    if edition.effective and edition.effective < OLDEST_MEASURED:
        print(strings.BEFORE_MEASURED.format(year=OLDEST_MEASURED), flush=True)
    if edition.partial:
        print(strings.PARTIAL_ADDED, flush=True)


def _say_damaged(library: Library) -> bool:
    """Print which editions must be added again, if any: all texts are in one file, and may be damaged together."""
    broken = library.damaged()
    if broken:
        print(strings.ADD_AGAIN.format(editions=", ".join(broken)), flush=True)
    return bool(broken)


def _say_changes(library: Library, newest: Sequence[str]) -> None:
    """Print what the newest of the added editions changed, and which plain wordings are out of date there."""
    for edition in newest:
        earlier = [each for each in library.lines.editions() if each < edition][-1:]
        for before in earlier:
            told = summary(library.changes(before, edition))
            print(strings.CHANGES_SINCE.format(old=before, new=edition, summary=told), flush=True)
        outdated = outdated_entries(library.reader(edition))
        if outdated and edition == library.edition_in_use():
            named = ", ".join(each.rule.number for each in outdated[:MOST_NAMED])
            counted = strings.counted(len(outdated), "plain wording")
            questions = strings.counted(questions_of(outdated), "typical question")
            more = ", …" if len(outdated) > MOST_NAMED else ""
            print(strings.OUT_OF_DATE.format(count=counted, questions=questions, named=named + more), flush=True)
