"""scripts/added_questions.py: what a commit adds to the typical questions."""

import json
import subprocess
import sys
from pathlib import Path

from paths import ROOT

SCRIPT = ROOT / "scripts" / "added_questions.py"
CHAPTER = "# 702 Keyword Abilities\n\n## 702.19 Trample\nWhat is left goes through.\n\n- what is trample\n"
LATER = CHAPTER + "- where does the rest go\n\n## 702.20 Vigilance\nIt stays up.\n\n- must it turn sideways\n"


def git(folder: Path, *arguments: str) -> None:
    """Run git there, as somebody."""
    somebody = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    subprocess.run(["git", *somebody, *arguments], cwd=folder, check=True, capture_output=True)


def test_the_questions_that_the_later_commit_has(tmp_path: Path) -> None:
    chapter = tmp_path / "index" / "plain" / "chapters" / "702.md"
    chapter.parent.mkdir(parents=True)
    git(tmp_path, "init")
    for text in (CHAPTER, LATER):
        chapter.write_text(text, "utf-8")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "--message", "chapter")
    command = [sys.executable, str(SCRIPT), "HEAD~1", "HEAD"]
    lines = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.splitlines()
    assert [json.loads(line) for line in lines] == [
        {"id": "a0", "question": "where does the rest go", "deciding": ["702.19"], "edition": "2026-08-07"},
        {"id": "a1", "question": "must it turn sideways", "deciding": ["702.20"], "edition": "2026-08-07"},
    ]
