"""ui/page/uploads.py, ui/server/checks/transfers.py and sessions.py: what visitors leave is removed again."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from evaluate_tab import SET, choose, toy
from fastapi import FastAPI
from fastapi.testclient import TestClient
from own_rules import OFFICIAL, ToyJudge
from pages import start
from paths import ROOT
from playwright.sync_api import Page, expect

from ui import strings
from ui.gradio_import import gr
from ui.page.features import PageFeatures
from ui.page.uploads import (
    LARGEST_FILE,
    MEGABYTE,
    MOST_FILES,
    MOST_REPORTS,
    SECONDS_KEPT,
    Files,
    UploadError,
    private_folder,
)
from ui.server.checks.sessions import MOST_STATES, bound_sessions
from ui.server.checks.transfers import add_transfers

SERVED = """
import sys
from own_rules import OFFICIAL, ToyJudge
from ui.server.web import serve
serve(ToyJudge(OFFICIAL), "127.0.0.1", 0, lambda url: print(url, flush=True))
"""


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """An empty folder that takes 3 MB."""
    return Files(tmp_path / "private", 3 * MEGABYTE)


def test_an_upload_is_removed_when_it_was_read(files: Files, tmp_path: Path) -> None:
    path = files.keep("rules.txt", b"toys")
    assert (path.name, path.read_bytes(), files.owns(str(path))) == ("rules.txt", b"toys", True)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    with pytest.raises(ZeroDivisionError), files.taken(str(path)):
        raise ZeroDivisionError
    assert not path.parent.exists()
    other = tmp_path / "other.txt"
    other.write_text("stays")
    with files.taken(str(other)), files.taken(None):
        assert not files.owns(str(other))
    assert other.exists()


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\rules\\a.txt", "a.txt"),
        ("", "upload"),
        ("..", "upload."),
        (".bashrc", "upload.bashrc"),
        ("a\x00b\n<c>.txt", "a_b_c_.txt"),
        ("x" * 300 + ".jsonl", "x" * 94 + ".jsonl"),
        ("Mérite’s règles.txt", "Mérite_s règles.txt"),
    ],
)
def test_an_upload_keeps_the_name_of_its_file(files: Files, name: str, kept: str) -> None:
    assert files.keep(name, b"").name == kept


def test_one_upload_has_a_limit_and_all_have_one(files: Files) -> None:
    with pytest.raises(UploadError, match=r"Found 33\.0 MB, expected a file of 32 MB at most"):
        files.keep("a", b"x" * (LARGEST_FILE + MEGABYTE))
    too_many = pytest.raises(UploadError, match="Found 2 files waiting to be read")
    with files.expected(MEGABYTE), files.expected(MEGABYTE), too_many, files.expected(2 * MEGABYTE):
        pass
    files.keep("a", b"x" * 2 * MEGABYTE)
    with pytest.raises(UploadError, match="Found 1 files waiting"), files.expected(2 * MEGABYTE):
        pass
    for _ in range(MOST_FILES - 1):
        files.keep("a", b"")
    with pytest.raises(UploadError, match=f"Found {MOST_FILES} files"), files.expected(0):
        pass


def test_what_nobody_read_makes_room(files: Files) -> None:
    path = files.keep("a", b"x" * 2 * MEGABYTE)
    long_ago = time.time() - SECONDS_KEPT - 1
    os.utime(path, (long_ago, long_ago))
    with files.expected(3 * MEGABYTE):
        assert not path.exists()


def test_the_newest_reports_are_served(files: Files) -> None:
    made = [files.new_report() for _ in range(MOST_REPORTS + 2)]
    assert [each.exists() for each in made] == [False] * 2 + [True] * MOST_REPORTS
    (made[-1] / "report.html").write_text("<b>")
    upload = files.keep("a.html", b"<script>")
    app = FastAPI()
    add_transfers(app, files)
    client = TestClient(app)
    reply = client.get(f"/gradio_api/file={made[-1]}/report.html")
    assert (reply.text, reply.headers["content-type"]) == ("<b>", "application/octet-stream")
    assert reply.headers["content-disposition"] == 'attachment; filename="report.html"'
    for path in (upload, made[-1], made[-1] / "none", "/etc/hostname", "report.html"):
        assert client.get(f"/gradio_api/file={path}").status_code == 404


def test_an_upload_over_http_says_what_is_wrong(files: Files) -> None:
    app = FastAPI()
    add_transfers(app, files)
    client = TestClient(app)
    kept = client.post("/gradio_api/upload", files={"files": ("a.txt", b"toys")}).json()
    assert Path(kept[0]).read_bytes() == b"toys"
    for wrong, status in (
        ({"files": {"other": ("a.txt", b"toys")}}, 413),
        ({"data": {"files": "a"}}, 413),
        ({"content": iter([b"toys"])}, 411),
        ({"files": [("files", ("a", b"a")), ("files", ("b", b"b"))]}, 400),
        ({"files": {"files": ("a", b"x" * 4 * MEGABYTE)}}, 413),
        ({"content": b"toys", "headers": {"content-length": "9" * 5000}}, 413),
    ):
        reply = client.post("/gradio_api/upload", **wrong)
        assert reply.status_code == status, wrong
        assert "\n" not in reply.text


def test_a_question_set_is_removed_when_it_was_measured(page: Page) -> None:
    page.goto(start(ToyJudge(OFFICIAL), PageFeatures(evaluate=toy)))
    kept = private_folder() / "uploads"
    before = set(kept.glob("*/*"))
    choose(page, SET, "mine.jsonl")
    for _ in range(100):  # the page shows the name while the file is still on its way
        if set(kept.glob("*/mine.jsonl")) - before:
            break
        page.wait_for_timeout(100)
    (mine,) = set(kept.glob("*/mine.jsonl")) - before
    page.click("#measure")
    expect(page.locator("#measured .made")).to_contain_text("3 questions")
    expect(page.locator("#own-set")).to_contain_text("Click to Upload")
    assert not mine.exists()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_nothing_is_left_when_the_page_ends(tmp_path: Path, number: signal.Signals) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests" / "support")))
    environment = {**os.environ, "TMPDIR": str(folder), "PYTHONPATH": paths, "GRADIO_TEMP_DIR": ""}
    served = subprocess.Popen([sys.executable, "-c", SERVED], env=environment, stdout=subprocess.PIPE, text=True)
    assert served.stdout
    url = served.stdout.readline().strip()
    kept = httpx.post(f"{url}/gradio_api/upload", files={"files": ("a.txt", b"toys")}).json()[0]
    assert Path(kept).is_relative_to(folder) and Path(kept).exists()
    assert [each.stat().st_mode & 0o077 for each in folder.glob("judge-*")] == [0]
    served.send_signal(number)
    assert served.wait(30) == 0
    assert list(folder.iterdir()) == []


def test_few_sessions_are_remembered() -> None:
    with gr.Blocks() as page:
        gr.Textbox()
    bound_sessions(page)
    app = gr.routes.App.create_app(page)
    for number in range(3 * MOST_STATES):
        app.state_holder[f"session-{number}"]
    assert len(app.state_holder.session_data) <= MOST_STATES + 1
    assert len(app.state_holder.time_last_used) <= MOST_STATES + 1


@pytest.mark.slow
def test_new_sessions_cost_no_memory() -> None:
    url = start(ToyJudge(OFFICIAL))
    with httpx.Client(base_url=url) as client:
        config = client.get("/config").json()
        take = next(each["id"] for each in config["dependencies"] if each["api_name"] == "take")
        panel = next(each["id"] for each in config["components"] if each["props"].get("elem_id") == "rulepanel")

        def visit(number: int) -> None:
            body = {"data": ["kite?", [], ""], "fn_index": take, "session_hash": f"visitor-{number}"}
            assert client.post("/gradio_api/run/predict", json=body).status_code == 200
            call = {"data": "900.1a", "component_id": panel, "fn_name": "rule", "session_hash": f"visitor-{number}"}
            assert client.post("/gradio_api/component_server", json=call).status_code == 200

        for number in range(2 * MOST_STATES):
            visit(number)
        before = _memory()
        for number in range(2 * MOST_STATES, 12 * MOST_STATES):
            visit(number)
        assert _memory() - before < 25 * MEGABYTE


def _memory() -> int:
    """The bytes that this process holds."""
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def test_every_line_names_what_to_do() -> None:
    for line in (
        strings.LARGE_UPLOAD,
        strings.MANY_UPLOADS,
        strings.NO_UPLOAD,
        strings.LARGE_EVENT,
        strings.WRONG_EVENT,
    ):
        assert line.startswith("Found ") and "expected" in line and ";" in line
