"""Rules files → installed, indexed editions, with a line about each."""

from collections.abc import Sequence

from index.encoder.encoder import SentenceEncoder
from index.errors import FetchError
from index.records import Rulebook
from judge.library import Library
from ui.progress import open_judge
from ui.terminal.output import printable


def add_editions(names: Sequence[str], fetch: bool, offline: bool) -> None:
    """Install every file, and the publisher's newest text if `fetch`; then index the edition in use.

    Raises DocumentError, FetchError or HomeError; the files installed before the problem stay.
    """
    library = Library.at_home()
    if offline and (fetch or any("://" in name for name in names)):
        raise FetchError("JUDGE_OFFLINE is set, expected a network; unset it, or run: judge rules add FILE")
    for name in names:
        _say(library.add_file(name))
    if fetch:
        _say(library.fetch())
    judge = open_judge(library, SentenceEncoder.from_name())
    print(f"Answers now use: {printable(judge.reader.edition.name)}.")


def list_editions() -> None:
    """Print the editions and mark the one in use."""
    library = Library.at_home()
    current = library.edition_in_use()
    for edition in library.editions():
        print(f"{'*' if edition == current else ' '} {edition}")


def _say(rulebook: Rulebook) -> None:
    examples = sum(len(rule.examples) for rule in rulebook.rules)
    counts = f"{len(rulebook.numbered):,} rules, {examples} examples, {len(rulebook.glossary)} glossary entries"
    print(f"Added {rulebook.edition.id}: {printable(rulebook.edition.name)} ({counts}).", flush=True)
