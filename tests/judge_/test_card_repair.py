"""judge/lookup/card_repair.py: damaged cards are repaired while questions are answered without them."""

import gzip
import time
from pathlib import Path

import httpx
import pytest
from own_rules import OFFICIAL, ToyJudge
from pages import start
from small_cards import FACES, as_array, as_lines, plain_lines, scryfall_cards, scryfall_rulings, written

from index.cards.copies import MOST_KEPT, FileCopies
from index.cards.store import CardStore, add_files, rebuild
from index.errors import CardError, DamagedCardsError
from judge.lookup.card_repair import CardRepair
from judge.lookup.cards import CardFinder
from judge.messages import CARDS_REPAIRED
from ui.cli import main

pytestmark = pytest.mark.patient


def damage(home: Path) -> None:
    """Overwrite the pages of the store behind its head."""
    path = CardStore.at(home).path
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    path.write_bytes(data)


def test_a_served_page_answers_without_damaged_cards_and_makes_them_again(card_store: CardStore, home: Path) -> None:
    said = list[str]()
    url = start(ToyJudge(OFFICIAL, cards=CardFinder(card_store, CardRepair(home, said.append))))
    asked = {"q": "Does [[Spoon]] keep my kite up?"}
    assert httpx.get(f"{url}/ask", params=asked).json()["cards"][0]["cards"][0]["name"] == "Spoon"
    damage(home)
    for _ in range(2):
        reply = httpx.get(f"{url}/ask", params=asked)
        assert (reply.status_code, reply.json()["citations"][0]["rule"]) == (200, "900.1a")
    until = time.monotonic() + 60
    while CARDS_REPAIRED not in said and time.monotonic() < until:
        time.sleep(0.05)
    assert [line.split(" (")[0] for line in said] == ["Found damaged cards", CARDS_REPAIRED]
    assert httpx.get(f"{url}/ask", params=asked).json()["cards"][0]["cards"][0]["rulings"] != []
    assert card_store.counts() == (len(FACES), 3)


def test_the_command_answers_too(card_store: CardStore, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage(home)
    assert main(["card", "Spoon"]) == 1
    assert capsys.readouterr().err.startswith(f"judge: {card_store.path} was changed or truncated (")
    assert main(["cards", "add", str(written(home.parent, "more.jsonl", as_lines(plain_lines()[:1])))]) == 0
    assert capsys.readouterr().out.startswith("Added more.jsonl: JSON Lines of cards, 1 cards, 1 rulings.\n")
    assert card_store.counts() == (len(FACES), 3)


def test_everything_that_was_added_comes_back(home: Path, tmp_path: Path) -> None:
    files = [
        written(tmp_path, "oracle-cards.json", as_array(scryfall_cards())),
        written(tmp_path, "rulings.json.gz", as_array(scryfall_rulings())),
    ]
    add_files(home, files)
    store = CardStore.at(home)
    before = (store.counts(), store.files(), store.card("Spoon"))
    for file in files:
        file.unlink()
    damage(home)
    with pytest.raises(CardError):
        store.counts()
    rebuild(home)
    assert (store.counts(), store.files(), store.card("Spoon")) == before
    assert sorted(path.name for path in store.path.parent.iterdir()) == ["added", "cards.sqlite"]


def test_without_copies_it_is_said_what_to_do(card_store: CardStore, home: Path) -> None:
    for copy in FileCopies.at(home).all():
        copy.unlink()
    damage(home)
    said = list[str]()
    repair = CardRepair(home, said.append)
    repair.start("malformed")
    until = time.monotonic() + 60
    while len(said) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    repair.start("malformed")
    assert len(said) == 2
    assert said[1].endswith("was changed or truncated; delete it and add the cards again: judge cards add FILE")
    with pytest.raises(DamagedCardsError):
        rebuild(home)


def test_copies_are_packed_and_few(tmp_path: Path) -> None:
    kept = FileCopies.at(tmp_path / "home")
    kept.keep([written(tmp_path, "a.jsonl", b"one"), written(tmp_path, "b.jsonl.gz", b"two")])
    assert [(path.name, gzip.decompress(path.read_bytes())) for path in kept.all()] == [
        ("a.jsonl", b"one"),
        ("b.jsonl.gz", b"two"),
    ]
    kept.keep([written(tmp_path, "a.jsonl", b"three")])
    assert [path.name for path in kept.all()] == ["b.jsonl.gz", "a.jsonl"]
    kept.keep([written(tmp_path, f"{number}.jsonl", b"x") for number in range(MOST_KEPT)])
    assert [path.name for path in kept.all()] == [f"{number}.jsonl" for number in range(MOST_KEPT)]
