"""ui/cli.py: the command as a user and as a program meets it; exit codes, outputs, and what is never loaded."""

import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
from paths import ROOT
from scripted_writer import message, reply, scripted, step
from small_rules import SMALL_RULES

from index.cards.store import CardStore
from index.encoder.adapter import KEPT
from index.encoder.encoder import DEFAULT_ENCODER, SentenceEncoder, Vectors
from judge.library import Library
from judge.messages import WRITER_UNREACHABLE
from ui.cli import main

EDITION = "2030-01-01"

HEAVY = ("torch", "gradio", "sentence_transformers", "transformers", "faiss", "bm25s", "pandas", "pyarrow")

Output = pytest.CaptureFixture[str]


class InTheNameOfTheDefault:
    """A fake encoder with the name, the weights' hash and the dimensions of the default one; all texts are alike."""

    name = DEFAULT_ENCODER
    weights = SentenceEncoder.from_name().weights

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The same unit vector for every text, float32, shape (texts, KEPT)."""
        return np.full((len(texts), KEPT), KEPT**-0.5, np.float32)


@pytest.fixture
def installed(home: Path) -> Path:
    """A home folder with our small rules as the edition in use."""
    Library(home).add(SMALL_RULES.encode(), "small.txt")
    return home


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with an index that `judge` takes for its own; no question in words can be asked of it."""
    library = Library(tmp_path_factory.mktemp("built") / "home")
    library.add(SMALL_RULES.encode(), "small.txt")
    library.judge(encoder=InTheNameOfTheDefault())
    return library.home


