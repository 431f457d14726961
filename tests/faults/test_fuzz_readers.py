"""Every reader of rules, tables, cards and question sets, with damaged and hostile files."""

import gzip
import io
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mutations import fuzzing, mutated, read_or_refused
from paths import ROOT
from small_cards import as_array, as_lines, atomic_cards, plain_lines, scryfall_cards, scryfall_rulings
from small_page import PAGE
from small_rules import SMALL_RULES

from eval.questions.read import read_questions
from index.cards.store import CardStore, add_files
from index.records import Rulebook
from index.rules.read import read_bytes

CORPUS = ROOT / "tests" / "data" / "corpus"
EXAMPLES, SLOW_EXAMPLES = 25, 4
QUESTIONS: list[dict[str, Any]] = [
    {"id": "q1", "question": "Does trample go over?", "deciding": ["702.19b", ["702.16c", "704.5m"]], "need": "all"},
    {"id": "q2", "question": "Ünïcode “quoted”, and commas?", "deciding": [], "supporting": ["100.1"], "style": "x"},
]
ROWS = [
    {"number": rule.number, "text": rule.text or "A heading.", "examples": list(rule.examples)}
    for rule in read_bytes(SMALL_RULES.encode(), "small.txt").rules
]


def table(rows: list[dict[str, Any]], kind: str) -> bytes:
    """Rows as CSV or Parquet."""
    if kind == "parquet":
        content = io.BytesIO()
        pandas.DataFrame(rows).to_parquet(content)
        return content.getvalue()
    lists = [{name: json.dumps(value) for name, value in row.items() if isinstance(value, list)} for row in rows]
    return (
        pandas.DataFrame([{**row, **some} for row, some in zip(rows, lists, strict=True)]).to_csv(index=False).encode()
    )


RULES = {
    "text": SMALL_RULES.encode(),
    "utf-16": SMALL_RULES.encode("utf-16"),
    "page": PAGE.encode(),
    "csv": table(ROWS, "csv"),
    "lines": as_lines(ROWS),
    "array": as_array(ROWS),
}
CARDS = {
    "lines.jsonl": as_lines(plain_lines()),
    "array.json": as_array(scryfall_cards()),
    "rulings.json": as_array(scryfall_rulings()),
    "atomic.json": json.dumps(atomic_cards()).encode(),
    "packed.jsonl.gz": gzip.compress(as_lines(plain_lines()), mtime=0),
}
SETS = {"set.jsonl": as_lines(QUESTIONS), "set.csv": table(QUESTIONS, "csv")}


def read_rules(data: bytes) -> Rulebook | None:
    """The rulebook of a document."""
    found: Rulebook | None = read_or_refused(lambda: read_bytes(data, "fuzz.txt"))
    return found


def read_cards(folder: Path, name: str, data: bytes) -> None:
    """Add a file of cards to a home folder that has cards, which stay where it is refused."""
    home, path = folder / "home", folder / name
    path.write_bytes(data)
    if read_or_refused(lambda: add_files(home, [path])) is None:
        assert CardStore.at(home).card("Spoon").name == "Spoon"


def read_set(folder: Path, name: str, data: bytes) -> None:
    """The questions of a file."""
    path = folder / name
    path.write_bytes(data)
    read_or_refused(lambda: read_questions(path))


@pytest.fixture
def with_cards(tmp_path: Path) -> Path:
    """A folder with a home folder that has cards."""
    path = tmp_path / "good.jsonl"
    path.write_bytes(CARDS["lines.jsonl"])
    add_files(tmp_path / "home", [path])
    return tmp_path


@pytest.mark.parametrize("kind", RULES)
def test_damaged_rules_are_read_or_refused(kind: str, tried: Counter[str]) -> None:
    @fuzzing(EXAMPLES)
    @given(mutated(RULES[kind]))
    def run(data: bytes) -> None:
        tried["damaged files"] += 1
        read_rules(data)

    run()


def test_a_damaged_parquet_table_is_read_or_refused(tmp_path: Path, tried: Counter[str]) -> None:
    @fuzzing(SLOW_EXAMPLES)
    @given(mutated(table(ROWS, "parquet")))
    def rules(data: bytes) -> None:
        tried["damaged files"] += 1
        read_rules(data)

    @fuzzing(SLOW_EXAMPLES)
    @given(mutated(table([{"id": "q1", "question": "Does it go over?", "deciding": ["702.19b"]}], "parquet")))
    def questions(data: bytes) -> None:
        tried["damaged files"] += 1
        read_set(tmp_path, "set.parquet", data)

    rules()
    questions()


@pytest.mark.parametrize("name", CARDS)
def test_damaged_cards_are_read_or_refused(with_cards: Path, name: str, tried: Counter[str]) -> None:
    @fuzzing(EXAMPLES // 4)
    @given(mutated(CARDS[name]))
    def run(data: bytes) -> None:
        tried["damaged files"] += 1
        read_cards(with_cards, name, data)

    run()


@pytest.mark.parametrize("name", SETS)
def test_damaged_question_sets_are_read_or_refused(tmp_path: Path, name: str, tried: Counter[str]) -> None:
    @fuzzing(EXAMPLES)
    @given(mutated(SETS[name]))
    def run(data: bytes) -> None:
        tried["damaged files"] += 1
        read_set(tmp_path, name, data)

    run()


def test_a_document_that_is_cut_is_never_silently_shorter(tried: Counter[str]) -> None:
    whole = read_bytes(SMALL_RULES.encode(), "small.txt")

    @fuzzing(EXAMPLES)
    @given(st.integers(0, len(SMALL_RULES) - 1))
    def run(end: int) -> None:
        tried["cuts"] += 1
        found = read_rules(SMALL_RULES[:end].encode())
        assert found is None or found.edition.partial or len(found.rules) == len(whole.rules)

    run()


READERS: dict[str, Callable[[Path, str, bytes], object]] = {
    "rules": lambda folder, name, data: read_rules(data),
    "cards": read_cards,
    "questions": read_set,
}
FILES = sorted(path for path in CORPUS.glob("*/*") if path.parent.name in READERS)


def test_the_corpus_has_files_for_every_reader() -> None:
    assert {path.parent.name for path in FILES} == set(READERS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_corpus_is_read_or_refused(with_cards: Path, path: Path, tried: Counter[str]) -> None:
    READERS[path.parent.name](with_cards, path.name, path.read_bytes())
    tried["corpus files"] += 1
