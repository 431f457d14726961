"""eval/measure.py: a complete measurement over our small rules with a fake encoder, from the library to the files."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from fake_encoder import BagOfWords
from small_rules import SMALL_RULES
from small_set import QUESTIONS

from eval.measure import Measurement, _suffixes, compare_with, measure, provenance, write_files
from eval.questions.editions import in_edition
from eval.report.previous_run import read_previous_run
from index.errors import QuestionSetError
from index.progress import Progress
from judge.library import Library

pytestmark = pytest.mark.patient

EDITION = "2030-01-01"
ASKED = [replace(question, edition=EDITION) for question in QUESTIONS]


@pytest.fixture
def library(home: Path) -> Library:
    """A library with our small rules as the edition in use."""
    library = Library(home)
    library.add(SMALL_RULES.encode(), "small.txt")
    return library


def test_four_systems_over_the_edition_in_use(library: Library, encoder: BagOfWords) -> None:
    seen: list[tuple[str, int, int]] = []

    @contextmanager
    def bar(title: str, unit: str) -> Iterator[Progress]:
        yield lambda done, total: seen.append((title, done, total))

    measured = measure(ASKED, library, encoder=encoder, base=BagOfWords("base"), bar=bar)
    assert list(measured.summary["systems"]) == ["judge", "bm25", "dense", "rrf"]
    assert (measured.summary["questions"], measured.summary["edition"]) == (3, EDITION)
    assert list(measured.summary["declining"]) == ["judge"]
    assert seen[-1] == ("Asking", 3, 3)
    assert {title for title, _, _ in seen} == {"Preparing the index", "Preparing the baselines", "Asking"}


def test_rules_are_cached_and_questions_encoded_once(library: Library, encoder: BagOfWords) -> None:
    measure(ASKED, library, encoder=encoder, base=BagOfWords("base"))
    again = BagOfWords()
    measure(ASKED, library, encoder=again, base=BagOfWords("base"))
    assert again.encoded == ["ready", *(question.question for question in ASKED)]


def test_only_the_chosen_systems_run(library: Library, encoder: BagOfWords) -> None:
    assert list(measure(ASKED, library, ["judge"], encoder=encoder, base=BagOfWords("base")).summary["systems"]) == [
        "judge"
    ]
    chosen = measure(ASKED, library, ["rrf", "bm25"], encoder=encoder, base=BagOfWords("base"))
    assert list(chosen.summary["systems"]) == ["rrf", "bm25"]


def _files(measured: Measurement, folder: Path) -> None:
    names = {"run_file": "run.jsonl", "qrels": "qrels", "beir": "beir", "report": "report.html"}
    write_files(measured, **{option: str(folder / name) for option, name in names.items()})


def test_files_can_be_read_back_as_previous_run(library: Library, encoder: BagOfWords, tmp_path: Path) -> None:
    measured = measure(ASKED, library, ["judge", "bm25"], encoder=encoder, base=BagOfWords("base"))
    _files(measured, tmp_path)
    assert len((tmp_path / "run.jsonl").read_text("utf-8").splitlines()) == 6
    assert (tmp_path / "qrels").read_text("utf-8").startswith("q%201 0 702.19b 2\n")
    assert (tmp_path / "beir" / "qrels" / "test.tsv").is_file()
    assert provenance() in (tmp_path / "report.html").read_text("utf-8")
    compared = compare_with(measured, read_previous_run(tmp_path / "run.jsonl", EDITION)).summary["baseline"]
    assert {name: (each["better"], each["worse"]) for name, each in compared.items()} == {
        "judge": ([], []),
        "bm25": ([], []),
    }
    json.dumps(compared, allow_nan=False)


def test_numbers_without_counterpart_are_noted(library: Library) -> None:
    newer = SMALL_RULES.replace("January 1, 2030", "January 1, 2031")
    newer = re.sub(r"^104\.2\. .*$", "104.2. Beetles hum.", newer, flags=re.MULTILINE)
    library.add(newer.encode(), "newer.txt")
    lines: list[str] = []
    ready = in_edition(ASKED, library.rulebook("2031-01-01"), library, lines.append)
    assert {question.edition for question in ready} == {"2031-01-01"}
    assert lines == ["dropped rule numbers that have no counterpart in edition 2031-01-01 from 1 question: q2 (104.2)."]
    assert ready[1].supporting == ()


def test_the_edition_to_install_is_named(library: Library) -> None:
    with pytest.raises(
        QuestionSetError, match="found rule numbers of edition 2029-01-01, expected those of 2030-01-01"
    ):
        in_edition([replace(ASKED[0], edition="2029-01-01")], library.rulebook(), library, lambda line: None)


def test_provenance_names_version_and_date() -> None:
    assert provenance().startswith("rules-judge ")
    assert provenance()[-10:].count("-") == 2


def test_baselines_need_no_index(library: Library, encoder: BagOfWords, home: Path) -> None:
    measured = measure(ASKED, library, ["bm25"], encoder=encoder, base=BagOfWords("base"))
    assert not (home / "indexes").exists()
    assert measured.rules.find("702.19b").heading == "Trample"


@pytest.mark.parametrize(
    ("encoders", "suffixes"),
    [
        pytest.param(["models/small"], [":small"], id="folder"),
        pytest.param(["all-MiniLM", "org/other"], [":all-MiniLM", ":other"], id="names"),
        pytest.param(["a/model", "b/model"], [":a/model", ":b/model"], id="alike"),
    ],
)
def test_further_encoders_name_their_systems(encoders: list[str], suffixes: list[str]) -> None:
    assert _suffixes(encoders) == suffixes
