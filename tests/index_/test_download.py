"""index/input/download.py: downloads from a little server on this machine, and every way in which they fail."""

import time
from pathlib import Path

import pytest
from small_site import Reply, Site, text_of

from index.errors import FetchError
from index.input.download import Download, Downloader

DOWNLOADER = Downloader("use a file instead", 5.0)
BODY = b"a beetle in the grass\n" * 20_000


def test_content_after_a_redirect(site: Site) -> None:
    site.serve({"/old": Reply(status=302, location="/new"), "/new": Reply(b"beetle", "Text/Plain")})
    assert DOWNLOADER.get(f"{site.address}/old", 6) == Download(f"{site.address}/new", "text/plain", b"beetle")


def test_progress_ends_with_all_bytes(site: Site) -> None:
    site.serve({"/file": text_of(BODY)})
    steps = list[tuple[int, int]]()
    assert DOWNLOADER.get(f"{site.address}/file", len(BODY), lambda *step: steps.append(step)).body == BODY
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert steps[-1] == (len(BODY), len(BODY))
    assert {total for _, total in steps} == {len(BODY)}


def test_a_file_is_saved(site: Site, tmp_path: Path) -> None:
    site.serve({"/file": text_of(BODY)})
    DOWNLOADER.save(f"{site.address}/file", tmp_path / "file", len(BODY))
    assert (tmp_path / "file").read_bytes() == BODY


def test_a_file_that_cannot_be_written(site: Site, tmp_path: Path) -> None:
    site.serve({"/file": text_of(BODY)})
    with pytest.raises(FetchError, match=r"cannot write .*none/file \(No such file.*\); use a file instead"):
        DOWNLOADER.save(f"{site.address}/file", tmp_path / "none" / "file", len(BODY))


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        pytest.param(Reply(status=404), r"could not download {0} (404 Not Found); use a file instead", id="missing"),
        pytest.param(
            Reply(status=500), r"could not download {0} (500 Internal Server Error); use a file instead", id="500"
        ),
        pytest.param(text_of(b"x" * 101), "{0} holds more than 100 bytes; use a file instead", id="too large"),
        pytest.param(
            text_of(b"x" * 10, length=50),
            "{0} broke off after 10 of 50 bytes; try again, or use a file instead",
            id="truncated",
        ),
    ],
)
def test_errors(reply: Reply, message: str, site: Site) -> None:
    site.serve({"/file": reply})
    address = f"{site.address}/file"
    with pytest.raises(FetchError) as caught:
        DOWNLOADER.get(address, 100)
    assert str(caught.value) == message.format(address)


def test_a_silent_server(site: Site) -> None:
    site.serve({"/file": text_of(b"x", wait=1.5)})
    started = time.monotonic()
    with pytest.raises(FetchError, match=r"could not download .*/file \(timed out\); use a file instead"):
        Downloader("use a file instead", 0.2).get(f"{site.address}/file", 100)
    assert time.monotonic() - started < 1.4
