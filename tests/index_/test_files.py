"""index/files.py: a file or folder takes the place of another whole, or not at all."""

from pathlib import Path

import pytest

from index.files import replacing


def _everything(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}


def test_a_file_is_replaced(tmp_path: Path) -> None:
    for text in ("before", "after"):
        with replacing(tmp_path / "deep" / "one.txt") as unfinished:
            unfinished.write_text(text, "utf-8")
            assert unfinished.parent == tmp_path / "deep"
    assert _everything(tmp_path) == {"deep/one.txt": "after"}


def test_a_folder_is_replaced(tmp_path: Path) -> None:
    for name in ("before", "after"):
        with replacing(tmp_path / "folder") as unfinished:
            unfinished.mkdir()
            (unfinished / name).write_text("x", "utf-8")
    assert _everything(tmp_path) == {"folder/after": "x"}


def test_a_failure_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("before", "utf-8")
    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "one.txt") as unfinished:
        unfinished.write_text("after", "utf-8")
        _ = 1 / 0
    assert _everything(tmp_path) == {"one.txt": "before"}


def test_a_failing_folder_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "folder") as unfinished:
        unfinished.mkdir()
        (unfinished / "half").write_text("x", "utf-8")
        _ = 1 / 0
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_is_written_over(tmp_path: Path) -> None:
    with replacing(tmp_path / "folder") as left:
        left.mkdir()
    left.mkdir()
    (left / "left-over").write_text("x", "utf-8")
    with replacing(tmp_path / "folder") as unfinished:
        assert unfinished == left
        assert not unfinished.exists()
        unfinished.mkdir()
    assert _everything(tmp_path) == {}
