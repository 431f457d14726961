"""index/rules/table.py: the data set of rules in every form."""

import json
from pathlib import Path

import pytest
from paths import SharedFile

from index.errors import DocumentError
from index.records import Rulebook
from index.rules.read import read_bytes, read_document
from index.rules.table import read_examples

ROWS: list[tuple[str, str, list[str]]] = [
    ("702.10", "Haste", []),
    ("702.10a", "Haste, “quick”, is good.", []),
    ("702.2", "Deathtouch", []),
    ("702.2a", "A scratch kills.", ["It’s a “7/7” beetle.", 'Say "go" now.']),
]
DUMP = "number\nstringlengths\n5\n7\ntext\nexamples\n__index_level_0__\nint64\n0\n2.94k\n" + "".join(
    f"{number}\n{text}\n{json.dumps(examples, ensure_ascii=False) if examples else '[]'}  \n{1300 + place:,}\n"
    for place, (number, text, examples) in enumerate(ROWS)
)


def csv(examples: str) -> bytes:
    """A CSV table of ROWS whose last cell is written in this way."""
    cells = ["[]", "[]", "[]", examples]
    lines = [",".join('"' + part.replace('"', '""') + '"' for part in (row[0], row[1], cell))
             for row, cell in zip(ROWS, cells, strict=True)]  # fmt: skip
    return "\n".join(["number,text,examples", *lines]).encode()


def check(book: Rulebook) -> None:
    """The rules of ROWS in their own order, each in its place."""
    assert [rule.id for rule in book.rules] == ["702.2", "702.2a", "702.10", "702.10a"]
    assert book.by_id["702.2a"].examples == tuple(ROWS[3][2])
    assert (book.by_id["702.10a"].heading, book.by_id["702.10a"].text) == ("Haste", "Haste, “quick”, is good.")
    assert (book.by_id["702.2"].children, book.edition.partial) == (("702.2a",), True)


@pytest.mark.parametrize(
    "cell",
    [json.dumps(ROWS[3][2]), repr(ROWS[3][2]), f"[{ROWS[3][2][0]!r}\n {ROWS[3][2][1]!r}]"],
    ids=["JSON", "Python", "numpy"],
)
def test_csv(cell: str) -> None:
    check(read_bytes(csv(cell), "rules.csv"))


def test_json_lines() -> None:
    lines = [json.dumps({"number": row[0], "text": row[1], "examples": row[2]}) for row in ROWS]
    check(read_bytes("\n".join(lines).encode(), "rules.jsonl"))


def test_parquet_and_addresses(tmp_path: Path) -> None:
    import pandas

    frame = pandas.DataFrame(ROWS, columns=["number", "text", "examples"])
    frame.to_parquet(tmp_path / "rules.parquet")
    check(read_document(tmp_path / "rules.parquet"))
    check(read_document((tmp_path / "rules.parquet").as_uri()))
    (tmp_path / "rules.csv").write_bytes(csv(repr(ROWS[3][2])))
    check(read_document((tmp_path / "rules.csv").as_uri()))


def test_a_pasted_page() -> None:
    check(read_bytes(DUMP.encode(), "dump.txt"))
    check(read_bytes(DUMP.replace("[", "[ ").replace('", "', '",\n  "').encode(), "dump.txt"))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"number,text\n702.2,Deathtouch\n", "found the columns number, text, expected the columns"),
        (b"number,text,examples\nx1,Deathtouch,[]\n", 'row 1: found "x1" as a number'),
        (b"number,text,examples\n702.2,,[]\n", "row 1 .702.2. has no text"),
        (b"number,text,examples\n", "without rows"),
        (b'number,text,examples\n702.2a,One.,"[\'a"\n', "row 1 .702.2a.: found .* expected a list of quoted examples"),
        (b'{"number": 702.1, "text": "One.", "examples": []}\n', "stored as a decimal"),
        (b'{"number": "702.1", "text": \n', "cannot be read as a table"),
        (b"PAR1 and no more", "found a damaged Parquet table"),
        (b"702.2a\nA scratch kills.\n[]\n1,300\n702.2b\nTwo.\n", 'found "702.2b" at line 5'),
    ],
)
def test_what_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(DocumentError, match=message) as caught:
        read_bytes(data, "rules")
    assert "\n" not in str(caught.value)


def test_an_address_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="cannot be read as a table"):
        read_document((tmp_path / "none.parquet").as_uri())
    with pytest.raises(DocumentError, match="found no table, expected"):
        read_document("https://localhost/rules.html")


@pytest.mark.parametrize("cell", [None, float("nan"), "", "[]", "nan", "array([], dtype=object)"])
def test_a_cell_without_examples(cell: object) -> None:
    assert read_examples(cell) == []


def test_cells() -> None:
    assert read_examples("Example: A beetle.") == ["A beetle."]
    assert read_examples("array(['a' 'b\\'c'], dtype=object)") == ["a", "b'c"]
    assert read_examples(("One.", "Two.")) == ["One.", "Two."]


@pytest.mark.parametrize(("page", "examples"), [("1300", 13), ("1500", 0), ("1900", 13), ("2500", 6)])
def test_the_pages_of_the_test_data(page: str, examples: int, shared: SharedFile) -> None:
    file = shared(f"seeds/table-dump-{page}.txt")
    book, text = read_document(file), file.read_text("utf-8")
    assert len(book.rules) == 100
    assert sum(len(rule.examples) for rule in book.rules) == examples
    assert book.edition.id == f"partial-table-dump-{page}"
    assert all((rule.text or rule.heading) in text for rule in book.rules)
