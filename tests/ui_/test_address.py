"""ui/server/address.py and page_client.py: the command finds the page that is being served, and nothing else."""

import io
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
import uvicorn
from own_rules import OFFICIAL, ToyJudge
from paths import ROOT
from small_rules import SMALL_RULES
from small_site import Reply, Site

from judge.documents import AnswerDocument
from judge.library import Library
from ui.cli import main
from ui.server.address import NAME, Announcement, announce, announcing, new_token, proof, read_announcement
from ui.server.api import build_api
from ui.server.page_client import ask_page, page_address
from ui.server.web import listen
from ui.terminal.answer import write_answer
from ui.terminal.output import Output

EDITION = OFFICIAL.id
QUESTION = "Does my kite stay up?"
SLOW = ("numpy", "pydantic", "faiss", "onnxruntime", "bm25s", "torch", "gradio", "rich")


@pytest.fixture(scope="module")
def served() -> Iterator[Announcement]:
    """Our toy rules, served with a token, and what announces them."""
    token, ready = new_token(), Queue[str]()

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready.put("")

    app = build_api(lambda: ToyJudge(OFFICIAL), token=token)
    with listen("127.0.0.1", 0) as listener:
        server = Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        ready.get(timeout=30)
        page = f"http://127.0.0.1:{listener.getsockname()[1]}"
        yield Announcement(page, EDITION, version("rules-judge"), token=token)
        server.should_exit = True
        thread.join()


@pytest.fixture
def in_use(home: Path) -> Path:
    """A home folder whose edition in use is that of the toy rules."""
    library = Library(home)
    library.add(SMALL_RULES.encode(), "small.txt")
    (home / "editions" / "2030-01-01").rename(home / "editions" / EDITION)
    return home


def ask(home: Path) -> str:
    """What the served page says, "" where none is found."""
    return ask_page(home, "/ask", {"q": QUESTION, "k": 1})


def test_the_page_answers_while_it_is_served(in_use: Path, served: Announcement) -> None:
    with announcing(in_use) as path:
        assert (ask(in_use), page_address(in_use, EDITION)) == ("", "")
        announce(path, served)
        assert [each["rule"] for each in json.loads(ask(in_use))["citations"]] == ["900.1a"]
        assert page_address(in_use, EDITION) == served.page
        assert page_address(in_use, "plain") == ""
    assert (ask(in_use), page_address(in_use, EDITION)) == ("", "")
    assert not (in_use / NAME).exists()


@pytest.mark.parametrize(
    "changed",
    [
        {"version": "0.0.0"},
        {"edition": "plain"},
        {"encoder": "another"},
        {"token": "0" * 64},
        {"page": "http://example.org:80"},
        {"page": "http://127.0.0.1:9"},
        {"page": "http://127.0.0.1:1/x"},
        {"page": 3},
        {"token": None},
    ],
    ids=str,
)
def test_another_page_is_not_asked(in_use: Path, served: Announcement, changed: dict[str, Any]) -> None:
    announce(in_use / NAME, replace(served, **changed))
    assert ask(in_use) == ""


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps home folders apart itself")
def test_a_file_that_others_may_read_is_not_trusted(in_use: Path, served: Announcement) -> None:
    announce(in_use / NAME, served)
    assert (in_use / NAME).stat().st_mode & 0o777 == 0o600
    (in_use / NAME).chmod(0o644)
    assert ask(in_use) == ""


def test_a_page_from_before_the_edition_was_installed_again_is_not_asked(in_use: Path, served: Announcement) -> None:
    announce(in_use / NAME, served)
    assert ask(in_use)
    later = (in_use / NAME).stat().st_mtime_ns + 1
    os.utime(in_use / "editions" / EDITION / "rulebook.json", ns=(later, later))
    assert ask(in_use) == ""


@pytest.mark.parametrize(
    "reply",
    [
        Reply(b"<html>"),
        Reply(b"[]"),
        Reply(json.dumps({"in_use": {"id": EDITION}}).encode(), "application/json"),
        Reply(status=500),
        Reply(b"{}", wait=1.0),
    ],
    ids=["html", "list", "without proof", "error", "slow"],
)
def test_another_program_at_the_address_is_not_asked(
    in_use: Path, site: Site, served: Announcement, reply: Reply
) -> None:
    site.serve({"/editions": reply})
    announce(in_use / NAME, replace(served, page=site.address))
    assert ask_page(in_use, "/ask", {"q": QUESTION}, timeout=0.2) == ""
    assert page_address(in_use, EDITION, timeout=0.2) == ""


def test_a_refusal_is_no_answer(in_use: Path, served: Announcement) -> None:
    announce(in_use / NAME, served)
    assert ask_page(in_use, "/ask", {"q": QUESTION, "k": 0}) == ""
    assert ask_page(in_use, "/none", {}) == ""


@pytest.mark.parametrize(
    "kept", ["", "[]", "{}", '{"page": "http://127.0.0.1:1"}', "[" * 100_000], ids=lambda kept: kept[:9]
)
def test_a_file_that_announces_nothing(in_use: Path, kept: str) -> None:
    (in_use / NAME).touch(0o600)
    (in_use / NAME).write_text(kept)
    assert read_announcement(in_use) is None
    assert ask(in_use) == ""


def test_the_announcement_of_a_later_page_stays(home: Path, served: Announcement) -> None:
    with announcing(home) as path:
        announce(path, served)
        announce(path, replace(served, process=served.process + 1))
    assert json.loads((home / NAME).read_text()) == {**asdict(served), "process": served.process + 1}


def test_a_folder_that_cannot_be_written_keeps_no_address(home: Path, served: Announcement) -> None:
    home.write_text("a file where the folder should be")
    with announcing(home) as path:
        announce(path, served)
    assert ask(home) == ""


def test_the_command_prints_what_the_page_says(
    in_use: Path, served: Announcement, capsys: pytest.CaptureFixture[str]
) -> None:
    announce(in_use / NAME, served)
    answer, pipe = ToyJudge(OFFICIAL).ask(QUESTION, 2), io.StringIO()
    write_answer(Output.on(pipe, ToyJudge(OFFICIAL).reader.rulebook), answer)
    assert main(["ask", QUESTION, "--k", "2"]) == 0
    assert capsys.readouterr() == (pipe.getvalue(), "")
    assert main(["ask", QUESTION, "--k", "2", "--json"]) == 0
    document = AnswerDocument.of(answer).model_dump()
    assert capsys.readouterr() == (json.dumps(document, ensure_ascii=False, indent=1) + "\n", "")


def test_asking_the_page_loads_nothing_slow(in_use: Path, served: Announcement) -> None:
    announce(in_use / NAME, served)
    script = f"""
import sys
from ui.cli import main
main(["ask", {QUESTION!r}, "--json"])
print([name for name in {SLOW!r} if name in sys.modules], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (json.loads(done.stdout)["question"], done.stderr) == (QUESTION, "[]\n")


def test_a_proof_needs_token_and_nonce() -> None:
    assert proof("token", "nonce") == "7d42e0efff6175e87513ed657d653d6f7574437346e94ac9970393be1baf3e12"
    assert len({proof("token", "nonce"), proof("token", "other"), proof("other", "nonce")}) == 3
