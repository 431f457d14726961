"""index/search/saved.py: a saved index, and every way in which it is refused."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fake_encoder import BagOfWords

from index.errors import HomeError, SavedIndexError
from index.search.saved import load_search, remove_old_indexes, save_search
from index.search.search import Search

SOURCE = "0a1b"


@pytest.fixture
def folder(search: Search, tmp_path: Path) -> Path:
    """The small search, saved."""
    save_search(search, SOURCE, tmp_path / "indexes" / "small")
    return tmp_path / "indexes" / "small"


def test_round_trip(search: Search, folder: Path) -> None:
    loaded = replace(load_search(folder, SOURCE, BagOfWords()), weights=search.weights)
    assert loaded.passages == search.passages
    for question in ("how does trample work", "beetle", "zebra"):
        assert loaded.search(question, 30) == search.search(question, 30)


def test_the_folder_describes_itself(search: Search, folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert (manifest["encoder"], manifest["weights"]) == ("bag-of-words", BagOfWords().weights)
    assert manifest["passages"] == sum(manifest["kinds"].values()) == len(search.passages)
    columns = json.loads((folder / "passages.json").read_text("utf-8"))
    assert columns["rule"] == [passage.rule for passage in search.passages]
    assert list(columns) == ["rule", "kind", "text", "context"]
    assert [path.name for path in folder.parent.iterdir()] == ["small"]


def test_saving_again_replaces(search: Search, folder: Path) -> None:
    (folder / "left-over").write_text("from before", "utf-8")
    save_search(search, SOURCE, folder)
    assert load_search(folder, SOURCE, BagOfWords()).passages == search.passages


def _append(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b" ")


def _halve(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("damage", [_append, _halve, _flip, Path.unlink], ids=["longer", "cut", "bit", "missing"])
@pytest.mark.parametrize(
    "name",
    ["passages.json", "vectors.faiss", "centroids.faiss", "likelihood.npz", "words/hashes.npy", "words/weights.npy"],
)
def test_a_changed_file_is_named(damage: Callable[[Path], None], name: str, search: Search, folder: Path) -> None:
    damage(folder / name)
    with pytest.raises(SavedIndexError) as caught:
        load_search(folder, SOURCE, BagOfWords())
    assert str(caught.value) == f"the index in {folder} was changed or truncated ({name}); rebuild it."


def test_a_foreign_file_is_named(search: Search, folder: Path) -> None:
    (folder / "words" / "more.npy").write_bytes(b"")
    with pytest.raises(SavedIndexError, match=r"was changed or truncated \(words/more\.npy\)"):
        load_search(folder, SOURCE, BagOfWords())


@pytest.mark.parametrize("manifest", [b"", b"{", b"[]", b"null", b"{}", b'{"files": 1}', b"\xff\xfe"])
def test_a_damaged_manifest(manifest: bytes, search: Search, folder: Path) -> None:
    (folder / "manifest.json").write_bytes(manifest)
    with pytest.raises(SavedIndexError, match=r"manifest\.json there; it has to be built"):
        load_search(folder, SOURCE, BagOfWords())


def test_a_missing_folder(search: Search, tmp_path: Path) -> None:
    with pytest.raises(SavedIndexError, match=r"found no index in .*none"):
        load_search(tmp_path / "none", SOURCE, BagOfWords())


def test_another_encoder(search: Search, folder: Path) -> None:
    with pytest.raises(SavedIndexError, match=r"has encoder bag-of-words, expected other; rebuild it"):
        load_search(folder, SOURCE, BagOfWords("other"))


def test_other_weights_of_the_same_name(search: Search, folder: Path) -> None:
    encoder = BagOfWords()
    encoder.weights = "0" * 64
    with pytest.raises(SavedIndexError, match=f"has weights {BagOfWords().weights}, expected {'0' * 64}"):
        load_search(folder, SOURCE, encoder)


def test_another_format(search: Search, folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    (folder / "manifest.json").write_text(json.dumps({**manifest, "format": 0}), "utf-8")
    with pytest.raises(SavedIndexError, match=r"has format 0, expected \d"):
        load_search(folder, SOURCE, BagOfWords())


def test_another_source(folder: Path) -> None:
    with pytest.raises(SavedIndexError, match=r"has source 0a1b, expected 2c3d; rebuild it"):
        load_search(folder, "2c3d", BagOfWords())


def test_a_folder_that_cannot_be_written(search: Search, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    with pytest.raises(HomeError, match=r"cannot write to .*set JUDGE_HOME"):
        save_search(search, SOURCE, tmp_path / "file" / "indexes" / "small")


def test_few_indexes_are_kept_and_that_in_use(tmp_path: Path) -> None:
    for at, day in enumerate(("2030-01-01", "2028-01-01", "2029-01-01", "2027-01-01", "2026-01-01")):
        (tmp_path / f"{day}-12345678").mkdir()
        os.utime(tmp_path / f"{day}-12345678", (at, at))
    remove_old_indexes(tmp_path, "2030-01-01")
    assert {path.name[:4] for path in tmp_path.iterdir()} == {"2030", "2027", "2026"}
    remove_old_indexes(tmp_path / "none", "2030-01-01")
