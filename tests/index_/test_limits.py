"""Documents, tables and cards that are hostile or damaged: one clear line, soon, in little memory; nothing is left."""

import gzip
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer

import pandas
import pyarrow
import pyarrow.parquet
import pytest
from small_cards import as_array, as_lines, plain_lines, written
from small_rules import SMALL_RULES

from index.errors import CardFileError, DocumentError, RuleError
from index.input.json_items import JsonItemError, array_items, depth_of, member_items
from index.input.limits import LONGEST_CELL, MOST_DEPTH, MOST_LINES, MOST_ROWS, MOST_RULES
from index.rules.numbers import number_key, numbers_referred_to
from index.rules.read import read_bytes, read_document
from index.rules.table import read_examples
from ui.cli import main

MOST_SECONDS, MOST_MEGABYTES = 20, 1000
# Runs command after command in one process, which imports everything once; the peak of its memory is reset for each.
MEASURED = """
import contextlib, io, json, pathlib, resource, sys
from ui.cli import main
for line in sys.stdin:
    pathlib.Path("/proc/self/clear_refs").write_text("5")
    said, printed = io.StringIO(), io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(printed):
        code = main(json.loads(line))
    status = pathlib.Path("/proc/self/status").read_text().split("\\n")
    peak = next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM"))
    of_children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(json.dumps([code, said.getvalue(), [peak, of_children]]), flush=True)
"""
HEAD, MB = b"number,text,examples\n", 1_000_000
CARD = plain_lines()[4]


def parquet(**columns: object) -> bytes:
    """A packed Parquet table."""
    content = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), content, compression="zstd")
    return content.getvalue()


def repeated(text: str, rows: int) -> pyarrow.DictionaryArray:
    """A column that holds one text again and again."""
    return pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * rows, pyarrow.int32()), [text])


def small() -> bytes:
    """A good Parquet table as pandas writes it."""
    content = io.BytesIO()
    pandas.DataFrame({"number": ["702.1a"], "text": ["a"], "examples": [["b"]]}).to_parquet(content)
    return content.getvalue()


def deep(depth: int) -> bytes:
    """Brackets inside each other."""
    return b"[" * depth + b"]" * depth


