"""A previous run read back in every format, and what changed since."""

from pathlib import Path

import pytest
from small_set import ANSWERS, QUESTIONS, small_runs

from eval.report.export import ReportError, write_run
from eval.report.previous_run import compare, read_previous_run
from eval.scores.measures import heading_numbers
from index.records import Rulebook

EDITION = "2030-01-01"


@pytest.mark.parametrize("name", ["run.csv", "run.parquet", "run.jsonl", "run.trec"])
def test_what_was_written_is_read_and_nothing_changed(rulebook: Rulebook, tmp_path: Path, name: str) -> None:
    runs = small_runs(rulebook)
    write_run(tmp_path / name, runs, EDITION, heading_numbers(rulebook))
    previous = read_previous_run(tmp_path / name, EDITION)
    if not name.endswith(".trec"):
        assert previous["judge", "q 1"] == ANSWERS[QUESTIONS[0].question].numbers
    compared = compare(runs, previous, heading_numbers(rulebook))
    assert compared["judge"]["questions"] == 2
    assert (compared["judge"]["better"], compared["judge"]["worse"]) == ([], [])
    assert {each["difference"] for each in compared["judge"]["measures"].values()} == {0}
    assert {each["p"] for each in compared["judge"]["measures"].values()} == {1}


def test_better_and_worse_stand_question_by_question(rulebook: Rulebook) -> None:
    previous = {("judge", "q 1"): ("510.1c", "702.2b"), ("judge", "q2"): (), ("old", "q2"): ("1.1",)}
    compared = compare(small_runs(rulebook), previous, heading_numbers(rulebook))
    assert list(compared) == ["judge"]
    [better], [worse] = compared["judge"]["better"], compared["judge"]["worse"]
    assert better == {
        **{"id": "q2", "question": "And this?", "before": 0, "after": pytest.approx(1)},
        **{"rank_before": None, "rank_after": 1},
    }
    assert worse["before"] == pytest.approx(1)
    assert (worse["id"], worse["rank_before"], worse["rank_after"]) == ("q 1", 1, 2)
    assert compared["judge"]["measures"]["hit@1"]["difference"] == 0
    assert compared["judge"]["measures"]["all@5"]["difference"] == 0


def test_only_the_questions_of_both_are_compared(rulebook: Rulebook) -> None:
    compared = compare(small_runs(rulebook), {("judge", "q2"): ("702.19a",)}, heading_numbers(rulebook))
    assert compared["judge"]["questions"] == 1


def test_another_set_or_another_edition(rulebook: Rulebook, tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="found a previous run of judge with none of these questions"):
        compare(small_runs(rulebook), {("judge", "x"): ()}, heading_numbers(rulebook))
    write_run(tmp_path / "run.csv", small_runs(rulebook), "2029-01-01", heading_numbers(rulebook))
    with pytest.raises(ReportError, match="found a run over edition 2029-01-01, expected 2030-01-01"):
        read_previous_run(tmp_path / "run.csv", EDITION)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        pytest.param("a.csv", b"id,question\n1,2\n", "found no previous run", id="another-table"),
        pytest.param("a.csv", b"", "found no previous run", id="empty-csv"),
        pytest.param("a.jsonl", b"", "found no ranking", id="empty"),
        pytest.param("a.jsonl", b"[1]\n", "found no previous run", id="no-object"),
        pytest.param("a.jsonl", b"\xff", "found no previous run", id="not-utf-8"),
        pytest.param("a.parquet", b"x", "found no previous run", id="no-parquet"),
        pytest.param("a.trec", b"q1 Q0 100.1\n", "found no previous run", id="short-trec"),
    ],
)
def test_what_is_no_run(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ReportError, match=says) as caught:
        read_previous_run(tmp_path / name, EDITION)
    assert "\n" not in str(caught.value)
    with pytest.raises(ReportError, match="No such file"):
        read_previous_run(tmp_path / f"none{Path(name).suffix}", EDITION)
