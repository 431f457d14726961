"""judge rules diff: what changed between two installed editions, in the terminal, as Markdown and as JSON."""

import json
from pathlib import Path

import pytest
from two_editions import NEW_DAY, NEWER, OLD_DAY, OLDER, document, edition

from index.errors import EditionError
from index.rules.editions import install
from judge.library import Library
from ui import strings
from ui.cli import main
from ui.terminal.changes import changes_markdown, write_changes
from ui.terminal.output import Display, Output, printed


@pytest.fixture
def library(home: Path) -> Library:
    """Both little editions, installed."""
    for day, body in ((OLD_DAY, OLDER), (NEW_DAY, NEWER)):
        install(home, edition(day, body))
    return Library(home)


def _written(library: Library, display: Display) -> str:
    output = Output.for_display(display, library.rulebook("2031-05-01"))
    write_changes(output, library.changes())
    return printed(output)


def test_the_newest_two_editions_are_compared(library: Library) -> None:
    lines = _written(library, Display()).splitlines()
    assert lines[:4] == [
        "Changes from 2030-01-01 to 2031-05-01",
        "3 added, 2 removed, 1 reworded, 1 other examples, 5 renumbered; glossary: 2",
        "",
        "800 Birds",
    ]
    assert "800.1  Birds  [Reworded]" in lines
    assert "    A bird has two wings, and it counts as one animal for [-every-] {+each+}" in lines
    assert "    Example: A robin sings at [-dawn-]{+noon+}. Ann hears it and Bob, who is" in lines
    assert "    Same words, other numbers: 800.2 → 800.3, 800.2a → 800.3a, 800.2b → 800.3b" in lines
    assert "Gull  [Added]" in lines


def test_a_terminal_with_colors_needs_no_marks(library: Library) -> None:
    shown = _written(library, Display(color="standard"))
    assert "[-" not in shown
    assert "{+" not in shown
    assert "\x1b[4;32meach" in shown


def test_markdown_strikes_out_and_emboldens(library: Library) -> None:
    lines = changes_markdown(library.changes()).splitlines()
    assert lines[:3] == ["# Changes from 2030-01-01 to 2031-05-01", "", lines[2]]
    assert "- **800.1** Birds (Reworded)" in lines
    assert "  > A bird has two wings, and it counts as one animal for ~~every~~ **each** rule in this chapter." in lines
    assert "- **802** Cages (Removed)" in lines
    assert f"## {strings.GLOSSARY}" in lines


def test_json_has_both_versions_of_a_rule(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "diff", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["old"]["id"], found["new"]["id"], found["partial"]) == ("2030-01-01", "2031-05-01", False)
    assert found["counts"] == {"added": 3, "removed": 2, "reworded": 1, "examples": 1, "renumbered": 5}
    first, *others = found["rules"]
    assert (first["kind"], first["chapter"], first["old"]["rule"], first["new"]["rule"]) == (
        "reworded", "800", "800.1", "800.1",
    )  # fmt: skip
    assert [piece for piece in first["words"] if piece["kind"] != "same"] == [
        {"kind": "removed", "text": "every "},
        {"kind": "added", "text": "each "},
    ]
    assert [each["old"]["rule"] for each in others if each["new"] is None] == ["802", "802.1"]
    assert [(each["kind"], (each["new"] or each["old"])["term"]) for each in found["glossary"]] == [
        ("added", "Gull"), ("removed", "Perch"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "compared"),
    [
        ("", "", ("2030-01-01", "2031-05-01")),
        ("2030", "", ("2030-01-01", "2031-05-01")),
        ("2031-05", "2030-01-01", ("2031-05-01", "2030-01-01")),
    ],
)
def test_editions_may_be_shortened(library: Library, old: str, new: str, compared: tuple[str, str]) -> None:
    changes = library.changes(old, new)
    assert (changes.old.id, changes.new.id) == compared


@pytest.mark.parametrize(
    ("old", "message"),
    [
        ("2029", 'found no official edition "2029"; expected one of: 2030-01-01, 2031-05-01; install its text with'),
        ("203", 'found no official edition "203"; expected one of: 2030-01-01, 2031-05-01; install'),
        ("plain", 'found no official edition "plain"; expected one of: 2030-01-01'),
        ("2031-05-01", "found 2030-01-01, 2031-05-01 of the official editions, expected two to compare; install"),
    ],
)
def test_what_cannot_be_compared_is_said(library: Library, old: str, message: str) -> None:
    with pytest.raises(EditionError) as found:
        library.changes(old)
    assert str(found.value).startswith(message)


@pytest.mark.parametrize("count", [0, 1])
def test_without_two_editions_it_says_what_to_install(
    home: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, count: int
) -> None:
    if count:
        (tmp_path / "rules.txt").write_text(document(OLD_DAY, OLDER), "utf-8")
        Library(home).add_file(str(tmp_path / "rules.txt"))
    assert main(["rules", "diff"]) == 1
    there = "2030-01-01" if count else "none"
    assert capsys.readouterr().err == (
        f"judge: found {there} of the official editions, expected two to compare; install another one with: "
        "judge rules add FILE\n"
    )


def test_the_command_prints_the_changes(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "diff", "2030", "2031", "--markdown"]) == 0
    assert capsys.readouterr().out == changes_markdown(library.changes())
    assert main(["rules", "diff"]) == 0
    assert capsys.readouterr().out == _written(library, Display())
