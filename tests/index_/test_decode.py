"""index/rules/decode.py: encodings and line ends."""

import pytest

from index.errors import DocumentError
from index.rules.decode import LARGEST, check_size, decode, unify_line_ends

WORDS = "100.1. “Größe” – one\n\n100.2. two\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_every_encoding_gives_the_same_text(encoding: str) -> None:
    assert decode(WORDS.encode(encoding), "rules.txt") == WORDS


def test_utf_16_big_endian() -> None:
    assert decode(b"\xfe\xff" + WORDS.encode("utf-16-be"), "rules.txt") == WORDS


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"], ids=["LF", "CRLF", "CR", "CRCRLF"])
def test_every_line_end_gives_the_same_text(end: str) -> None:
    text = "a\nExample: b\n\nc\nd\n\ne\nf\n\n"
    assert unify_line_ends(text.replace("\n", end)) == text


def test_carriage_returns_with_a_few_windows_line_ends() -> None:
    assert unify_line_ends("a\rb\rc\rd\re\rf\r\r\ng\rh\ri\r") == "a\nb\nc\nd\ne\nf\n\ng\nh\ni\n"


def test_the_unicode_line_separator_stays_in_its_line() -> None:
    assert decode("100.1. a\u2028b\u0085c\n".encode(), "rules.txt").split("\n") == ["100.1. a\u2028b\u0085c", ""]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "an empty file"),
        (b" \r\n ", "an empty file"),
        (b"\xef\xbb\xbf\n", "an empty file"),
        (b"ab\ncd\0ef", "a NUL byte at line 2"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"PK\x03\x04abc", "a zip or Office file"),
        (b"%PDF-1.7", "a PDF file"),
        ("Größe ".encode() + b"\xff" + b" and much more", "byte 9 is not a utf-8-sig character"),
        (b"abc \x81 and much more", "byte 5 is not a cp1252 character"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, found: str) -> None:
    with pytest.raises(DocumentError) as caught:
        decode(data, "rules.txt")
    assert str(caught.value).startswith("rules.txt: ")
    assert found in str(caught.value)
    assert "expected a rules document as plain text" in str(caught.value)


def test_a_character_cut_in_two_at_the_end_is_marked() -> None:
    assert decode("Größe “a”".encode()[:-1], "rules.txt") == "Größe “a\ufffd"


def test_a_huge_file_is_refused() -> None:
    check_size(LARGEST, "rules.txt")
    with pytest.raises(DocumentError, match="found 200 MB, expected at most 64 MB"):
        check_size(200 * 1024 * 1024, "rules.txt")
