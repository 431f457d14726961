"""index/cards/store.py: what is kept, what adding again changes, and what stays when a file is bad."""

import gzip
import json
from pathlib import Path
from time import perf_counter

import pytest
from paths import SharedFile
from small_cards import (
    FACES,
    RULINGS,
    as_array,
    as_lines,
    atomic_cards,
    plain_lines,
    scryfall_cards,
    scryfall_rulings,
    written,
)

from index.cards.records import CardFile, Ruling
from index.cards.store import CardStore, add_files
from index.errors import CardError, CardFileError

pytestmark = pytest.mark.patient

CARDS = "cards/cards.jsonl.gz"


def test_every_format_gives_the_same_cards(home: Path, tmp_path: Path) -> None:
    lines = written(tmp_path, "cards.jsonl.gz", as_lines(plain_lines()))
    oracle = written(tmp_path, "oracle-cards.json", as_array(scryfall_cards()))
    rulings = written(tmp_path, "rulings.json.gz", as_array(scryfall_rulings()))
    atomic = written(tmp_path, "AtomicCards.json", json.dumps(atomic_cards()).encode())
    found = []
    for number, files in enumerate(([lines], [oracle, rulings], [rulings, oracle], [atomic])):
        add_files(home / str(number), files)
        store = CardStore.at(home / str(number))
        assert store.counts() == (len(FACES), 3)
        found.append([store.card(" // ".join(face[0] for face in faces)) for faces in FACES])
    assert found[0] == found[1] == found[2] == found[3]
    assert found[0][4].rulings == tuple(Ruling(*each) for each in RULINGS["Spoon"])


def test_files_are_listed(card_store: CardStore) -> None:
    assert card_store.files() == [CardFile("cards.jsonl", "JSON Lines of cards", len(FACES), 3)]


def test_adding_again_updates(card_store: CardStore, home: Path, tmp_path: Path) -> None:
    newer = {
        **plain_lines()[4],
        "oracle_text": "Stir target spell.",
        "rulings": [{"date": "2032-01-01", "text": "New."}],
    }
    add_files(home, [written(tmp_path, "newer.jsonl", as_lines([newer]))])
    spoon = card_store.card("Spoon")
    assert (spoon.text, spoon.rulings) == ("Stir target spell.", (Ruling("2032-01-01", "New."),))
    assert card_store.counts() == (len(FACES), 2)
    assert [file.name for file in card_store.files()] == ["cards.jsonl", "newer.jsonl"]


def test_a_card_that_no_format_allows_replaces_none(card_store: CardStore, home: Path, tmp_path: Path) -> None:
    joke = {**scryfall_cards()[4], "oracle_text": "Balance it.", "legalities": {"vintage": "not_legal"}}
    add_files(home, [written(tmp_path, "jokes.json", as_array([joke]))])
    assert card_store.card("Spoon").text == "Counter target spell."


def test_a_bad_file_changes_nothing(card_store: CardStore, home: Path, tmp_path: Path) -> None:
    before = card_store.path.read_bytes()
    good = written(tmp_path, "good.jsonl", as_lines([{**plain_lines()[4], "oracle_text": "Stir."}]))
    bad = written(tmp_path, "bad.jsonl", as_lines([plain_lines()[0], {"name": "Ladle"}]))
    with pytest.raises(CardFileError, match=r"bad\.jsonl, line 2: found an object without oracle_text"):
        add_files(home, [good, bad])
    assert card_store.path.read_bytes() == before
    assert sorted(path.name for path in card_store.path.parent.iterdir()) == ["added", "cards.sqlite"]


def test_a_file_without_cards(home: Path, tmp_path: Path) -> None:
    with pytest.raises(CardFileError, match="found no card and no ruling"):
        add_files(home, [written(tmp_path, "tokens.json", as_array(scryfall_cards()[-2:]))])
    assert CardStore.at(home).empty


def test_no_cards_and_damaged_cards(home: Path, card_store: CardStore) -> None:
    with pytest.raises(CardError, match="judge cards add FILE"):
        CardStore.at(home / "other").card("Spoon")
    with pytest.raises(CardError, match='found no card "Ladle"'):
        card_store.card("Ladle")
    card_store.path.write_bytes(b"soup")
    with pytest.raises(CardError, match=r"was changed or truncated .*; delete it and add the cards again"):
        card_store.card("Spoon")


@pytest.mark.timing
def test_all_cards_in_half_a_minute(all_cards: tuple[CardStore, float], shared: SharedFile) -> None:
    store, seconds = all_cards
    with gzip.open(shared(CARDS), "rt", encoding="utf-8") as lines:
        objects = [json.loads(line) for line in lines]
    assert store.counts() == (len(objects), sum(len(each.get("rulings", ())) for each in objects)) == (31_141, 44_687)
    assert seconds < 30


@pytest.mark.timing
def test_a_card_in_a_millisecond(all_cards: tuple[CardStore, float]) -> None:
    store, _ = all_cards
    seconds = []
    for _ in range(200):
        begun = perf_counter()
        assert store.card("Humility").faces[0].mana_cost == "{2}{W}{W}"
        seconds.append(perf_counter() - begun)
    assert sorted(seconds)[100] < 0.001
