"""Question sets: the three formats agree, and every mistake is named with file and line."""

import json
from pathlib import Path

import pandas
import pytest

from eval.questions.read import read_questions
from eval.records import Question
from index.errors import QuestionSetError

FULL = Question(
    id="q1",
    question="May my wall attack?",
    deciding=(("702.3b",), ("508.1c", "702.3a")),
    supporting=("508.10",),
    need="all",
    category="combat",
    difficulty="2",
    style="chat",
    edition="2025-02-07",
    split="test",
    why="It says so.",
)
SHORT = Question(id="q2", question="Ça va?", deciding=())
LINE = '{"id": "q1", "question": "May I?", "deciding": ["100.1"]}'


def _write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return path


def _json(question: Question) -> str:
    return json.dumps(question.__dict__, ensure_ascii=False)


def test_json_lines(tmp_path: Path) -> None:
    lines = "\ufeff" + _json(FULL) + '\r\n\r\n{"id": "q2", "question": "Ça va?", "deciding": []}'
    assert read_questions(_write(tmp_path, "set.jsonl", lines)) == [FULL, SHORT]


def test_csv_keeps_a_last_zero_and_reads_both_kinds_of_list(tmp_path: Path) -> None:
    text = (
        "id,question,deciding,supporting,need,category,difficulty,style,edition,split,why,else\r\n"
        'q1,May my wall attack?,"[""702.3b"", [""508.1c"", ""702.3a""]]",508.10,all,combat,2,chat,2025-02-07,'
        "test,It says so.,x\r\n"
        "q2,Ça va?,,,,,,,,,,\r\n"
        "q3,And now?,100.10; 100.2b,,,,,,,,,\r\n"
    )
    third = Question(id="q3", question="And now?", deciding=(("100.10",), ("100.2b",)))
    assert read_questions(_write(tmp_path, "set.csv", text)) == [FULL, SHORT, third]


def test_parquet_reads_lists_and_their_text(tmp_path: Path) -> None:
    path = tmp_path / "set.parquet"
    frame = pandas.DataFrame(
        {"id": ["q1", "q2"], "question": ["One?", "Two?"], "deciding": [[["1.1", "100.1"][1:]], [["100.2", "100.3"]]]}
    )
    frame.to_parquet(path)
    assert [question.deciding for question in read_questions(path)] == [(("100.1",),), (("100.2", "100.3"),)]
    frame.assign(deciding=['["100.1", ["100.2", "100.3"]]', "100.10"], need=["all", ""]).to_parquet(path)
    assert [question.deciding for question in read_questions(path)] == [
        (("100.1",), ("100.2", "100.3")),
        (("100.10",),),
    ]
    assert [question.need for question in read_questions(path)] == ["all", "any"]


def test_a_number_is_wanted_once(tmp_path: Path) -> None:
    line = (
        '{"id": 7, "question": "May I?", "deciding": ["100.1", " 100.1", ["100.1"]], "supporting": ["100.2", "100.2"]}'
    )
    [question] = read_questions(_write(tmp_path, "set.jsonl", line))
    assert (question.id, question.deciding, question.supporting) == ("7", (("100.1",),), ("100.2",))


@pytest.mark.parametrize(
    ("name", "content", "place", "says"),
    [
        pytest.param("a.jsonl", "", "a.jsonl:", "no question", id="empty"),
        pytest.param("a.csv", "id,question,deciding\n", "a.csv:", "no question", id="only-a-header"),
        pytest.param("a.txt", LINE, "a.txt:", "expected .jsonl, .csv or .parquet", id="suffix"),
        pytest.param("a.jsonl", f"{LINE}\n\n{{", "a.jsonl:3:", "bad JSON", id="bad-json"),
        pytest.param("a.jsonl", "[" * 100_000, "a.jsonl:1:", "bad JSON", id="deep-json"),
        pytest.param("a.jsonl", "[1]", "a.jsonl:1:", "not an object", id="no-object"),
        pytest.param("a.jsonl", f"{LINE}\n{LINE}", "a.jsonl:2:", "already used at", id="duplicate"),
        pytest.param("a.jsonl", b'{"id": 1}\n\xff', "a.jsonl:2:", "UTF-8", id="not-utf-8"),
        pytest.param("a.jsonl", '{"id": "q", "question": "?"}', "a.jsonl:1:", '"deciding"', id="missing-column"),
        pytest.param("a.csv", "id,question\nq,?", "a.csv:1:", '"deciding"', id="missing-csv-column"),
        pytest.param("a.csv", 'id,question,deciding\n\nq,"a\nb",\nr,a, b,\n', "a.csv:5:", "4 cells", id="csv-comma"),
        pytest.param("a.csv", 'id,question,deciding\nq,"a,\n', "a.csv:2:", "bad CSV", id="csv-quote"),
        pytest.param("a.csv", "id,question,deciding\nq,a,[702.19]\n", "a.csv:2:", "as text", id="csv-float"),
        pytest.param("a.csv", "id,question,deciding\nq,a,[702.19b]\n", "a.csv:2:", "JSON list", id="csv-bad-list"),
        pytest.param("a.parquet", "no table", "a.parquet:", "damaged Parquet", id="not-parquet"),
        pytest.param("a.jsonl", LINE.replace('"q1"', '" "'), "a.jsonl:1:", '"id"', id="blank-id"),
        pytest.param("a.jsonl", LINE.replace('"q1"', "null"), "a.jsonl:1:", '"id"', id="null-id"),
        pytest.param("a.jsonl", LINE.replace("May", "\\ud800"), "a.jsonl:1:", '"question"', id="surrogate"),
        pytest.param("a.jsonl", LINE.replace('["100.1"]', "null"), "a.jsonl:1:", "list of rule", id="null-deciding"),
        pytest.param("a.jsonl", LINE.replace('"100.1"', "100.1"), "a.jsonl:1:", "as text", id="float"),
        pytest.param("a.jsonl", LINE.replace('"100.1"', "[]"), "a.jsonl:1:", "as text", id="no-alternative"),
        pytest.param("a.jsonl", LINE.replace("100.1", "100.1B"), "a.jsonl:1:", "100.1B", id="upper-case"),
        pytest.param("a.jsonl", LINE.replace("100.1", "100.1."), "a.jsonl:1:", "100.1.", id="last-stop"),
        pytest.param("a.jsonl", LINE[:-1] + ', "need": "most"}', "a.jsonl:1:", '"most"', id="need"),
    ],
)
def test_mistakes(tmp_path: Path, name: str, content: str | bytes, place: str, says: str) -> None:
    path = _write(tmp_path, name, content)
    with pytest.raises(QuestionSetError) as caught:
        read_questions(path)
    message = str(caught.value)
    assert message.startswith(str(tmp_path / place))
    assert says in message
    assert "\n" not in message


def test_parquet_mistakes_name_the_row(tmp_path: Path) -> None:
    path = tmp_path / "set.parquet"
    pandas.DataFrame({"id": ["q1", "q2"], "question": ["One?", "Two?"], "deciding": [["100.1"], ["x"]]}).to_parquet(
        path
    )
    with pytest.raises(QuestionSetError, match=r"set\.parquet, row 2: found \"x\""):
        read_questions(path)


def test_a_folder_and_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(QuestionSetError, match="found a folder"):
        read_questions(tmp_path)
    with pytest.raises(QuestionSetError, match="No such file"):
        read_questions(tmp_path / "none.jsonl")
