"""judge/library.py: documents installed from bytes, files and a page; what stays when something fails."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from fake_encoder import BagOfWords
from small_rules import SMALL_RULES

from index.errors import DocumentError, EditionError, FetchError, HomeError
from index.records import PlainRulebook, Rulebook
from judge.library import Library

pytestmark = pytest.mark.patient

EDITION = "2030-01-01"
OLDER = SMALL_RULES.replace("January 1, 2030", "March 2, 2029")
CHAPTER = SMALL_RULES[SMALL_RULES.rindex("\n702. ") : SMALL_RULES.rindex("\n704. ")]
NEWEST = "/files/Rules%20of%20Ants%2020300101.txt"
LINKS = f'<a href="/files/rules20290302.txt">old</a> <a class="x" href="{NEWEST}">new</a> <a href="a.pdf">as PDF</a>'

Pages = dict[str, tuple[str, bytes]]


@pytest.fixture
def library(home: Path, plain: PlainRulebook) -> Library:
    """A library in an empty home, with our seven plain entries in the place of the shipped ones."""
    library = Library(home)
    library.__dict__["plain"] = plain
    return library


@pytest.fixture
def pages() -> Pages:
    """What the publisher's site holds: type and bytes by path."""
    return {"/rules": ("text/html", LINKS.encode()), NEWEST: ("text/plain", SMALL_RULES.encode("cp1252"))}


