"""ui/server/checks/events.py and gateway.py: no event of the page, by no way, reads a file that was not uploaded."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from evaluate_tab import toy
from fastapi.testclient import TestClient
from own_rules import OFFICIAL, PLAIN, ToyJudge
from pages import start

from ui import strings
from ui.gradio_import import gr
from ui.page.features import PageFeatures
from ui.page.uploads import private_folder
from ui.server.checks.events import EventError, Events
from ui.server.checks.gateway import LARGEST_EVENT
from ui.server.web import build_app
from ui.state.feedback import Feedback

SECRET = "what only the owner of this computer may read"
WAYS = ("run/predict", "run/{name}", "call/{name}", "queue/join")
JUDGE: Any = ToyJudge(PLAIN)
# What each part of the page sends when nobody attacks it.
HARMLESS: dict[str, Any] = {
    "browserstate": [{"question": "kite?", "answer": "yes", "edition": ""}],
    "textbox": "kite?",
    "radio": "dev",
    "checkboxgroup": ["judge"],
    "file": None,
    "uploadbutton": None,
    "api": "kite?",
}


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that is nobody's to read."""
    path = tmp_path_factory.mktemp("owner") / "secret.txt"
    path.write_text(SECRET, "utf-8")
    return path


@pytest.fixture(scope="module")
def parts(secret: Path) -> PageFeatures:
    """A page with everything that a page can have."""

    def install(*arguments: object) -> Any:
        return ToyJudge(PLAIN)

    return PageFeatures(install=install, fetch=install, evaluate=toy, feedback=Feedback.at(secret.parent / "home"))


@pytest.fixture(scope="module")
def url(parts: PageFeatures) -> str:
    """That page, served."""
    return start(ToyJudge(PLAIN), parts)


@pytest.fixture(scope="module")
def client(url: str) -> Iterator[httpx.Client]:
    """A program that reaches the page."""
    with httpx.Client(base_url=url, timeout=60) as opened:
        yield opened


def named(path: str) -> dict[str, Any]:
    """A path as Gradio marks a file."""
    return {"path": path, "url": path, "orig_name": "a", "is_stream": False, "meta": {"_type": "gradio.FileData"}}


def paths(secret: Path, folder: Path) -> dict[str, str]:
    """Ways to name the secret file, or another that was not uploaded."""
    link = folder / "link.txt"
    link.symlink_to(secret)
    planted = private_folder() / "planted.txt"
    planted.write_text(SECRET, "utf-8")
    inside = private_folder() / "uploads" / "of-mine" / "link.txt"
    inside.parent.mkdir(parents=True, exist_ok=True)
    inside.unlink(missing_ok=True)
    inside.symlink_to(secret)
    relative = Path(*[".."] * (len(Path.cwd().parts) - 1), *secret.parts[1:])
    return {
        "absolute": str(secret),
        "relative": str(relative),
        "dots": f"{private_folder()}/uploads/../../{secret.parent.name}/{secret.name}",
        "url": "http://127.0.0.1:9/secret.txt",
        "file": secret.as_uri(),
        "symlink": str(link),
        "symlink inside": str(inside),
        "not uploaded": str(planted),
        "home": str(secret.parent / "home" / "state.sqlite"),
        "system": "/etc/hostname",
    }


def hidden(file: dict[str, Any], good: Any) -> list[Any]:
    """What a field may hold with a file somewhere in it."""
    turn = {"question": "q", "answer": "", "edition": ""}
    return [
        file,
        [file],
        {"value": file},
        [{**turn, key: file} for key in turn],
        [{**turn, "more": file, "question": [file]}],
        [{**turn, "answer": {"a": [file]}}],
        [good, file],
    ]


