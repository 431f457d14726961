"""index/cards/files.py: arrays, lines and MTGJSON's object, packed or not; where a broken file is broken."""

import gzip
import json
from pathlib import Path

import pytest
from small_cards import as_array, as_lines, atomic_cards, plain_lines, written

from index.cards.files import read_items
from index.errors import CardFileError

OBJECTS = [{"name": "Spoon"}, {"name": "Fork of ours"}]


@pytest.mark.parametrize("packed", ["", ".gz"], ids=["plain", "gzip"])
@pytest.mark.parametrize(
    ("data", "places"),
    [
        pytest.param(as_array(OBJECTS), ["entry 1", "entry 2"], id="array"),
        pytest.param(json.dumps(OBJECTS, indent=2).encode(), ["entry 1", "entry 2"], id="indented array"),
        pytest.param(as_lines(OBJECTS), ["line 1", "line 2"], id="lines"),
        pytest.param(b"\xef\xbb\xbf" + as_lines(OBJECTS), ["line 1", "line 2"], id="byte order mark"),
        pytest.param(as_lines(OBJECTS[:1]) + b"\n" + as_lines(OBJECTS[1:]), ["line 1", "line 3"], id="blank line"),
    ],
)
def test_objects_and_their_places(data: bytes, places: list[str], packed: str, tmp_path: Path) -> None:
    items = list(read_items(written(tmp_path, f"cards.json{packed}", data)))
    assert [item.value for item in items] == OBJECTS
    assert [item.place for item in items] == places


def test_mtgjson(tmp_path: Path) -> None:
    items = list(read_items(written(tmp_path, "AtomicCards.json", json.dumps(atomic_cards()).encode())))
    assert [item.place for item in items][:2] == ['card "Brimble\'s Kettle"', 'card "Snorple, the Twice-Baked"']
    assert items[0].value[0]["manaCost"] == "{2}"


def test_progress_ends_with_the_whole_file(tmp_path: Path) -> None:
    path, seen = written(tmp_path, "cards.jsonl", as_lines(plain_lines())), list[tuple[int, int]]()
    list(read_items(path, lambda done, total: seen.append((done, total))))
    assert seen[-1] == (path.stat().st_size, path.stat().st_size)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"", "found an empty file", id="empty"),
        pytest.param(b"name,type\nSpoon,Instant\n", "found no JSON at its start", id="a table"),
        pytest.param(as_lines(OBJECTS) + b'{"name": "Sp', "line 3: found no complete JSON object", id="cut line"),
        pytest.param(as_array(OBJECTS)[:-20], "entry 2: found invalid or truncated", id="cut array"),
        pytest.param(b'{"data": {"Spoon": [{}], "Ladle": [{"na', 'after card "Spoon": found invalid', id="cut object"),
        pytest.param(gzip.compress(as_lines(plain_lines()))[:-40], "found a damaged or truncated gzip", id="cut gzip"),
    ],
)  # fmt: skip
def test_broken_files(data: bytes, said: str, tmp_path: Path) -> None:
    with pytest.raises(CardFileError, match=said.replace("(", r"\(")) as problem:
        list(read_items(written(tmp_path, "cards.json", data)))
    assert "\n" not in str(problem.value)


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(CardFileError, match="found a folder"):
        list(read_items(tmp_path))
    with pytest.raises(CardFileError, match="No such file"):
        list(read_items(tmp_path / "none.json"))
