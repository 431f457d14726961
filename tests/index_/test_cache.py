"""index/encoder/cache.py: what is encoded, what is kept, and that a damaged folder only costs time."""

import json
from pathlib import Path

import numpy as np
import pytest
from fake_encoder import BagOfWords

from index.encoder.cache import CHUNK, embed
from index.errors import HomeError

TEXTS = ["a beetle", "an ant", "a beetle", "the long grass"]


def test_vectors_stand_in_the_order_of_the_texts(tmp_path: Path) -> None:
    assert np.array_equal(embed(TEXTS, BagOfWords(), tmp_path), BagOfWords().encode(TEXTS))


def test_a_text_is_encoded_once(encoder: BagOfWords, tmp_path: Path) -> None:
    first = embed(TEXTS, encoder, tmp_path)
    assert sorted(encoder.encoded) == ["a beetle", "an ant", "the long grass"]
    encoder.encoded.clear()
    again = embed(["a new one", *TEXTS[::-1]], encoder, tmp_path)
    assert encoder.encoded == ["a new one"]
    assert np.array_equal(again[:0:-1], first)
    encoder.encoded.clear()
    embed(["a new one", *TEXTS], encoder, tmp_path)
    assert encoder.encoded == []


def test_another_encoder_encodes_for_itself(encoder: BagOfWords, tmp_path: Path) -> None:
    embed(TEXTS, BagOfWords("other"), tmp_path)
    embed(TEXTS, encoder, tmp_path)
    assert len(encoder.encoded) == 3


def test_many_texts_come_in_chunks_and_progress_is_told(encoder: BagOfWords, tmp_path: Path) -> None:
    texts, told = [f"beetle {number}" for number in range(CHUNK + 5)], list[tuple[int, int]]()
    vectors = embed(texts, encoder, tmp_path, lambda done, total: told.append((done, total)))
    assert np.array_equal(vectors, BagOfWords().encode(texts))
    assert told == [(0, CHUNK + 5), (CHUNK, CHUNK + 5), (CHUNK + 5, CHUNK + 5)]


@pytest.mark.parametrize("suffix", [".npy", ".json"])
@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b'{"keys": 5}',
        b"\xff\xfe\x00",
        b"PK\x03\x04 and junk",
        b"\x93NUMPY\x01\x00 and junk",
    ],
)
def test_a_damaged_folder_is_ignored_and_mended(suffix: str, damaged: bytes, tmp_path: Path) -> None:
    embed(TEXTS, BagOfWords(), tmp_path)
    next(tmp_path.glob(f"*{suffix}")).write_bytes(damaged)
    for encoded in (3, 0):
        encoder = BagOfWords()
        assert np.array_equal(embed(TEXTS, encoder, tmp_path), BagOfWords().encode(TEXTS))
        assert len(encoder.encoded) == encoded


def _cut(folder: Path) -> None:
    path = next(folder.glob("*.npy"))
    path.write_bytes(path.read_bytes()[:-4])


def _change_a_number(folder: Path) -> None:
    path = next(folder.glob("*.npy"))
    vectors = np.load(path)
    vectors[0, 0] += 1
    np.save(path, vectors)


def _lose_a_key(folder: Path) -> None:
    path = next(folder.glob("*.json"))
    saved = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**saved, "keys": saved["keys"][1:]}), "utf-8")


@pytest.mark.parametrize("damage", [_cut, _change_a_number, _lose_a_key])
def test_changed_files_are_ignored(damage: object, encoder: BagOfWords, tmp_path: Path) -> None:
    embed(TEXTS, BagOfWords(), tmp_path)
    assert callable(damage)
    damage(tmp_path)
    assert np.array_equal(embed(TEXTS, encoder, tmp_path), BagOfWords().encode(TEXTS))
    assert len(encoder.encoded) == 3


def test_a_folder_that_cannot_be_written_is_said(encoder: BagOfWords, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    with pytest.raises(HomeError, match=r"cannot write to .*file/embeddings.*set JUDGE_HOME"):
        embed(TEXTS, encoder, tmp_path / "file" / "embeddings")
