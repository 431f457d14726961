"""index/search/build.py: the saved index is used when it matches, and made again when it does not."""

from dataclasses import replace
from pathlib import Path

import pytest
from fake_encoder import BagOfWords

from index.errors import HomeError
from index.plain.align import align_plain as align
from index.records import PlainRulebook, Rulebook
from index.search.build import prepare_search
from index.search.search import SearchResult

pytestmark = pytest.mark.patient

QUESTION = "how much tramples over a chump blocker"


def _ask(book: Rulebook, plain: PlainRulebook, folder: Path, encoder: BagOfWords | None = None) -> SearchResult:
    return prepare_search(book, align(plain, book), encoder or BagOfWords(), folder).search(QUESTION)


def _vectors(folder: Path) -> list[Path]:
    return sorted(folder.glob("indexes/*/vectors.faiss"))


def test_an_index_is_built_once(home: Path, rulebook: Rulebook, plain: PlainRulebook, encoder: BagOfWords) -> None:
    first = _ask(rulebook, plain, home)
    [path] = _vectors(home)
    built = path.stat().st_mtime_ns
    assert _ask(rulebook, plain, home, encoder) == first
    assert first.hits[0].rule == "702.19b"
    assert encoder.encoded == [QUESTION]
    assert path.stat().st_mtime_ns == built
    assert path.parent.name == f"2030-01-01-{encoder.weights[:8]}"


@pytest.mark.parametrize("name", ["manifest.json", "vectors.faiss", "passages.json", "words/starts.npy"])
def test_a_tampered_index_is_rebuilt(
    name: str, home: Path, rulebook: Rulebook, plain: PlainRulebook, encoder: BagOfWords
) -> None:
    first = _ask(rulebook, plain, home)
    [folder] = (path.parent for path in _vectors(home))
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole[:-9])
    assert _ask(rulebook, plain, home, encoder) == first
    assert encoder.encoded == [QUESTION]
    assert (folder / name).stat().st_size == len(whole)


def test_another_wording_is_indexed_anew_and_only_it_is_encoded(
    home: Path, rulebook: Rulebook, plain: PlainRulebook, encoder: BagOfWords
) -> None:
    _ask(rulebook, plain, home)
    entries = tuple(replace(each, questions=()) if each.number == "702.19b" else each for each in plain.entries)
    moved = tuple(replace(each, questions=(QUESTION,)) if each.number == "702.19c" else each for each in entries)
    found = _ask(rulebook, PlainRulebook(plain.keyed_to, moved), home, encoder)
    assert encoder.encoded == [QUESTION]
    assert [hit.rule for hit in found.hits if hit.passage.text == QUESTION] == ["702.19c"]
    assert len(_vectors(home)) == 1


def test_encoders_and_editions_keep_their_own_index(home: Path, rulebook: Rulebook, plain: PlainRulebook) -> None:
    _ask(rulebook, plain, home)
    _ask(rulebook, plain, home, BagOfWords("other"))
    _ask(replace(rulebook, edition=replace(rulebook.edition, id="2031-01-01")), plain, home)
    assert len(_vectors(home)) == 3


def test_an_official_text_with_our_wording_counts_by_its_words_alone(
    home: Path, rulebook: Rulebook, plain: PlainRulebook, encoder: BagOfWords
) -> None:
    search = prepare_search(rulebook, align(plain, rulebook), encoder, home)
    official = rulebook.by_id["702.19b"].text
    assert not any(official in text for text in encoder.encoded)
    assert official not in {passage.text for passage in search.passages}
    assert search.words.scores(official).argmax() == search.rules.index("702.19b")


def test_progress_is_told(home: Path, rulebook: Rulebook, plain: PlainRulebook, encoder: BagOfWords) -> None:
    told: list[tuple[int, int]] = []
    search = prepare_search(
        rulebook, align(plain, rulebook), encoder, home, lambda done, total: told.append((done, total))
    )
    assert told[0] == (0, len(encoder.encoded))
    assert told[-1] == (len(encoder.encoded), len(encoder.encoded))
    assert len(encoder.encoded) == len({(each.context, each.text) for each in search.passages})


def test_a_home_below_a_regular_file(tmp_path: Path, rulebook: Rulebook, plain: PlainRulebook) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    with pytest.raises(HomeError, match=r"cannot write to .*file/home.*set JUDGE_HOME"):
        _ask(rulebook, plain, tmp_path / "file" / "home")
