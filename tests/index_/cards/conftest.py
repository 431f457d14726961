"""All cards of the test data, added once for every test that needs them."""

from time import perf_counter

import pytest
from paths import SharedFile

from index.cards.store import CardStore, add_files


@pytest.fixture(scope="session")
def all_cards(tmp_path_factory: pytest.TempPathFactory, shared: SharedFile) -> tuple[CardStore, float]:
    """A store of all cards, and the seconds that adding them took."""
    file, home = shared("cards/cards.jsonl.gz"), tmp_path_factory.mktemp("cards")
    begun = perf_counter()
    add_files(home, [file])
    return CardStore.at(home), perf_counter() - begun
