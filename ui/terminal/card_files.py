"""Card files → the cards of the home folder, with a line about each file."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from index.cards.fetch import BULK_DATA, fetch_cards
from index.cards.records import CardFile
from index.cards.store import CardStore, add_files
from index.errors import FetchError
from index.home import home_folder, home_path
from ui.progress import progress_bar
from ui.terminal.output import printable


def add_cards(names: Sequence[str], fetch: bool, offline: bool, address: str = BULK_DATA) -> None:
    """Add the cards and rulings of all files, and Scryfall's newest when `fetch`.

    Raises CardFileError, FetchError or HomeError; the previous cards stay then.
    """
    if fetch and offline:
        raise FetchError("JUDGE_OFFLINE is set, expected a network; unset it, or run: judge cards add FILE")
    home = home_folder()
    with tempfile.TemporaryDirectory() as folder:
        paths = [home_path(name) for name in names]
        if fetch:
            with progress_bar("Downloading", " bytes") as show:
                paths += fetch_cards(Path(folder), address, on_progress=show)
        with progress_bar("Reading the cards", " bytes") as show:
            added = add_files(home, paths, show)
    for file in added:
        print(f"Added {_line(file)}.")
    cards, rulings = CardStore.at(home).counts()
    print(f"There are now {cards:,} cards and {rulings:,} rulings.")


def list_cards() -> None:
    """Print the card files that were added."""
    store = CardStore.at(home_folder())
    if store.empty:
        print("No cards yet. Add some with: judge cards add FILE")
        return
    for file in store.files():
        print(_line(file))
    cards, rulings = store.counts()
    print(f"{cards:,} cards and {rulings:,} rulings in total.")


def _line(file: CardFile) -> str:
    return f"{printable(file.name)}: {file.format}, {file.cards:,} cards, {file.rulings:,} rulings"