def sent(client: httpx.Client, way: str, event: dict[str, Any], body: dict[str, Any]) -> tuple[int, str]:
    """The status and all that is said of an event, also what its queue says."""
    reply = client.post("/gradio_api/" + way.format(name=event["api_name"]), json=body)
    told = reply.text
    if reply.status_code == 200 and "event_id" in reply.text and way == "queue/join":
        told += client.get("/gradio_api/queue/data", params={"session_hash": body["session_hash"]}).text
    return reply.status_code, told


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_no_event_takes_a_file_that_was_not_uploaded(
    client: httpx.Client, secret: Path, tmp_path: Path, way: str
) -> None:
    config = client.get("/config").json()
    kinds = {part["id"]: part["type"] for part in config["components"]}
    named_paths, tried = paths(secret, tmp_path), 0
    for event in config["dependencies"]:
        good = [HARMLESS[kinds[part]] for part in event["inputs"]]
        for place in range(len(good)):
            for kind, path in named_paths.items():
                for value in hidden(named(path), good[place]):
                    data = [*good[:place], value, *good[place + 1 :]]
                    body = {"data": data, "fn_index": event["id"], "session_hash": "attack"}
                    status, told = sent(client, way, event, body)
                    assert status == (404 if way[:4] == "call" and not event["backend_fn"] else 422), (
                        event["api_name"],
                        place,
                        kind,
                        value,
                    )
                    assert SECRET not in told and secret.name not in told
                    tried += 1
    assert tried > 500
    (private_folder() / "planted.txt").unlink()
    copies = [path for path in private_folder().rglob("*") if path.is_file() and not path.is_symlink()]
    assert [path for path in copies if SECRET in path.read_text("utf-8", "replace")] == []


def test_event_data_and_calls_of_the_script_take_no_file(client: httpx.Client, secret: Path) -> None:
    config, file = client.get("/config").json(), named(str(secret))
    chosen = next(each for each in config["dependencies"] if each["api_name"] == "choose")
    for value in (file, {"index": 0, "value": file}, {"index": 0, "value": {"text": file}}, {"index": file}, None):
        body = {"data": [[]], "fn_index": chosen["id"], "event_data": value, "session_hash": "attack"}
        assert client.post("/gradio_api/run/predict", json=body).status_code == 422
    panel = next(each["id"] for each in config["components"] if each["props"].get("elem_id") == "rulepanel")
    for name in ("rule", "term", "branch", "found", "feedback", "preprocess", "__init__"):
        body = {"data": file, "fn_name": name, "component_id": panel, "session_hash": "attack"}
        assert client.post("/gradio_api/component_server", json=body).status_code == 422
        assert client.post("/gradio_api/component_server/", data=body).status_code == 422


def test_no_file_is_served_but_a_report(client: httpx.Client, secret: Path, tmp_path: Path) -> None:
    uploaded = client.post("/gradio_api/upload", files={"files": ("a.svg", b"<svg onload='1'/>")}).json()[0]
    for path in (*paths(secret, tmp_path).values(), uploaded, f"{uploaded}/../a.svg"):
        for address in (f"/gradio_api/file={path}", f"/gradio_api/file/{path}", f"/gradio_api/proxy={path}"):
            reply = client.get(address)
            assert (reply.status_code, SECRET in reply.text) == (404, False), address


@pytest.mark.parametrize(
    "path", ["call/ask/0", "call/none/abc", "queue/data?session_hash=nobody", "queue/data?session_hash="]
)
def test_answers_to_nobody_are_refused_in_one_line(client: httpx.Client, path: str) -> None:
    reply = client.get(f"/gradio_api/{path}")
    assert (reply.status_code, reply.json()) == (404, {"detail": strings.NO_SUCH_ANSWER})


@pytest.mark.parametrize("session", [{}, {"session_hash": "mine"}])
def test_an_answer_is_fetched_by_its_event(client: httpx.Client, session: dict[str, str]) -> None:
    asked = client.post("/gradio_api/call/ask", json={"data": ["kite?", 2], **session})
    told = client.get(f"/gradio_api/call/ask/{asked.json()['event_id']}").text
    assert [line for line in told.splitlines() if line.startswith("event: ")][-1] == "event: complete"


def test_an_upload_is_taken_once(client: httpx.Client) -> None:
    config = client.get("/config").json()
    step = next(each["id"] for each in config["dependencies"] if each["api_name"] == "from_file")
    path = client.post("/gradio_api/upload", files={"files": ("rules.txt", b"toys")}).json()[0]
    body = {"data": [named(path)], "fn_index": step, "session_hash": "owner"}
    assert Path(path).read_bytes() == b"toys"
    assert client.post("/gradio_api/run/predict", json=body).status_code == 200
    assert not Path(path).exists()
    assert client.post("/gradio_api/run/predict", json=body).status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b'{"data": 3}',
        b'{"data": []}',
        b'{"data": [], "fn_index": 10000}',
        b'{"data": [], "fn_index": true}',
        b'{"data": [], "fn_index": 14, "session_hash": "../.."}',
        b'{"data": [], "fn_index": 14, "session_hash": 3}',
        b'{"data": [' + b"[" * 100_000,
        b'{"data": [' + b"[" * 500 + b"]" * 500 + b'], "fn_index": 14}',
        b'{"data": [' + b"9" * 5000 + b'], "fn_index": 14}',
        b'{"data": ["' + b"x" * LARGEST_EVENT + b'"]}',
        b"\xff\xfe",
    ],
)
def test_what_is_no_event_is_refused_in_one_line(client: httpx.Client, body: bytes) -> None:
    for way in ("queue/join", "run/predict", "component_server", "cancel"):
        reply = client.post(f"/gradio_api/{way}", content=body, headers={"content-type": "application/json"})
        assert reply.status_code == 422
        assert "\n" not in reply.json()["detail"] and len(reply.json()["detail"]) < 300


