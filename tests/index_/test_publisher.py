"""index/rules/publisher.py: the publisher's page and text, served by a little server on this machine."""

import socket
import time

import pytest
from small_site import Reply, Site, page_of, text_of

from index.errors import FetchError
from index.rules.publisher import BY_HAND, LARGEST, fetch_newest

TEXT = b"100.1. A beetle.\r\n"


@pytest.mark.parametrize(
    ("link", "path", "name"),
    [
        pytest.param("/files/Rules%2020300101.txt", "/files/Rules%2020300101.txt", "Rules 20300101.txt", id="quoted"),
        pytest.param("/files/Rules 20300101.txt", "/files/Rules%2020300101.txt", "Rules 20300101.txt", id="blank"),
        pytest.param("files/20300101.TXT", "/en/files/20300101.TXT", "20300101.TXT", id="relative"),
        pytest.param("/f/a.txt?v=1&amp;w=2", "/f/a.txt?v=1&w=2", "a.txt", id="query"),
        pytest.param("/f/R%C3%A8gles.txt", "/f/R%C3%A8gles.txt", "Règles.txt", id="letters"),
    ],
)
def test_a_link_is_followed(link: str, path: str, name: str, site: Site) -> None:
    page = site.serve({"/en/rules": page_of("/en/other", "/rules.pdf", link), path: text_of(TEXT)})
    assert fetch_newest(page) == (TEXT, name)


def test_a_link_of_another_host(site: Site) -> None:
    page = site.serve(
        {"/en/rules": page_of(f"{site.address}/media/20300101.txt"), "/media/20300101.txt": text_of(TEXT)}
    )
    assert fetch_newest(page) == (TEXT, "20300101.txt")


def test_the_newest_of_several_links(site: Site) -> None:
    links = ["/2029/R%2020291231.txt", "/2030/R%2020300601.txt", "/2030/R%2020300101.txt", "/notes.txt"]
    page = site.serve({"/en/rules": page_of(*links), "/2030/R%2020300601.txt": text_of(TEXT)})
    assert fetch_newest(page) == (TEXT, "R 20300601.txt")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects(status: int, site: Site) -> None:
    page = site.serve(
        {
            "/en/rules": Reply(status=status, location="/moved/here/rules"),
            "/moved/here/rules": page_of("20300101.txt"),
            "/moved/here/20300101.txt": Reply(status=status, location="/far/20300102.txt"),
            "/far/20300102.txt": text_of(TEXT),
        }
    )
    assert fetch_newest(page) == (TEXT, "20300102.txt")


@pytest.mark.parametrize(
    ("replies", "said"),
    [
        pytest.param({}, "could not download .*/en/rules .*Not Found", id="no-page"),
        pytest.param({"/en/rules": Reply(status=500)}, "could not download .*Internal Server Error", id="server-error"),
        pytest.param({"/en/rules": Reply()}, "found no link to a .txt file", id="empty-page"),
        pytest.param({"/en/rules": page_of("/rules.pdf")}, "found no link to a .txt file", id="no-link"),
        pytest.param({"/en/rules": page_of("/a.txt")}, r"could not download .*/a\.txt .*Not Found", id="dead-link"),
        pytest.param({"/en/rules": page_of("http://[/a.txt")}, "could not download ", id="broken-link"),
        pytest.param(
            {"/en/rules": page_of("/a.txt"), "/a.txt": Reply(b"<html>Sorry</html>", "Text/HTML")},
            r"found an HTML page at .*/a\.txt, expected the rules' text",
            id="html-instead-of-text",
        ),
        pytest.param(
            {"/en/rules": page_of("/a.txt"), "/a.txt": text_of(TEXT, length=5000)},
            f"broke off after {len(TEXT)} of 5000 bytes; try again",
            id="truncated",
        ),
        pytest.param(
            {"/en/rules": page_of("/a.txt"), "/a.txt": text_of(bytes(LARGEST + 1))},
            f"holds more than {LARGEST} bytes",
            id="too-large",
        ),
        pytest.param(
            {"/en/rules": Reply(status=302, location="/en/rules")}, "could not download .*redirect", id="redirect-loop"
        ),
    ],
)
def test_what_goes_wrong_is_one_line(replies: dict[str, Reply], said: str, site: Site) -> None:
    with pytest.raises(FetchError, match=said) as caught:
        fetch_newest(site.serve(replies))
    assert str(caught.value).endswith(BY_HAND)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("slow", ["/en/rules", "/a.txt"])
def test_a_slow_server(slow: str, site: Site) -> None:
    replies = {"/en/rules": page_of("/a.txt"), "/a.txt": text_of(TEXT)}
    body = replies[slow]
    page = site.serve({**replies, slow: Reply(body.body, body.kind, wait=1.5)})
    started = time.monotonic()
    with pytest.raises(FetchError, match=rf"could not download .*{slow} \(.*timed out\); {BY_HAND}"):
        fetch_newest(page, timeout=0.2)
    assert time.monotonic() - started < 1.4


def test_connection_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(FetchError, match=rf"could not download http://127\.0\.0\.1:{port}/ \(.*refused.*\); {BY_HAND}"):
        fetch_newest(f"http://127.0.0.1:{port}/")


@pytest.mark.parametrize("page", ["", "rules", "nothing://x", "http://", "http://a b/"])
def test_no_address(page: str) -> None:
    with pytest.raises(FetchError, match=f"could not download .*; {BY_HAND}"):
        fetch_newest(page)
