"""ui/measure.py: a whole measuring over our small rules with a fake encoder, from the library to the files."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import BagOfWords
from small_rules import SMALL_RULES
from small_set import QUESTIONS

from eval.baseline import read_earlier
from index.errors import QuestionSetError
from judge.library import Library
from ui.measure import Measured, _suffixes, compare_with, in_edition, made, measure, write_files
from ui.progress import Progress

EDITION = "2030-01-01"
ASKED = [replace(question, edition=EDITION) for question in QUESTIONS]


@pytest.fixture
def library(home: Path) -> Library:
    """A library with our small rules as the edition in use."""
    library = Library(home)
    library.add(SMALL_RULES.encode(), "small.txt")
    return library


@contextmanager
def quiet(title: str, unit: str) -> Iterator[Progress]:
    """A bar that is not drawn."""
    yield lambda done, total: None


def test_four_systems_over_the_edition_in_use(library: Library, encoder: BagOfWords) -> None:
    seen: list[tuple[str, int, int]] = []

    @contextmanager
    def bar(title: str, unit: str) -> Iterator[Progress]:
        yield lambda done, total: seen.append((title, done, total))

    measured = measure(ASKED, library, encoder=encoder, bar=bar)
    assert list(measured.summary["systems"]) == ["judge", "bm25", "dense", "rrf"]
    assert (measured.summary["questions"], measured.summary["edition"]) == (3, EDITION)
    assert list(measured.summary["declining"]) == ["judge"]
    assert seen[-1] == ("Asking", 3, 3)
    assert {title for title, _, _ in seen} == {"Preparing the index", "Preparing the baselines", "Asking"}


def test_vectors_of_rules_are_kept_and_a_question_is_encoded_once(library: Library, encoder: BagOfWords) -> None:
    measure(ASKED, library, encoder=encoder, bar=quiet)
    again = BagOfWords()
    measure(ASKED, library, encoder=again, bar=quiet)
    assert again.encoded == ["ready", *(question.question for question in ASKED)]


def test_only_the_systems_asked_for(library: Library, encoder: BagOfWords) -> None:
    assert list(measure(ASKED, library, ["judge"], encoder=encoder, bar=quiet).summary["systems"]) == ["judge"]
    chosen = measure(ASKED, library, ["rrf", "bm25"], encoder=encoder, bar=quiet)
    assert list(chosen.summary["systems"]) == ["rrf", "bm25"]


def _files(measured: Measured, folder: Path) -> None:
    names = {"run_file": "run.jsonl", "qrels": "qrels", "beir": "beir", "report": "report.html"}
    write_files(measured, **{option: str(folder / name) for option, name in names.items()})


def test_the_files_and_a_baseline_of_them(library: Library, encoder: BagOfWords, tmp_path: Path) -> None:
    measured = measure(ASKED, library, ["judge", "bm25"], encoder=encoder, bar=quiet)
    _files(measured, tmp_path)
    assert len((tmp_path / "run.jsonl").read_text("utf-8").splitlines()) == 6
    assert (tmp_path / "qrels").read_text("utf-8").startswith("q%201 0 702.19b 2\n")
    assert (tmp_path / "beir" / "qrels" / "test.tsv").is_file()
    assert made() in (tmp_path / "report.html").read_text("utf-8")
    compared = compare_with(measured, read_earlier(tmp_path / "run.jsonl", EDITION)).summary["baseline"]
    assert {name: (each["better"], each["worse"]) for name, each in compared.items()} == {
        "judge": ([], []),
        "bm25": ([], []),
    }
    json.dumps(compared, allow_nan=False)


def test_what_was_lost_on_the_way_to_another_edition_is_noted(library: Library) -> None:
    newer = SMALL_RULES.replace("January 1, 2030", "January 1, 2031")
    newer = re.sub(r"^104\.2\. .*$", "104.2. Beetles hum.", newer, flags=re.MULTILINE)
    library.add(newer.encode(), "newer.txt")
    lines: list[str] = []
    ready = in_edition(ASKED, library.rulebook("2031-01-01"), library, lines.append)
    assert {question.edition for question in ready} == {"2031-01-01"}
    assert lines == ["left out numbers of 1 of the questions, which no rule of edition 2031-01-01 says: q2 (104.2)."]
    assert ready[1].supporting == ()


def test_the_edition_to_install_is_named(library: Library) -> None:
    with pytest.raises(QuestionSetError, match="found numbers of edition 2029-01-01, expected those of 2030-01-01"):
        in_edition([replace(ASKED[0], edition="2029-01-01")], library.rulebook(), library, lambda line: None)


def test_figures_say_with_what_they_were_made() -> None:
    assert made().startswith("rules-judge ")
    assert made()[-10:].count("-") == 2


def test_a_system_without_an_index_needs_none(library: Library, encoder: BagOfWords, home: Path) -> None:
    measured = measure(ASKED, library, ["bm25"], encoder=encoder, bar=quiet)
    assert not (home / "indexes").exists()
    assert measured.judge.find("702.19b").heading == "Trample"


@pytest.mark.parametrize(
    ("encoders", "suffixes"),
    [
        pytest.param(["models/small"], [":small"], id="folder"),
        pytest.param(["all-MiniLM", "org/other"], [":all-MiniLM", ":other"], id="names"),
        pytest.param(["a/model", "b/model"], [":a/model", ":b/model"], id="alike"),
    ],
)
def test_systems_of_further_encoders_have_their_name(encoders: list[str], suffixes: list[str]) -> None:
    assert _suffixes(encoders) == suffixes