def test_a_call_by_name_is_checked_as_that_step(client: httpx.Client) -> None:
    config = client.get("/config").json()
    other = next(each["id"] for each in config["dependencies"] if not each["inputs"] and each["backend_fn"])
    body = {"data": [], "fn_index": other, "session_hash": "attack"}
    assert client.post("/gradio_api/call/take", json=body).status_code == 422
    assert client.post("/gradio_api/run/take", json=body).status_code == 422
    assert client.post("/gradio_api/call/unknown", json=body).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/gradio_api/deep_link?session_hash=a",
        "/gradio_api/queue/status",
        "/gradio_api/login_check",
        "/gradio_api/vibe-code",
        "/gradio_api/runs",
        "/gradio_api/openapi.json",
        "/gradio_api/stream/a/b/1/playlist-file",
        "/gradio_api/custom_component/a/client/component/b.js",
        "/monitoring",
        "/login",
        "/docs",
        "/nothing",
    ],
)
def test_other_routes_of_gradio_are_closed(client: httpx.Client, path: str) -> None:
    assert client.get(path).json() == {"detail": strings.NO_SUCH_ROUTE}
    for way in ("/api/take", "/call/v2/ask", "/process_recording", "/vibe-edit", "/stream/a", "/api/predict"):
        assert client.post(f"/gradio_api{way}", json={"data": []}).status_code == 404


def test_half_a_letter_is_asked_as_a_question_mark(client: httpx.Client) -> None:
    config = client.get("/config").json()
    step = next(each["id"] for each in config["dependencies"] if each["api_name"] == "take")
    body = b'{"data": ["kite\\ud800", [], ""], "fn_index": %d, "session_hash": "half"}' % step
    reply = client.post("/gradio_api/run/predict", content=body)
    assert reply.json()["data"][2][0]["question"] == "kite?"


def test_gradio_itself_checks_files_too(parts: PageFeatures, secret: Path) -> None:
    mount = build_app(JUDGE, parts).routes[-1]
    inner = TestClient(mount.app)  # type: ignore[attr-defined]
    step = next(each["id"] for each in inner.get("/config").json()["dependencies"] if each["api_name"] == "opened")
    body = {"data": [[{"question": named(str(secret)), "answer": "x"}], "", ""], "fn_index": step}
    before = sorted(private_folder().rglob("*"))
    assert inner.post("/gradio_api/run/predict", json=body).status_code == 500
    assert sorted(private_folder().rglob("*")) == before


def test_a_part_without_a_check_is_a_mistake() -> None:
    with gr.Blocks() as page:
        image = gr.Image()
        image.change(lambda value: value, image, image)
    with pytest.raises(TypeError, match="found a step that takes Image; expected a part with a check"):
        Events.of_page(page, lambda path: True)


def test_a_checked_event_holds_nothing_else() -> None:
    with gr.Blocks() as page:
        box = gr.Textbox()
        box.submit(lambda text: text, box, box)
    events = Events.of_page(page, lambda path: False)
    body = {"data": ["a"], "fn_index": 0, "oauth_token": "t", "batched": True, "trigger_id": 1, "event_id": "e"}
    assert json.loads(events.event(json.dumps(body).encode())) == {"data": ["a"], "fn_index": 0, "session_hash": None}
    with pytest.raises(EventError, match="Found 2 parts; expected what this step of the page takes"):
        events.event(b'{"data": ["a", "b"], "fn_index": 0}')


def test_the_page_of_an_official_edition_has_checks_too() -> None:
    app = TestClient(build_app(ToyJudge(OFFICIAL)))
    assert app.get("/config").status_code == 200