@pytest.fixture
def indexed(built: Path, home: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(built, home)


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A run of a fresh Python in our checkout."""
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=60
    )


def failed(arguments: Sequence[str], output: Output) -> str:
    """What `judge` says when it fails: one line on standard error, no trace, nothing on standard output."""
    assert main(arguments) == 1
    said = output.readouterr()
    assert said.out == ""
    assert said.err.startswith("judge: ")
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    return said.err


def test_rule(installed: Path, capsys: Output) -> None:
    assert main(["rule", "702.19B."]) == 0
    shown, errors = capsys.readouterr()
    assert shown.startswith("702.19b  Additional Rules › Keyword Abilities › Trample\n")
    assert "Give each blocker what kills it" in shown
    assert "Refers to: 510.1c, 702.2b, 704.5g\n" in shown
    assert errors == ""


def test_rule_json(installed: Path, capsys: Output) -> None:
    assert main(["rule", "702.19b", "--json"]) == 0
    shown, errors = capsys.readouterr()
    document = json.loads(shown)
    assert (document["rule"], document["heading"], document["parent"]) == ("702.19b", "Trample", "702.19")
    assert (document["previous"], document["next"]) == ("702.19a", "702.19c")
    assert document["edition"] == {
        "id": EDITION,
        "name": "Comprehensive Rules, effective January 1, 2030",
        "effective": EDITION,
        "official": True,
        "partial": False,
    }
    assert errors == ""


def test_rule_of_the_plain_rulebook(capsys: Output) -> None:
    assert main(["rule", "702.19b", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["edition"]["id"], document["edition"]["official"]) == ("plain", False)
    assert document["text"] == document["plain"] != ""


@pytest.mark.parametrize(
    "number", ["702.19z", "", "trample", "\x1b[2J", "9" * 100_000], ids=lambda name: repr(name[:9])
)
def test_no_such_rule(installed: Path, capsys: Output, number: str) -> None:
    said = failed(["rule", number], capsys)
    assert "found no rule" in said
    assert "expected a number such as" in said
    assert len(said) < 300
    assert "\x1b" not in said


def test_rules_list_and_use(installed: Path, capsys: Output) -> None:
    assert main(["rules", "list"]) == 0
    assert capsys.readouterr().out == f"  plain\n* {EDITION}\n"
    assert main(["rules", "use", "plain"]) == 0
    assert capsys.readouterr().out == "Using plain.\n"
    assert main(["rules", "list"]) == 0
    assert capsys.readouterr().out == f"* plain\n  {EDITION}\n"
    said = failed(["rules", "use", "1993-08-05"], capsys)
    assert said == (
        f'judge: found no edition "1993-08-05"; expected one of: plain, {EDITION}; add one with: judge rules add FILE\n'
    )


def test_rules_add_without_a_file(capsys: Output) -> None:
    assert "found no file; expected: judge rules add FILE" in failed(["rules", "add"], capsys)


def test_rules_add_fetch_offline(capsys: Output) -> None:
    assert "JUDGE_OFFLINE is set, expected a network" in failed(["rules", "add", "--fetch"], capsys)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"", "found an empty file", id="empty"),
        pytest.param(b" \r\n\n", "found an empty file", id="white space"),
        pytest.param(b"702.1 A\x00\x01\x02", "found binary data", id="binary"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(99), "found a PNG image", id="image"),
        pytest.param(b"PK\x03\x04" + bytes(99), "found a zip or Office file", id="zip"),
        pytest.param(b"<!DOCTYPE html><p>702.19b Trample", "found an HTML page", id="HTML"),
        pytest.param(b"bread and\nbutter\n", 'found "bread and" at line 1', id="other text"),
        pytest.param(SMALL_RULES[:3000].encode(), "the file seems truncated", id="cut in the middle"),
        pytest.param(SMALL_RULES.encode().partition("”".encode())[0] + b"\xe2", "truncated", id="cut in a letter"),
    ],
)
def test_rules_add_of_a_bad_file(tmp_path: Path, home: Path, capsys: Output, content: bytes, said: str) -> None:
    (tmp_path / "rules.txt").write_bytes(content)
    assert said in failed(["rules", "add", str(tmp_path / "rules.txt")], capsys)
    assert not home.exists()


def test_rules_add_of_a_folder_and_of_nothing(tmp_path: Path, home: Path, capsys: Output) -> None:
    assert f"{tmp_path}: found a folder, expected" in failed(["rules", "add", str(tmp_path)], capsys)
    assert "none.txt: found no such file, expected" in failed(["rules", "add", str(tmp_path / "none.txt")], capsys)
    assert "cannot be read (File name too long)" in failed(["rules", "add", "x" * 5000], capsys)
    assert not home.exists()


@pytest.mark.timing
def test_rules_add_of_a_huge_file(tmp_path: Path, capsys: Output) -> None:
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    start = perf_counter()
    said = failed(["rules", "add", str(tmp_path / "huge.txt")], capsys)
    assert perf_counter() - start < 1
    assert "huge.txt: found 200 MB, expected at most 64 MB" in said


def test_a_bad_file_leaves_the_good_one(installed: Path, tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "rules.txt").write_bytes(SMALL_RULES[:3000].encode())
    failed(["rules", "add", str(tmp_path / "rules.txt")], capsys)
    assert main(["rule", "800.1"]) == 0


def test_ask_a_number(indexed: Path, capsys: Output) -> None:
    assert main(["ask", "What", "does", "702.19b", "say?", "--json"]) == 0
    shown, errors = capsys.readouterr()
    document = json.loads(shown)
    assert (document["question"], document["answered"]) == ("What does 702.19b say?", True)
    assert [(each["rule"], each["role"]) for each in document["citations"]] == [("702.19b", "decides")]
    assert document["edition"]["id"] == EDITION
    assert errors == ""


def test_ask_for_people(indexed: Path, capsys: Output) -> None:
    assert main(["ask", "702.19", "--k", "2"]) == 0
    shown = capsys.readouterr().out
    assert "[Deciding rule]" in shown
    assert shown.count("[Supporting rule]") == 1
    assert shown.splitlines()[-1].startswith("Rules: Comprehensive Rules, effective January 1, 2030")


def test_ask_names_the_cards(indexed: Path, card_store: CardStore, capsys: Output) -> None:
    asked = ["ask", "702.19b for [[Spoon]] or snorple", "--k", "1"]
    assert main([*asked, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [(each["called"], each["certain"]) for each in document["cards"]] == [("Spoon", True), ("snorple", False)]
    assert document["cards"][0]["cards"][0]["faces"][0]["text"] == "Counter target spell."
    assert main(asked) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["Spoon  Instant", "    Counter target spell."]
    choice = lines.index("Which card is “snorple”? Type its full name.")
    assert lines[choice + 1] == "    Snorple, Lord of Ovens  Legendary Creature — Crumb"
    assert lines.index("702.19b  Additional Rules › Keyword Abilities › Trample") > choice


@pytest.mark.parametrize("question", ["", "🪲", "\x1b[31m\x07\x00", "?!"], ids=repr)
def test_ask_nothing(indexed: Path, capsys: Output, question: str) -> None:
    assert main(["ask", question, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["answered"], document["citations"]) == (False, [])
    assert "There is no question in that yet." in document["message"]


def test_ask_with_control_characters(indexed: Path, capsys: Output) -> None:
    assert main(["ask", "\x1b[31m702.19b\x07\x00\udcff"]) == 0
    shown = capsys.readouterr().out
    assert "702.19b" in shown
    assert all(letter.isprintable() or letter == "\n" for letter in shown)


def test_ask_too_much(capsys: Output) -> None:
    said = failed(["ask", "x" * 100_000], capsys)
    assert said == (
        "judge: the question has 100,000 characters, expected 2,000 at most; leave out what doesn't matter.\n"
    )


def test_a_home_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path / "file"))
    (tmp_path / "rules.txt").write_text(SMALL_RULES, "utf-8")
    for arguments in (["rules", "add", str(tmp_path / "rules.txt")], ["rules", "use", "plain"]):
        assert "set JUDGE_HOME to one" in failed(arguments, capsys)
    assert main(["rule", "702.19b"]) == 0


def test_an_index_that_cannot_be_written_is_known_before_anything_is_encoded(installed: Path, capsys: Output) -> None:
    (installed / "embeddings").write_text("")
    assert main(["ask", "702.19b"]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert "cannot write to" in said.err


def test_a_port_in_use(indexed: Path, capsys: Output) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = failed(["serve", "--port", str(port)], capsys)
    assert f"port {port} on 127.0.0.1 is in use; expected a free port" in said


def test_a_port_that_is_none(indexed: Path, capsys: Output) -> None:
    assert "found port 70000; expected 0 to 65535" in failed(["serve", "--port", "70000"], capsys)


@pytest.mark.parametrize("name", ["none.jsonl", "none.csv", "none.txt"])
def test_eval_without_questions(tmp_path: Path, capsys: Output, name: str) -> None:
    said = failed(["eval", str(tmp_path / name)], capsys)
    assert str(tmp_path / name) in said
    assert "No such file" in said


QUESTION_LINE = '{"id": "q1", "question": "May I?", "deciding": ["702.19b"], "split": "dev", "edition": "2030-01-01"}\n'


@pytest.mark.parametrize(
    ("content", "arguments", "said"),
    [
        pytest.param(QUESTION_LINE, ["--split", "test"], 'no question in the split "test"', id="no such split"),
        pytest.param(QUESTION_LINE, ["--run", "run.xlsx"], "expected .csv, .parquet, .jsonl, .trec", id="run's name"),
        pytest.param(QUESTION_LINE, ["--report", "none/report.html"], "found no such folder", id="folder"),
        pytest.param(QUESTION_LINE, ["--baseline", "none.csv"], "found no previous run (No such file", id="baseline"),
        pytest.param(QUESTION_LINE.replace("19b", "77"), [], "q1: found 702.77, expected a rule of", id="no such rule"),
        pytest.param(QUESTION_LINE.replace("2030", "2029"), [], "install 2029-01-01 with: judge rules", id="edition"),
        pytest.param(QUESTION_LINE * 2, [], 'id "q1" is already used at', id="one id twice"),
        pytest.param("", [], "found no question, expected at least one", id="empty"),
    ],
)
def test_eval_says_what_is_wrong_before_it_measures(
    installed: Path, tmp_path: Path, capsys: Output, content: str, arguments: list[str], said: str
) -> None:
    (tmp_path / "q.jsonl").write_text(content, "utf-8")
    start = perf_counter()
    assert said in failed(["eval", str(tmp_path / "q.jsonl"), *arguments], capsys)
    assert perf_counter() - start < 10


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["juggle"],
        ["rule"],
        ["ask"],
        ["ask", "haste", "--k", "0"],
        ["ask", "haste", "--k", "many"],
        ["serve", "--port", "x"],
        ["rules"],
        ["rules", "use"],
        ["eval", "q.jsonl", "--system", "oracle"],
        ["eval", "q.jsonl", "--json", "--markdown"],
    ],
    ids=" ".join,
)
def test_wrong_usage(arguments: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    said = capsys.readouterr()
    assert stopped.value.code == 2
    assert said.out == ""
    assert said.err.startswith("usage: judge")


@pytest.mark.parametrize(
    "command", [[], ["serve"], ["ask"], ["rule"], ["rules"], ["rules", "add"], ["eval"]], ids=" ".join
)
def test_help(command: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*command, "--help"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith(" ".join(["usage: judge", *command]))


@pytest.mark.patient
@pytest.mark.parametrize("arguments", [["--help"], ["rule", "702.19b"], ["rules", "list"]], ids=" ".join)
def test_quick_commands_load_nothing_heavy(installed: Path, arguments: list[str]) -> None:
    script = f"""
import sys
from ui.cli import main
try:
    main({arguments!r})
finally:
    print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""
    done = python("-c", script)
    assert (done.returncode, done.stderr) == (0, "[]\n")
    assert done.stdout


@pytest.mark.patient
def test_an_answer_loads_neither_what_builds_an_index_nor_what_prints_json(indexed: Path) -> None:
    left_out = ("torch", "sentence_transformers", "bm25s", "scipy", "pandas", "pydantic")
    script = f"""
import sys
from ui.cli import main
main(["ask", "702.19b"])
print([name for name in {left_out!r} if name in sys.modules], file=sys.stderr)
"""
    done = python("-c", script)
    assert done.stdout.startswith("702.19b  Additional Rules › Keyword Abilities › Trample\n")
    assert done.stderr == "[]\n"


@pytest.mark.patient
def test_exit_codes_of_the_process(installed: Path) -> None:
    assert python("-m", "ui.cli", "rule", "702.19b").returncode == 0
    assert python("-m", "ui.cli", "rule").returncode == 2
    missing = python("-m", "ui.cli", "rule", "702.19z")
    assert (missing.returncode, missing.stdout, missing.stderr.count("\n")) == (1, "", 1)


@pytest.mark.patient
def test_a_reader_that_stops_reading(installed: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m ui.cli rule 702 | true; exit ${{PIPESTATUS[0]}}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_ask_with_a_writer(indexed: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    with scripted() as server:
        server.says(message(reply(step("702.19b", "give each blocker what kills it", "Feed the blockers first."))))
        monkeypatch.setenv("JUDGE_WRITER_KEY", "sk-secret")
        assert main(["ask", "702.19b", "--writer", server.address, "--writer-model", "tiny"]) == 0
        shown, errors = capsys.readouterr()
        assert shown.startswith("Written by tiny from the rules below; its quotes are checked:\nNo, it falls.\n")
        assert "    1. Feed the blockers first.  702.19b\n        “Give each blocker what kills it”\n" in shown
        assert "702.19b  Additional Rules › Keyword Abilities › Trample\n" in shown
        assert main(["ask", "702.19b", "--json", "--writer", server.address, "--writer-model", "tiny"]) == 0
        assert json.loads(capsys.readouterr().out)["written"]["address"] == server.address
    assert main(["ask", "702.19b", "--json", "--writer", server.address, "--writer-model", "tiny"]) == 0
    assert json.loads(capsys.readouterr().out)["written"]["problem"] == WRITER_UNREACHABLE
    assert "sk-secret" not in shown + errors


def test_a_writer_that_cannot_be_used(installed: Path, capsys: Output) -> None:
    assert "found a writer without a model" in failed(["ask", "trample", "--writer", "http://127.0.0.1:1"], capsys)
    said = failed(["ask", "trample", "--writer", "https://a.example", "--writer-model", "tiny"], capsys)
    assert "expected one on this computer" in said


def test_eval_measures_a_writer(indexed: Path, tmp_path: Path, capsys: Output) -> None:
    asked = {"id": "q1", "question": "702.19b", "deciding": ["702.19b"], "edition": EDITION, "verdict": "Feed them."}
    questions, file = tmp_path / "questions.jsonl", tmp_path / "written.jsonl"
    questions.write_text(json.dumps(asked) + "\n", "utf-8")
    with scripted() as server:
        server.says(message(reply(step("702.19b", "give each blocker what kills it"), verdict="Feed them first.")))
        named = ["eval", str(questions), "--writer", server.address, "--writer-model", "tiny"]
        assert main([*named, "--written", str(file)]) == 0
        assert "| shown | 1.000 |\n" in capsys.readouterr().out
        [line] = map(json.loads, file.read_text("utf-8").splitlines())
        assert (line["reference"], line["verdict"], line["agrees"]) == ("Feed them.", "Feed them first.", None)
        file.write_text(json.dumps({**line, "agrees": True}) + "\n", "utf-8")
        assert main([*named, "--graded", str(file), "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["quotes_exact"], summary["graded"], summary["agreement"]) == (1.0, 1, 1.0)
    questions.write_text(json.dumps({**asked, "verdict": ""}) + "\n", "utf-8")
    assert 'found 1 questions without a "verdict", such as q1' in failed(named, capsys)
