"""index/home.py: editions are kept whole or not at all, and one is in use."""

import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from index.errors import EditionError, HomeError
from index.home import home_folder, locked
from index.records import Rulebook
from index.rules.editions import choose, in_use, install, installed, load_edition


def _dated(rulebook: Rulebook, edition: str) -> Rulebook:
    return replace(rulebook, edition=replace(rulebook.edition, id=edition))


def _files(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


@contextmanager
def _disk_full_after(size: int) -> Iterator[None]:
    """No file may grow beyond `size` bytes, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_round_trip(home: Path, rulebook: Rulebook) -> None:
    install(home, rulebook)
    assert load_edition(home, "2030-01-01") == rulebook
    assert sorted(_files(home)) == ["editions/2030-01-01/rulebook.json", "editions/texts.sqlite", "writing.lock"]


def test_installing_again_replaces(home: Path, rulebook: Rulebook) -> None:
    install(home, rulebook)
    install(home, replace(rulebook, glossary=()))
    assert load_edition(home, "2030-01-01").glossary == ()
    assert sorted(_files(home)) == ["editions/2030-01-01/rulebook.json", "editions/texts.sqlite", "writing.lock"]


def test_a_failing_write_leaves_the_last_good_edition(home: Path, rulebook: Rulebook) -> None:
    install(home, rulebook)
    before = _files(home)
    with (
        _disk_full_after(4096),
        pytest.raises(HomeError, match=r"cannot write to .* \((File too large|disk I/O error)\)"),
    ):
        install(home, replace(rulebook, glossary=()))
    assert _files(home) == before
    assert load_edition(home, "2030-01-01") == rulebook


def test_a_failing_first_write_leaves_nothing(home: Path, rulebook: Rulebook) -> None:
    with _disk_full_after(4096), pytest.raises(HomeError):
        install(home, rulebook)
    assert (installed(home), in_use(home)) == ([], "plain")
    assert not [path for path in (home / "editions").rglob("*") if path.is_file() and path.name != "texts.sqlite"]


def test_what_a_killed_writer_left_is_no_edition(home: Path, rulebook: Rulebook) -> None:
    install(home, rulebook)
    left = home / "editions" / "2031-01-01" / "rulebook.json.123.unfinished"
    left.parent.mkdir()
    left.write_text("{", "utf-8")
    assert (installed(home), in_use(home)) == (["2030-01-01"], "2030-01-01")


def test_two_writers(home: Path, rulebook: Rulebook) -> None:
    install(home, rulebook)
    with locked(home):
        with pytest.raises(HomeError, match=r"another judge is writing to .*wait until it has finished"):
            install(home, rulebook)
        with pytest.raises(HomeError, match="another judge"):
            choose(home, "plain")
        assert load_edition(home, "2030-01-01") == rulebook
    install(home, replace(rulebook, glossary=()))
    assert load_edition(home, "2030-01-01").glossary == ()


@pytest.mark.parametrize("below", [".", "home", "deep/home"])
def test_a_home_at_or_below_a_regular_file(below: str, tmp_path: Path, rulebook: Rulebook) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    home = tmp_path / "file" / below
    refused = r"cannot write to .*expected a folder that you may write to; set JUDGE_HOME"
    with pytest.raises(HomeError, match=refused):
        install(home, rulebook)
    with pytest.raises(HomeError, match=refused):
        choose(home, "plain")
    assert (installed(home), in_use(home)) == ([], "plain")


def test_the_newest_whole_edition_is_used_by_default(home: Path, rulebook: Rulebook) -> None:
    assert in_use(home) == "plain"
    for edition in ("partial-mine", "2029-01-01", "2031-01-01", "2030-01-01"):
        install(home, _dated(rulebook, edition))
    assert installed(home) == ["partial-mine", "2029-01-01", "2030-01-01", "2031-01-01"]
    assert in_use(home) == "2031-01-01"


def test_a_part_is_never_used_unasked(home: Path, rulebook: Rulebook) -> None:
    install(home, _dated(rulebook, "partial-mine"))
    assert in_use(home) == "plain"
    choose(home, "partial-mine")
    assert in_use(home) == "partial-mine"


def test_a_choice_stays(home: Path, rulebook: Rulebook) -> None:
    install(home, rulebook)
    for edition in ("plain", "2030-01-01", "plain"):
        choose(home, edition)
        assert in_use(home) == edition
    install(home, _dated(rulebook, "2031-01-01"))
    assert in_use(home) == "plain"


@pytest.mark.parametrize("saved", [b"", b"{", b"[]", b"null", b'{"edition": "2001-01-01"}', b'{"edition": 5}', b"\xff"])
def test_a_damaged_choice_is_no_choice(saved: bytes, home: Path, rulebook: Rulebook) -> None:
    install(home, rulebook)
    (home / "in-use.json").write_bytes(saved)
    assert in_use(home) == "2030-01-01"


@pytest.mark.parametrize("edition", ["2001-01-01", "", "..", "../editions/2030-01-01", "2030-01-01/"])
def test_what_is_not_installed_cannot_be_used(edition: str, home: Path, rulebook: Rulebook) -> None:
    install(home, rulebook)
    for use in (choose, load_edition):
        with pytest.raises(EditionError) as caught:
            use(home, edition)
        assert "expected one of: plain, 2030-01-01; add one with: judge rules add FILE" in str(caught.value)
    assert in_use(home) == "2030-01-01"


@pytest.mark.parametrize(
    "damaged",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b'{"format": 1, "edit', id="cut"),
        pytest.param(b"[]", id="list"),
        pytest.param(b"null", id="null"),
        pytest.param(b'{"format": 1}', id="no-edition"),
        pytest.param(b'{"format": 0}', id="other-format"),
        pytest.param(b'{"format": 1, "edition": {"id": "x"}, "rules": [], "glossary": []}', id="edition-without-name"),
        pytest.param(b"\xff\xfe\x00", id="bytes"),
    ],
)
def test_a_damaged_rulebook_is_refused(damaged: bytes, home: Path, rulebook: Rulebook) -> None:
    install(home, rulebook)
    (home / "editions" / "2030-01-01" / "rulebook.json").write_bytes(damaged)
    with pytest.raises(EditionError, match=r"rulebook\.json was changed or truncated; add the edition again"):
        load_edition(home, "2030-01-01")


@pytest.mark.parametrize("rules", ["x", [5], [None], [{"id": "1"}], None, [["a"]]], ids=str)
def test_damaged_rules_are_refused(rules: object, home: Path, rulebook: Rulebook) -> None:
    install(home, rulebook)
    path = home / "editions" / "2030-01-01" / "rulebook.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "rules": rules}), "utf-8")
    with pytest.raises(EditionError, match="was changed or truncated"):
        load_edition(home, "2030-01-01")


def test_the_home_is_the_one_of_the_environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert home_folder() == home
    monkeypatch.delenv("JUDGE_HOME")
    assert home_folder().name == "rules-judge"
    assert not home.exists()
