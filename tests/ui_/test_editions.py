"""judge rules add, judge rules check, judge rule --history: what is printed of several editions."""

import json
from pathlib import Path

import pytest
from fake_encoder import BagOfWords
from two_editions import NEW_DAY, NEWER, OLD_DAY, OLDER, edition

from index.errors import EditionError
from judge.library import Library
from ui import strings
from ui.cli import main
from ui.terminal.editions import check_wordings, say_added

pytestmark = pytest.mark.patient

OLD, NEW = "2030-01-01", "2031-05-01"


@pytest.fixture
def library(home: Path) -> Library:
    """Both little editions, installed."""
    library = Library(home)
    for day, body in ((OLD_DAY, OLDER), (NEW_DAY, NEWER)):
        library.install(edition(day, body))
    return library


def test_each_added_file_has_its_outcome(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = Library(home)
    book = edition(OLD_DAY, OLDER)
    for each in (book, book, edition(OLD_DAY, NEWER)):
        say_added(each, library.install(each))
    lines = capsys.readouterr().out.splitlines()
    name = "Comprehensive Rules, effective January 1, 2030"
    assert lines[0].startswith(f"Added {OLD}: {name} (")
    assert lines[1] == strings.ALREADY_THERE.format(edition=OLD, name=name)
    assert lines[2].startswith(f"Replaced {OLD}: {name} (")


def test_an_edition_from_long_ago_and_a_partial_one_have_a_note(
    home: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    library = Library(home)
    (tmp_path / "nests.txt").write_text(NEWER[NEWER.index("801. Nests") : NEWER.index("Glossary")], "utf-8")
    for book in (edition("May 1, 2015", OLDER), library.add_file(str(tmp_path / "nests.txt"))):
        say_added(book, "new")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == strings.BEFORE_MEASURED.format(year="2016")
    assert lines[3] == strings.PARTIAL_ADDED


def test_wordings_to_read_again_are_listed(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    """No official text is like ours, so that no wording belongs to it; a chapter of that name is no wording."""
    check_wordings()
    assert capsys.readouterr().out.strip() == strings.ALL_CONFIRMED.format(edition=NEW)


def test_the_history_of_a_rule(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "800.3a", "--history"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert strings.SINCE_OLDEST.format(edition=OLD) in " ".join(lines)
    assert [line for line in lines if line.startswith("20")] == [f"{NEW}  800.3a  [was 800.2a]", f"{OLD}  800.2a"]
    assert main(["rule", "800.2a", "--edition", OLD, "--history", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["since"], found["from_start"], found["until"]) == (OLD, True, "")
    assert [(each["edition"], each["rule"], each["reworded"]) for each in found["versions"]] == [
        (OLD, "800.2a", True), (NEW, "800.3a", False),
    ]  # fmt: skip


def test_a_rule_as_it_was(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "800.2a", "--edition", OLD, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["text"].startswith("An owl hunts")
    assert main(["rule", "800.2a", "--edition", "2001-01-01"]) == 1
    assert 'found no edition "2001-01-01"' in capsys.readouterr().err


@pytest.mark.parametrize("lost", [b"", b"no texts", None], ids=["empty", "another file", "missing"])
def test_damaged_texts_say_what_to_add_again(
    home: Path, library: Library, capsys: pytest.CaptureFixture[str], lost: bytes | None
) -> None:
    """All at once where they are read; after one edition was added again, the others, which it doesn't bring back."""
    texts = home / "editions" / "texts.sqlite"
    texts.unlink() if lost is None else texts.write_bytes(lost)
    told = f"the editions {OLD}, {NEW} in {home / 'editions'} were changed or truncated; add each again with: "
    for use in (library.changes, library.reader, lambda: library.life(NEW, "800.1")):
        with pytest.raises(EditionError) as found:
            use()
        assert str(found.value) == f"{told}judge rules add FILE"
    assert library.install(edition(NEW_DAY, NEWER)) == "new"
    assert main(["rules", "list"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == strings.ADD_AGAIN.format(editions=OLD)
    assert library.judge(NEW, BagOfWords()).ask("800.1").citations[0].rule.number == "800.1"
    with pytest.raises(EditionError, match=rf"{OLD}/rulebook\.json was changed or truncated; add the edition again"):
        library.changes()
    library.install(edition(OLD_DAY, OLDER))
    assert (library.damaged(), library.changes().counts["added"]) == ([], 3)
