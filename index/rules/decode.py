r"""The bytes of a text document, in any encoding and with any line ends → its text, lines ended by "\n" alone."""

import codecs

from index.errors import DocumentError
from index.input.limits import MOST_LINES

CUT_CHARACTER = "\ufffd"
LARGEST = 64 * 1024 * 1024
BINARY = {
    b"PK\x03\x04": "a zip or Office file",
    b"%PDF": "a PDF file",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"\x1f\x8b": "a gzip file",
    b"\xd0\xcf\x11\xe0": "an old Office file",
    b"{\\rtf": "a rich text (RTF) file",
}
EXPECTED = "expected a rules document as plain text (UTF-8, Windows-1252 or UTF-16); save or download it as .txt."


def decode(data: bytes, name: str) -> str:
    r"""The text of a document: UTF-8, cp1252 or UTF-16 with a mark; CR LF, LF, CR and CR CR LF become "\n".

    A character that is cut in two at the very end becomes U+FFFD. Raises DocumentError for an empty file and for
    anything but text.
    """
    check_size(len(data), name)
    if not data.strip():
        raise DocumentError(f"{name}: found an empty file, {EXPECTED}")
    for start, kind in BINARY.items():
        if data.startswith(start):
            raise DocumentError(f"{name}: found {kind}, {EXPECTED}")
    text = _characters(data, name)
    if "\0" in text:
        line = unify_line_ends(text[: text.index("\0")]).count("\n") + 1
        raise DocumentError(f"{name}: found binary data (a NUL byte at line {line}), {EXPECTED}")
    text = unify_line_ends(text)
    if not text.strip():
        raise DocumentError(f"{name}: found an empty file, {EXPECTED}")
    lines = text.count("\n")
    if lines > MOST_LINES:
        raise DocumentError(f"{name}: found {lines:,} lines, expected at most {MOST_LINES:,}; give another file.")
    return text


def whole_letters(text: str) -> str:
    r"""Text with a question mark for each lone surrogate, which a browser may send but nothing can store.

    >>> whole_letters("a\ud800b")
    'a?b'
    """
    return text.encode("utf-8", "replace").decode("utf-8")


def check_size(size: int, name: str) -> None:
    """Raise DocumentError where a document is larger than any rules document."""
    if size > LARGEST:
        found, limit = size / 1024 / 1024, LARGEST // 1024 // 1024
        raise DocumentError(
            f"{name}: found {found:.0f} MB, expected at most {limit} MB (a rules document has 1 MB); use another file."
        )


def unify_line_ends(text: str) -> str:
    r"""The same text with every line ended by "\n".

    CR CR LF is one line end where a tool doubled every CR, and two (CR, CR LF) in a text that uses CR alone. U+2028
    does not end a line.
    """
    doubled = text.count("\r\r\n")
    if 4 * doubled > text.count("\r"):
        text = text.replace("\r\r\n", "\n")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _characters(data: bytes, name: str) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _strict(data, "utf-16", name)
    marked = data.startswith(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if marked or not data[: error.start].isascii():
            return _strict(data, "utf-8-sig", name)
    return _strict(data, "cp1252", name)


def _strict(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if len(data) - error.start < 4 and encoding != "cp1252":
            return data[: error.start].decode(encoding) + CUT_CHARACTER
        raise DocumentError(
            f"{name}: byte {error.start + 1} is not a {encoding} character, so the file seems damaged; {EXPECTED}"
        ) from error
