"""The BEIR folder, line by line."""

import json
from pathlib import Path

import pytest
from small_set import QUESTIONS

from eval.report.beir import documents, judgments, write_beir
from eval.report.export import ReportError
from eval.scores.measures import heading_numbers
from index.records import Edition, Rule, Rulebook


def test_the_folder(rulebook: Rulebook, tmp_path: Path) -> None:
    write_beir(tmp_path / "set", rulebook, QUESTIONS, heading_numbers(rulebook))
    corpus = [json.loads(line) for line in (tmp_path / "set" / "corpus.jsonl").read_text("utf-8").splitlines()]
    queries = [json.loads(line) for line in (tmp_path / "set" / "queries.jsonl").read_text("utf-8").splitlines()]
    qrels = (tmp_path / "set" / "qrels" / "test.tsv").read_text("utf-8").splitlines()
    assert len(corpus) == len({document["_id"] for document in corpus}) == len({r.number for r in rulebook.numbered})
    assert [document["title"] for document in corpus if document["_id"] == "702.19b"] == ["Trample"]
    assert queries == [{"_id": "q%201", "text": QUESTIONS[0].question}, {"_id": "q2", "text": "And this?"}]
    assert qrels == [
        "query-id\tcorpus-id\tscore",
        *("q%201\t702.19b\t2", "q%201\t510.1c\t2", "q%201\t702.2b\t2"),
        *("q2\t104.2\t1", "q2\t702.19\t2", "q2\t702.19a\t2", "q2\t702.19b\t2", "q2\t702.19c\t2"),
    ]


def test_two_rules_of_one_number_are_one_document() -> None:
    rules = (
        Rule("900", "900", "Toys", ""),
        Rule("900.1", "900.1", "Kites", "It flies.", examples=("Up.",)),
        Rule("900.1#2", "900.1", "Kites", "It lands."),
        Rule("900.2", "900.2", "Wind", ""),
    )
    assert documents(Rulebook(Edition("x", "x", "", True), rules)) == [
        {"_id": "900.1", "title": "Kites", "text": "It flies.\nUp.\nIt lands."},
        {"_id": "900.2", "title": "Wind", "text": "Wind"},
    ]


def test_the_larger_gain_counts(rulebook: Rulebook) -> None:
    found = judgments(QUESTIONS[1], rulebook, heading_numbers(rulebook))
    assert found == {"104.2": 1, "702.19": 2, "702.19a": 2, "702.19b": 2, "702.19c": 2}


def test_a_folder_that_cannot_be_created(rulebook: Rulebook, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ReportError, match="cannot be created"):
        write_beir(tmp_path / "file" / "set", rulebook, QUESTIONS, frozenset())
