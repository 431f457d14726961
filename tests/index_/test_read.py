"""index/rules/read.py: the choice of the reader, the edition, and what is refused."""

from collections import Counter
from pathlib import Path

import pytest
from small_page import PAGE
from small_rules import SMALL_RULES

from index.errors import DocumentError
from index.rules.read import read_bytes, read_document

CHAPTER = SMALL_RULES[SMALL_RULES.rindex("\n702. ") : SMALL_RULES.rindex("\n704. ")]


def test_a_whole_document(tmp_path: Path) -> None:
    (tmp_path / "any.name").write_text(SMALL_RULES, "utf-8-sig", newline="\r\n")
    book = read_document(tmp_path / "any.name")
    assert book == read_bytes(SMALL_RULES.encode("utf-16"), "small.txt")
    assert (book.edition.id, book.edition.effective, book.edition.partial) == ("2030-01-01", "2030-01-01", False)
    assert book.edition.name == "Comprehensive Rules, effective January 1, 2030"
    assert (len(book.rules), len(book.numbered), len(book.glossary)) == (51, 39, 8)


@pytest.mark.parametrize("text", [CHAPTER, PAGE], ids=["chapter", "page"])
def test_a_part(text: str) -> None:
    book = read_bytes(text.encode(), "My Chapter (7).txt")
    assert (book.edition.id, book.edition.partial, book.edition.effective) == ("partial-my-chapter-7", True, "")
    assert book.edition.name == "Comprehensive Rules (part), from My Chapter (7).txt"


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "an empty file"),
        (b"\n<!DOCTYPE html><p>702.19a Trample", "an HTML page"),
        (b"# Shopping\n\nbread, 100 g of butter\n", 'found "# Shopping" at line 1 and no numbered rules'),
        (b"\x00\x01\x02\x03", "binary data"),
        ("702.19a Trample is for “big” beetles”".encode()[:-1], "the last character, at line 1, is cut in two"),
    ],
    ids=["empty", "HTML", "other text", "binary", "cut"],
)
def test_what_is_refused(data: bytes, found: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read_bytes(data, "rules.txt")
    assert found in str(caught.value)
    assert "expected" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_paths_that_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="found a folder"):
        read_document(tmp_path)
    with pytest.raises(DocumentError, match="found no such file"):
        read_document(str(tmp_path / "none.txt"))
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    with pytest.raises(DocumentError, match="huge\\.txt: found 200 MB, expected at most 64 MB"):
        read_document(tmp_path / "huge.txt")


def test_a_whole_document_without_one_of_its_rules_is_refused(tried: Counter[str]) -> None:
    sections = "".join(f"{digit}. Section {digit}\n\n" for digit in range(1, 10))
    chapters = [f"{digit}00" for digit in range(1, 10)]
    lines = [f"{chapter}.{rule}. A rule of our own." for chapter in chapters for rule in range(1, 251)]
    end = "Glossary\n\nKite\nA toy.\n\nCredits\n"
    body = "".join(f"{chapter}. Chapter {chapter}\n\n" for chapter in chapters) + "\n\n".join(lines)
    whole = f"{sections}{body}\n\n{end}"
    assert len(read_bytes(whole.encode(), "whole.txt").rules) == 9 * 251
    for lost in ("500.17. A rule of our own.\n\n", "900.1. A rule of our own.\n\n"):
        with pytest.raises(DocumentError, match=r"found rule \d+\.\d+ and no rule \d+\.\d+, expected a document"):
            read_bytes(whole.replace(lost, "", 1).encode(), "whole.txt")
        tried["gaps"] += 1
