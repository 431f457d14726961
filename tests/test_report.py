"""The table, the terminal's lines, the file of rankings in its four formats, and the page."""

import json
from pathlib import Path

import pandas
import pytest

from eval.records import Question, Result, Summary
from eval.report import ReportError, table, to_text, worst, write_report, write_run
from eval.run import run, summarise

QUESTIONS = [
    Question("q 1", 'Is <b>bold</b> & "brave" {enough}?', (("100.1", "100.2"), ("100.3",)), need="all"),
    Question("q2", "And this?", (("100.9",),)),
    Question("q3", "Will it rain?", ()),
]


def _results() -> list[Result]:
    systems = {
        "judge": lambda question, k: ["100.9", "100.1"] if question != QUESTIONS[2].question else [],
        "none": lambda question, k: [],
    }
    return run(QUESTIONS, systems, frozenset(), clock=lambda: 0.0)


def _summary() -> Summary:
    return summarise(_results(), "2026-08-07")


def test_table() -> None:
    frame = table(_summary())
    assert list(frame.index) == ["judge", "none"]
    assert frame.loc["judge", "recall@5"] == 0.75
    assert list(frame.columns)[-2:] == ["ms_p50", "ms_p95"]


def test_text_is_aligned() -> None:
    lines = to_text(_summary()).split("\n")
    assert lines[0] == "3 questions, edition 2026-08-07"
    assert lines[2].split()[:3] == ["hit@1", "hit@5", "hit@10"]
    assert lines[3].split()[:4] == ["judge", "0.500", "1.000", "1.000"]
    assert lines[3].split()[-1] == "0.0"
    assert len({len(line) for line in lines[2:]}) == 1


def test_run_as_json_lines(tmp_path: Path) -> None:
    write_run(tmp_path / "run.jsonl", _results())
    rows = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text("utf-8").splitlines()]
    assert len(rows) == 6
    assert (rows[0]["system"], rows[0]["id"], rows[0]["numbers"]) == ("judge", "q 1", ["100.9", "100.1"])
    assert (rows[0]["mrr@10"], rows[1]["hit@1"]) == (0.5, 1.0)
    assert rows[2] == {"system": "judge", "id": "q3", "numbers": [], "ms": 0.0}


def test_run_as_csv_and_parquet(tmp_path: Path) -> None:
    write_run(tmp_path / "run.csv", _results())
    write_run(tmp_path / "run.parquet", _results())
    comma, parquet = pandas.read_csv(tmp_path / "run.csv"), pandas.read_parquet(tmp_path / "run.parquet")
    assert list(comma.columns) == list(parquet.columns)
    assert (comma["numbers"][0], list(parquet["numbers"][0])) == ("100.9;100.1", ["100.9", "100.1"])
    assert pandas.isna(comma["ndcg@10"][2])
    assert pandas.isna(parquet["ndcg@10"][2])


def test_run_as_trec(tmp_path: Path) -> None:
    write_run(tmp_path / "run.TREC", _results())
    assert (tmp_path / "run.TREC").read_text("utf-8").splitlines() == [
        "q_1 Q0 100.9 1 1.000000 judge",
        "q_1 Q0 100.1 2 0.500000 judge",
        "q2 Q0 100.9 1 1.000000 judge",
        "q2 Q0 100.1 2 0.500000 judge",
    ]


def test_worst_come_first_and_perfect_ones_not_at_all() -> None:
    assert [result.question.id for result in worst(_results(), "judge")] == ["q 1"]
    assert [result.question.id for result in worst(_results(), "none")] == ["q 1", "q2"]
    assert [result.question.id for result in worst(_results(), "none", 1)] == ["q 1"]


def test_report_is_escaped_and_asks_for_nothing(tmp_path: Path) -> None:
    write_report(tmp_path / "report.html", _summary(), _results())
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "Is &lt;b&gt;bold&lt;/b&gt; &amp; &quot;brave&quot; {enough}?" in page
    assert "<td>100.1 = 100.2 and 100.3</td><td>100.9, 100.1</td>" in page
    assert "prefers-color-scheme: dark" in page
    assert "The worst questions of judge" in page
    assert not any(word in page for word in ("http", "src=", "url(", "<script", "{{"))


def test_report_of_another_system(tmp_path: Path) -> None:
    results = [result for result in _results() if result.ranking.system == "none"]
    write_report(tmp_path / "report.html", summarise(results, "2026-08-07"), results)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "The worst questions of none" in page
    assert "<td>nothing</td>" in page


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match=r"expected \.csv, \.parquet, \.jsonl, \.trec"):
        write_run(tmp_path / "run.txt", _results())
    with pytest.raises(ReportError, match="cannot be written"):
        write_run(tmp_path / "none" / "run.csv", _results())
    with pytest.raises(ReportError, match="cannot be written"):
        write_report(tmp_path, _summary(), _results())
