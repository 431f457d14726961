"""The files for other tools: the table of rankings in three formats, the TREC run and its qrels."""

import json
from pathlib import Path

import pandas
import pytest
from small_set import QUESTIONS, small_runs

from eval.records import Question
from eval.report.export import ReportError, check_places, escape_id, with_item_names, write_qrels, write_run
from eval.scores.measures import heading_numbers
from index.records import Rulebook


def _written(rulebook: Rulebook, path: Path) -> Path:
    write_run(path, small_runs(rulebook), "2030-01-01", heading_numbers(rulebook))
    return path


def test_json_lines(rulebook: Rulebook, tmp_path: Path) -> None:
    text = _written(rulebook, tmp_path / "run.jsonl").read_text("utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    assert len(rows) == 6
    assert (rows[0]["system"], rows[0]["id"]) == ("judge", "q 1")
    assert rows[0]["numbers"] == ["104.2", "510.1c", "702.19b"]
    assert (rows[0]["mrr@10"], rows[1]["hit@1"], rows[0]["difficulty"]) == (0.5, 1.0, "3")
    assert (rows[0]["confidence"], rows[0]["answered"], rows[0]["state"]) == (0.9, True, "answered")
    assert rows[5] == {
        **{"system": "none", "id": "q3", "category": "other", "difficulty": "1"},
        **{"edition": "2030-01-01", "numbers": [], "ms": 0.0},
    }


def test_csv_and_parquet(rulebook: Rulebook, tmp_path: Path) -> None:
    comma = pandas.read_csv(_written(rulebook, tmp_path / "run.csv"))
    parquet = pandas.read_parquet(_written(rulebook, tmp_path / "run.parquet"))
    assert list(comma.columns) == list(parquet.columns)
    assert comma["numbers"][0] == "104.2;510.1c;702.19b"
    assert list(parquet["numbers"][0]) == ["104.2", "510.1c", "702.19b"]
    for frame in (comma, parquet):
        assert pandas.isna(frame["ndcg@10"][2])
        assert pandas.isna(frame["confidence"][3])
        assert list(frame["answered"][:3]) == [True, True, False]


def test_a_trec_run_names_rules_as_its_qrels_do(rulebook: Rulebook, tmp_path: Path) -> None:
    assert _written(rulebook, tmp_path / "run.TREC").read_text("utf-8").splitlines() == [
        "q%201 Q0 104.2 1 1.000000 judge",
        "q%201 Q0 702.19b 2 0.500000 judge",
        "q%201 Q0 702.19b~ 3 0.333333 judge",
        "q2 Q0 702.19 1 1.000000 judge",
        "q2 Q0 104.2 2 0.500000 judge",
        "q2 Q0 702.19~ 3 0.333333 judge",
        "q3 Q0 702.19 1 1.000000 judge",
    ]
    write_qrels(tmp_path / "qrels", QUESTIONS)
    assert (tmp_path / "qrels").read_text("utf-8").splitlines() == [
        "q%201 0 702.19b 2",
        "q%201 0 702.2b 2",
        "q2 0 702.19 2",
        "q2 0 104.2 1",
    ]


def test_ids_stay_unique_without_white_space() -> None:
    assert [escape_id(text) for text in ("q1", "q 1", "q_1", "q%201", "q\u00a01")] == [
        *("q1", "q%201", "q_1", "q%25201", "q%C2%A01"),
    ]


def test_an_item_name_counts_once() -> None:
    question = Question("q", "?", (("100.1", "100.2"), ("100.3",)), ("100.4",))
    ranked = ["100.2", "100.5", "100.1", "100.3", "100.4", "100.2"]
    assert with_item_names(ranked, question, frozenset()) == ["100.1", "100.5", "100.1~", "100.3", "100.4", "100.2"]


@pytest.mark.parametrize(
    ("run_file", "other", "says"),
    [
        pytest.param("run.txt", None, r'found "\.txt", expected \.csv, \.parquet, \.jsonl, \.trec', id="suffix"),
        pytest.param("none/run.csv", None, "found no such folder", id="folder"),
        pytest.param(None, "none/report.html", "found no such folder", id="another-folder"),
    ],
)
def test_file_names_are_checked_first(tmp_path: Path, run_file: str | None, other: str | None, says: str) -> None:
    with pytest.raises(ReportError, match=says):
        check_places(*(str(tmp_path / name) if name else None for name in (run_file, other)))
    check_places(tmp_path / "run.csv", None, tmp_path / "report.html")


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="cannot be written"):
        write_qrels(tmp_path, QUESTIONS)