@pytest.fixture
def page(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of the rules page of a site of our own."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = pages.get(self.path, ("", b""))
            self.send_response(200 if kind else 404)
            self.send_header("Content-Type", kind.partition("|")[0] or "text/html")
            self.send_header("Content-Length", str(len(body) + (1000 if kind.endswith("|cut") else 0)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    monkeypatch.setenv("no_proxy", "*")
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/rules"
        server.shutdown()
        thread.join()


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes, the lock left out."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if path.name != "writing.lock"}


def test_an_empty_home(library: Library, home: Path) -> None:
    assert (library.editions(), library.edition_in_use()) == (["plain"], "plain")
    assert not library.rulebook().edition.official
    assert library.reader().find("702.19a").text == "It has nothing to do when nobody blocks."
    assert not home.exists()


def test_at_home(home: Path) -> None:
    assert Library.at_home() == Library(home)


def test_add(library: Library, home: Path, rulebook: Rulebook) -> None:
    assert library.add(SMALL_RULES.encode("utf-16"), "small.txt") == rulebook
    assert library.rulebook() == library.rulebook(EDITION) == rulebook
    assert (library.editions(), library.edition_in_use()) == (["plain", EDITION], EDITION)
    assert set(files(home)) == {f"editions/{EDITION}/rulebook.json", "editions/texts.sqlite"}


def test_add_again_replaces(library: Library, home: Path) -> None:
    library.add(SMALL_RULES.encode(), "small.txt")
    library.add(SMALL_RULES.replace("turns go to the left", "turns go to the right").encode(), "small.txt")
    assert library.editions() == ["plain", EDITION]
    assert library.reader().find("800.1").text == "Sit in a circle; turns go to the right."


def test_an_edition_is_read_and_aligned_once(library: Library, encoder: BagOfWords) -> None:
    library.add(SMALL_RULES.encode(), "small.txt")
    reader = library.reader()
    assert library.reader(EDITION) is library.judge(encoder=encoder).reader is reader
    assert library.reader("plain") is not reader
    library.add(SMALL_RULES.replace("to the left", "to the right").encode(), "small.txt")
    assert library.reader().find("800.1").text == "Sit in a circle; turns go to the right."


@pytest.mark.parametrize(
    "data", [b"", b"<html>702.1 A</html>", SMALL_RULES[:3000].encode()], ids=["empty", "HTML", "cut"]
)
def test_nothing_changes_when_a_document_is_refused(library: Library, home: Path, data: bytes) -> None:
    library.add(SMALL_RULES.encode(), "small.txt")
    before = files(home)
    with pytest.raises(DocumentError):
        library.add(data, "small.txt")
    assert files(home) == before


def test_add_file(library: Library, home: Path, tmp_path: Path, rulebook: Rulebook) -> None:
    (tmp_path / "Wie heißt das.dat").write_text(SMALL_RULES, "utf-8")
    assert library.add_file(str(tmp_path / "Wie heißt das.dat")) == rulebook
    assert set(files(home)) == {f"editions/{EDITION}/rulebook.json", "editions/texts.sqlite"}


def test_add_file_from_the_users_folder(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "small.txt").write_text(SMALL_RULES, "utf-8")
    assert library.add_file("~/small.txt").edition.id == EDITION


def test_a_part_is_added_but_not_used(library: Library) -> None:
    part = library.add(CHAPTER.encode(), "Chapter 702.txt").edition
    assert (part.id, part.partial) == ("partial-chapter-702", True)
    assert library.editions() == ["plain", "partial-chapter-702"]
    assert library.edition_in_use() == "plain"
    library.use(part.id)
    assert library.reader().edition == part


def test_the_newest_is_used_until_another_is_chosen(library: Library) -> None:
    library.add(SMALL_RULES.encode(), "small.txt")
    library.add(OLDER.encode(), "older.txt")
    assert library.editions() == ["plain", "2029-03-02", EDITION]
    assert library.edition_in_use() == EDITION
    for edition in ("2029-03-02", "plain"):
        library.use(edition)
        assert library.edition_in_use() == library.rulebook().edition.id == edition


@pytest.mark.parametrize("edition", ["2001-01-01", "", "..", "../editions/2030-01-01", "2030-01-01/"])
def test_use_of_what_is_not_there(library: Library, edition: str) -> None:
    library.add(SMALL_RULES.encode(), "small.txt")
    with pytest.raises(EditionError, match=f"^found no edition .*; expected one of: plain, {EDITION}; add one with"):
        library.use(edition)
    assert library.edition_in_use() == EDITION


@pytest.mark.parametrize("content", ["", "[]", '{"format": 1}', '{"format": 99}'])
def test_a_damaged_edition(library: Library, home: Path, content: str) -> None:
    library.add(SMALL_RULES.encode(), "small.txt")
    (home / "editions" / EDITION / "rulebook.json").write_text(content)
    with pytest.raises(EditionError, match="was changed or truncated; add the edition again"):
        library.rulebook(EDITION)


def test_a_home_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HomeError, match=r"cannot write to .*; set JUDGE_HOME to one"):
        Library(tmp_path / "file").add(SMALL_RULES.encode(), "small.txt")


def test_a_judge_and_its_index(library: Library, encoder: BagOfWords) -> None:
    library.add(SMALL_RULES.encode(), "small.txt")
    steps: list[tuple[int, int]] = []
    judge = library.judge(encoder=encoder, on_progress=lambda done, total: steps.append((done, total)))
    assert judge.ask("can my new beetle attack at once").citations[0].rule.id == "702.10a"
    assert steps[0][0] == 0
    assert steps[-1][0] == steps[-1][1] == len(encoder.encoded) - 1
    again = BagOfWords()
    assert library.judge(encoder=again).rank("haste", 5) == judge.rank("haste", 5)
    assert again.encoded == ["haste"]


def test_fetch(library: Library, home: Path, page: str, rulebook: Rulebook) -> None:
    assert library.fetch(page) == rulebook
    assert library.edition_in_use() == EDITION
    assert set(files(home)) == {f"editions/{EDITION}/rulebook.json", "editions/texts.sqlite"}


def test_fetch_refuses_a_part(library: Library, home: Path, page: str, pages: Pages) -> None:
    library.add(SMALL_RULES.encode(), "small.txt")
    before = files(home)
    pages[NEWEST] = ("text/plain", CHAPTER.encode())
    with pytest.raises(DocumentError, match=r"^Rules of Ants 20300101\.txt from .* is only a part of the rules"):
        library.fetch(page)
    assert files(home) == before


@pytest.mark.parametrize(
    ("path", "kind", "body", "said"),
    [
        pytest.param("/rules", "", b"", "could not download .*Not Found", id="no page"),
        pytest.param("/rules", "text/html", b"<p>moved</p>", "found no link to a .txt file", id="no link"),
        pytest.param(NEWEST, "", b"", "could not download .*Not Found", id="no text"),
        pytest.param(NEWEST, "text/html", b"<p>sorry</p>", "found an HTML page at", id="a page for the text"),
        pytest.param(NEWEST, "text/plain|cut", SMALL_RULES.encode(), "broke off after .* of|IncompleteRead", id="cut"),
        pytest.param(NEWEST, "text/plain", b"", "found an empty file", id="empty"),
        pytest.param(NEWEST, "text/plain", SMALL_RULES[:4000].encode(), "the file seems truncated", id="half a text"),
        pytest.param(NEWEST, "text/plain", b"<!DOCTYPE html>", "found an HTML page", id="a page called text"),
    ],
)
def test_the_last_good_text_stays(
    library: Library, home: Path, page: str, pages: Pages, path: str, kind: str, body: bytes, said: str
) -> None:
    library.fetch(page)
    before = files(home)
    pages[path] = (kind, body)
    with pytest.raises((FetchError, DocumentError), match=said) as caught:
        library.fetch(page)
    assert "\n" not in str(caught.value)
    assert files(home) == before
    assert library.edition_in_use() == EDITION


@pytest.mark.parametrize("page", ["http://127.0.0.1:9/rules", "not an address", "ftp:///x"], ids=repr)
def test_no_network(library: Library, home: Path, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with pytest.raises(FetchError, match="install a file instead: judge rules add FILE"):
        library.fetch(page)
    assert not home.exists()
