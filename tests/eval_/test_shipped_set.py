"""eval/questions/shipped.py: the shipped set by its name, and the splits of any set."""

from pathlib import Path

import pytest

from eval.questions.shipped import SPLITS, load_questions
from index.errors import QuestionSetError

LINE = '{{"id": "{}", "question": "May I?", "deciding": ["100.1"], "split": "{}"}}\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A set of three questions, the last one in no split."""
    path = tmp_path / "questions.jsonl"
    path.write_text(LINE.format("a", "dev") + LINE.format("b", "test") + LINE.format("c", ""), "utf-8")
    return path


@pytest.mark.parametrize(
    ("split", "found"), [(None, ["a"]), ("dev", ["a"]), ("test", ["b"])], ids=["without", "dev", "test"]
)
def test_the_shipped_set(file: Path, split: str | None, found: list[str]) -> None:
    assert [question.id for question in load_questions("shipped", split, file)] == found


def test_a_file_is_taken_whole_unless_told(file: Path) -> None:
    assert [question.id for question in load_questions(str(file))] == ["a", "b", "c"]
    assert [question.id for question in load_questions(str(file), "test")] == ["b"]


def test_no_such_split(file: Path, tmp_path: Path) -> None:
    with pytest.raises(
        QuestionSetError, match=r'no question in the split "tset", expected one of its splits \(dev, test\)'
    ):
        load_questions(str(file), "tset")
    (tmp_path / "none.jsonl").write_text(LINE.format("a", ""), "utf-8")
    with pytest.raises(QuestionSetError, match=r"its splits \(none\)"):
        load_questions(str(tmp_path / "none.jsonl"), SPLITS[0])
