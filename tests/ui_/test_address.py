"""ui/server/address.py: the terminal finds the page that is being served."""

import json
from pathlib import Path

import pytest
from small_site import Reply, Site

from ui.server.address import announce, announcing, served_page


def editions(in_use: str) -> Reply:
    """What a page says of its editions."""
    return Reply(json.dumps({"in_use": {"id": in_use}, "editions": ["plain", in_use]}).encode(), "application/json")


def test_the_page_is_found_while_it_is_served(home: Path, site: Site) -> None:
    site.serve({"/editions": editions("2030-01-01")})
    with announcing(home) as path:
        assert served_page(home, "2030-01-01") == ""
        announce(path, site.address)
        assert served_page(home, "2030-01-01") == site.address
        assert served_page(home, "plain") == ""
    assert served_page(home, "2030-01-01") == ""
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    "reply",
    [Reply(b"<html>"), Reply(b"[]"), Reply(b'{"in_use": 3}'), Reply(status=500), Reply(b"{}", wait=1.0)],
    ids=["html", "list", "number", "error", "slow"],
)
def test_another_program_at_the_address_is_no_page(home: Path, site: Site, reply: Reply) -> None:
    site.serve({"/editions": reply})
    with announcing(home) as path:
        announce(path, site.address)
        assert served_page(home, "2030-01-01", timeout=0.2) == ""


@pytest.mark.parametrize(
    "kept", ["", "[]", '{"page": 3}', '{"page": "https://example.org"}', '{"page": "http://a:1/x"}']
)
def test_a_file_that_holds_no_address_is_no_page(home: Path, kept: str) -> None:
    home.mkdir()
    (home / "serving.json").write_text(kept)
    assert served_page(home, "plain") == ""


def test_a_page_that_was_killed_is_no_page(home: Path) -> None:
    home.mkdir()
    announce(home / "serving.json", "http://127.0.0.1:9")
    assert served_page(home, "plain") == ""


def test_a_folder_that_cannot_be_written_keeps_no_address(home: Path) -> None:
    home.write_text("a file where the folder should be")
    with announcing(home) as path:
        announce(path, "http://127.0.0.1:7860")
    assert served_page(home, "plain") == ""