def hostile_rules() -> dict[str, Callable[[], bytes]]:
    """Rules documents that are too much."""
    rows = 5_000_000
    many = {"number": repeated("702.1", rows), "text": repeated("a", rows), "examples": repeated("[]", rows)}
    row = b'{"number": "702.1", "text": "One.", "examples": '
    return {
        "lines of two characters": lambda: b"a\n" * (30 * MB),
        "a line of 60 MB": lambda: b"702.1a " + b"x" * (60 * MB),
        "rules without end": lambda: b"".join(b"702.%da x\n" % number for number in range(MOST_LINES - 1)),
        "100,000 columns": lambda: (
            HEAD.strip() + b"".join(b",c%d" % number for number in range(100_000)) + b"\n702.1,a,[]\n"
        ),
        "rows of CSV": lambda: HEAD + b"702.1,a,[]\n" * (5 * MB),
        "a cell of 60 MB": lambda: HEAD + b'702.1,"' + b"x" * (60 * MB) + b'",[]\n',
        "blanks in a cell": lambda: HEAD + b"702.1,a,\"['a'" + b" " * (LONGEST_CELL - 10) + b'x]"\n',
        "quotes in a cell": lambda: HEAD + b'702.1,a,"[' + b"' " * (LONGEST_CELL // 2 - 10) + b'x]"\n',
        "brackets in a cell": lambda: HEAD + b'702.1,a,"' + b"[" * 5000 + b'"\n',
        "braces in a cell": lambda: HEAD + b'702.1,a,"[' + b"{" * 5000 + b'"\n',
        "an array of empty objects": lambda: b"[ " + row + b"[]}" + b",{}" * (20 * MB) + b"]",
        "an array that is deep": lambda: b"[ " + row + deep(100_000) + b"}]",
        "a line that is deep": lambda: row + deep(100_000) + b"}",
        "a row that is a list": lambda: row + b"[]}\n[]\n",
        "a row that is a number": lambda: row + b"[]}\n3\n",
        "a row that is null": lambda: row + b"[]}\nnull\n",
        "a number of 4,301 digits": lambda: HEAD + b"702." + b"1" * 4301 + b",a,[]\n",
        "a JSON number of 5,000 digits": lambda: b'{"number": ' + b"7" * 5000 + b', "text": "One.", "examples": []}',
        "Parquet of 5,000,000 rows": lambda: parquet(**many),
        "Parquet with a cell of 300 MB": lambda: parquet(number=["702.1"], text=["x" * 300 * MB], examples=["[]"]),
        "Parquet with one text again and again": lambda: parquet(
            number=repeated("702.1", MOST_ROWS), text=repeated("x" * LONGEST_CELL, MOST_ROWS), examples=[[]] * MOST_ROWS
        ),
        "Parquet of many columns": lambda: parquet(**{f"c{number}": [1] for number in range(1000)}),
        "Parquet cut": lambda: small()[:-50],
    }


def hostile_cards() -> dict[str, Callable[[], bytes]]:
    """Files of cards that are too much."""
    start, line = b'{"name": "Spoon", "type_line": "Instant", "oracle_text": ""', json.dumps(CARD).encode()
    return {
        "2,000 brackets in a line": lambda: start + b', "x": ' + deep(2000) + b"}",
        "100,000 brackets in a line": lambda: start + b', "x": ' + deep(100_000) + b"}",
        "900 in an array": lambda: b"[" + start + b', "x": ' + deep(900) + b"}]",
        "100,000 in an array": lambda: b"[" + start + b', "x": ' + deep(100_000) + b"}]",
        "33 in a field of a card": lambda: b"[" + start + b', "oracle_id": ' + deep(33) + b"}]",
        "100,000 in a field of a card": lambda: b"[" + start + b', "oracle_id": ' + deep(100_000) + b"}]",
        "900 in a field of a line": lambda: start + b', "oracle_id": ' + deep(900) + b"}",
        "900 in a text of a line": lambda: (
            b'{"name": "Spoon", "type_line": "Instant", "oracle_text": ' + deep(900) + b"}"
        ),
        "900 in a power of a line": lambda: start + b', "power": ' + deep(900) + b"}",
        "deep MTGJSON": lambda: b'{"meta": {}, "data": {"Spoon": [{"name": ' + deep(100_000) + b"}]}}",
        "deep in the head of MTGJSON": lambda: b'{"meta": {"x": ' + deep(100_000) + b'}, "data": {}}',
        "a text of 300 MB": lambda: gzip.compress(b"[" + start + b', "x": "' + b"x" * (300 * MB) + b'"}]', 1),
        "a line of 300 MB": lambda: gzip.compress(start + b', "x": "' + b"x" * (300 * MB) + b'"}', 1),
        "a key of 100 MB": lambda: gzip.compress(b'{"data": {"' + b"x" * (100 * MB) + b'": []}}', 1),
        "300 MB of blanks": lambda: gzip.compress(b"[" + b" " * (300 * MB) + b"]", 1),
        "empty lines": lambda: gzip.compress(line + b"\n" * (300 * MB), 1),
        "a long name": lambda: json.dumps({**CARD, "name": "x" * 1000}).encode(),
        "a long text": lambda: json.dumps({**CARD, "oracle_text": "x" * 100_000}).encode(),
        "many faces": lambda: json.dumps({**CARD, "faces": [CARD] * 100}).encode(),
        "many parts": lambda: b"[" + start + b', "x": [' + b"1," * 200_000 + b"1]}]",
    }


class Commands:
    """A process that runs `judge` again and again over one home folder."""

    def __init__(self, home: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "JUDGE_HOME": str(home)}
        self.home = home
        self.process = subprocess.Popen(
            [sys.executable, "-c", MEASURED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
        )

    def add(self, kind: str, path: Path) -> tuple[int, str, list[int]]:
        """The code, what is said, and the megabytes that the command and its own processes took."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps([kind, "add", str(path)]) + "\n")
        self.process.stdin.flush()
        watchdog = Timer(3 * MOST_SECONDS, self.process.kill)
        watchdog.start()
        code, said, megabytes = json.loads(self.process.stdout.readline())
        watchdog.cancel()
        return code, said, megabytes


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Commands]:
    """Commands over a home folder with cards of ours in it."""
    home = tmp_path_factory.mktemp("good")
    cards = written(home.parent, "cards.jsonl", as_lines(plain_lines()))
    commands = Commands(home)
    code, said, _ = commands.add("cards", cards)
    assert code == 0, said
    yield commands
    commands.process.kill()
    commands.process.wait()


def contents(home: Path) -> dict[str, bytes]:
    """Every file of a home folder but its lock."""
    files = (path for path in home.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {str(path.relative_to(home)): path.read_bytes() for path in files}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["rules", "cards"])
def test_what_is_too_much_is_one_line_soon(kind: str, commands: Commands, tmp_path: Path) -> None:
    before = contents(commands.home)
    for name, make in (hostile_rules() if kind == "rules" else hostile_cards()).items():
        path = tmp_path / "hostile"
        path.write_bytes(make())
        started = time.monotonic()
        code, said, megabytes = commands.add(kind, path)
        seconds = time.monotonic() - started
        lines = [line for line in said.splitlines() if line.startswith("judge: ")]
        assert (code, len(lines), "Traceback" in said) == (1, 1, False), (name, said)
        assert lines[0].startswith("judge: hostile") and "expected" in said and len(lines[0]) < 500, (name, said)
        assert seconds < MOST_SECONDS and max(megabytes) < MOST_MEGABYTES, (name, seconds, megabytes)
        assert contents(commands.home) == before, name


@pytest.mark.parametrize(
    "cell",
    [
        "['a'" + " " * 99_000 + "x]",
        "['a'" + " , " * 30_000 + "x]",
        "[" + "' " * 49_000 + "x]",
        "[" + "\\" * 99_000 + "]",
        '["' + '\\"' * 49_000,
        "array([" + "'a' " * 24_000 + "x]",
        "[" * 99_000,
        "[" * 40_000 + "]" * 40_000,
    ],
)
def test_a_cell_is_read_in_linear_time(cell: str) -> None:
    started = time.monotonic()
    with pytest.raises(ValueError, match="found"):
        read_examples(cell)
    assert time.monotonic() - started < 1


@pytest.mark.parametrize(
    "text",
    [
        "rule 601 “" * 10_000,
        "601.2, “" * 12_000,
        "rule 601" + " " * 100_000,
        "rule 601 “a”" + " " * 100_000,
        ("rule 601," + " " * 100) * 900,
        "rule " * 20_000,
        "rules 601" + ", 601" * 20_000 + ", “",
        "111." + "1" * 100_000,
        "rule 601–" + "a" * 100_000 + "1",
    ],
    ids=lambda text: text[:12],
)
def test_the_numbers_of_a_text_are_found_in_linear_time(text: str) -> None:
    started = time.monotonic()
    assert len(numbers_referred_to(text)) <= 2
    assert time.monotonic() - started < 1


def test_a_title_in_quotes_still_stands_between_numbers() -> None:
    text = "See rules 601.2f–h and 509, “Declare Blockers Step,” and 702.19."
    assert numbers_referred_to(text) == ["601.2f", "601.2h", "509", "702.19"]


@pytest.mark.parametrize("data", [b"[{}]", b"[]", b"{}", b'"a"', b"3", b"null"])
def test_a_list_of_lists_is_no_list_of_examples(data: bytes) -> None:
    row = b'{"number": "702.1a", "text": "One.", "examples": [' + data + b"]}"
    if data in (b"[{}]", b"[]", b"{}"):
        with pytest.raises(DocumentError, match=r"row 1 \(702.1a\): found brackets inside brackets"):
            read_bytes(row, "rules.jsonl")
    else:
        assert len(read_bytes(row, "rules.jsonl").rules) == 1


def test_halves_of_letters_are_question_marks() -> None:
    for data in (
        b'{"number": "702.1a", "text": "On\\ud800e.", "examples": ["\\udfff", "b\\ud83d\\ude00"]}',
        b'[ {"number": "702.1a", "text": "On\\ud800e.", "examples": ["\\ud800", "b\\ud83d\\ude00"]}]',
        HEAD + b'702.1a,On?e.,"[""\\udfff"", ""b\\ud83d\\ude00""]"\n',
    ):
        rule = read_bytes(data, "rules").rules[0]
        assert (rule.text, rule.examples) == ("On?e.", ("?", "b\U0001f600"))
    with pytest.raises(DocumentError, match="half a character or bytes that are not UTF-8"):
        read_bytes(b'[ {"number": "702.1a", "text": "One\\udfff.", "examples": []}]', "rules")


def test_a_name_that_is_not_utf_8_is_read(tmp_path: Path, home: Path) -> None:
    rules = Path(os.fsdecode(os.fsencode(tmp_path) + b"/r\xe8gles.txt"))
    rules.write_text(SMALL_RULES[SMALL_RULES.rindex("\n702. ") :], "utf-8")
    assert read_document(rules).edition.id == "partial-r-gles"
    cards = Path(os.fsdecode(os.fsencode(tmp_path) + b"/cart\xe9s.jsonl"))
    cards.write_bytes(as_lines(plain_lines()))
    assert main(["cards", "add", str(cards)]) == 0
    assert main(["cards", "list"]) == 0


@pytest.mark.parametrize("escaped", ["\\ud800", "\\ud800a"])
def test_half_a_letter_in_a_card_is_a_question_mark(
    tmp_path: Path, escaped: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = json.dumps({**CARD, "rulings": [{"date": "2030-01-01", "text": "HALF"}]})
    for old in ("Spoon", "Instant", "Counter target spell.", "HALF"):
        line = line.replace(old, f"{old}{escaped}")
    for name, data in (("cards.jsonl", line.encode()), ("cards.json", as_array([]).replace(b"\n\n", line.encode()))):
        assert main(["cards", "add", str(written(tmp_path, name, data))]) == 0
    capsys.readouterr()
    assert main(["card", "Spoon?" + escaped[6:]]) == 0
    assert "Counter target spell.?" in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["rules", "cards", "eval"])
def test_what_is_no_regular_file_is_refused_at_once(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    command = ["eval"] if kind == "eval" else [kind, "add"]
    assert main([*command, str(tmp_path / "pipe.jsonl")]) == 1
    assert "found no regular file, expected" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["rules", "cards", "eval"])
@pytest.mark.parametrize("name", ["a\0b.jsonl", "~nobody-of-this-name/a.jsonl"])
def test_a_name_that_no_file_has_is_said(kind: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["eval"] if kind == "eval" else [kind, "add"]
    assert main([*command, name]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "expected" in said


@pytest.mark.slow
def test_parquet_with_flipped_bits_is_one_line(tmp_path: Path) -> None:
    good = small()
    places = [4, 20, len(good) // 2, *range(len(good) - 400, len(good), 29)]
    for place in places:
        data = bytearray(good)
        data[place] ^= 0x10
        try:
            assert read_bytes(bytes(data), "rules.parquet").rules
        except DocumentError as error:
            assert str(error).startswith("rules.parquet: ") and "\n" not in str(error)


def test_a_long_number_is_no_number() -> None:
    with pytest.raises(RuleError, match="expected the number of a rule"):
        number_key("702." + "1" * 4301)
    text = SMALL_RULES.replace("704.5aa", "704." + "1" * 4301)
    assert len(read_bytes(text.encode(), "small.txt").rules) == 50


def test_bounds_let_the_largest_document_through() -> None:
    lines = "".join(f"702.{number}. Kite {number}\n\n702.{number}a It flies.\n\n" for number in range(1, 9000))
    assert len(read_bytes(f"702. Kites\n{lines}".encode(), "large.txt").rules) == 17_999 < MOST_RULES


def test_json_is_read_value_by_value() -> None:
    assert list(array_items(io.BytesIO(b'[1, "a", {"b": [2.5, null]}]'))) == [1, "a", {"b": [2.5, None]}]
    data = b'{"a": [[1], {"data": {}}], "data": {"x": {"data": 1}, "y": []}, "b": 3}'
    assert list(member_items(io.BytesIO(data), "data")) == [("x", {"data": 1}), ("y", [])]
    assert list(array_items(io.BytesIO(deep(MOST_DEPTH + 1)))) != []
    for broken in (b"", b"[1", b"[1}", b"{}", b"[1] 2", deep(MOST_DEPTH + 2)):
        with pytest.raises(JsonItemError):
            list(array_items(io.BytesIO(broken)))
    assert (depth_of(3), depth_of([]), depth_of([{"a": []}]), depth_of({"a": 1})) == (0, 1, 3, 1)


def test_a_card_file_says_where_it_is_too_deep(tmp_path: Path) -> None:
    from index.cards.files import read_items

    path = written(tmp_path, "cards.json", b'[{"name": "a"}, {"name": ' + deep(40) + b"}]")
    with pytest.raises(CardFileError, match=r"cards.json, entry 2: found more than 32 brackets inside each other"):
        list(read_items(path))
