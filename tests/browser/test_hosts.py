"""ui/page/access.py, ui/server/checks/hosts.py: the page answers only its own address; who may install."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from chromium import FOR_TESTS, launch
from own_rules import OFFICIAL, PLAIN, ToyJudge
from pages import start
from playwright.sync_api import Browser, Page, expect

from ui import strings
from ui.cli import main, parser
from ui.page.access import Access, Address
from ui.page.features import PageFeatures
from ui.server.start import what_others_can
from ui.state.feedback import Feedback

ROUTES = (
    ("GET", "/"),
    ("GET", "/ask?q=kite"),
    ("GET", "/editions"),
    ("GET", "/config"),
    ("GET", "/gradio_api/queue/data?session_hash=a"),
    ("POST", "/gradio_api/upload"),
    ("POST", "/gradio_api/queue/join"),
    ("POST", "/gradio_api/run/predict"),
    ("POST", "/gradio_api/component_server"),
    ("POST", "/gradio_api/cancel"),
)
FOREIGN_PAGE = """<!doctype html><title>elsewhere</title><a href="%(url)s/?q=kite">a link</a><script>
const seen = [];
async function tell(name, work) {
  try { seen.push(name + " " + ((await work()).status || "opaque")); } catch { seen.push(name + " refused"); }
}
(async () => {
  const form = new FormData();
  form.append("files", new Blob(["toys"]), "toys.txt");
  const json = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
  await tell("upload", () => fetch("%(url)s/gradio_api/upload", { method: "POST", body: form, mode: "no-cors" }));
  await tell("event", () => fetch("%(url)s/gradio_api/queue/join", json));
  await tell("feedback", () => fetch("%(url)s/gradio_api/component_server", { ...json, headers: {}, mode: "no-cors" }));
  await tell("api", () => fetch("%(url)s/ask?q=kite"));
  await tell("page", () => fetch("%(url)s/", { credentials: "include" }));
  document.title = seen.join(", ");
})();
</script>"""


def scope(host: str, server: tuple[str, int], client: str = "127.0.0.1") -> dict[str, Any]:
    """A request as the server hands it on."""
    return {"type": "http", "server": server, "client": (client, 1), "headers": [(b"host", host.encode())]}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder for what readers say."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def judge() -> ToyJudge:
    """Our judge, which remembers what it was asked."""
    return ToyJudge(OFFICIAL)


@pytest.fixture(scope="module")
def url(judge: ToyJudge, home: Path) -> str:
    """A page of our judge."""
    return start(judge, PageFeatures(feedback=Feedback.at(home)))


@pytest.fixture(scope="module")
def elsewhere(url: str) -> Iterator[str]:
    """Another site, whose page asks our judge."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = (FOREIGN_PAGE % {"url": url}).encode()
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:7860", Address("127.0.0.1", 7860)),
        ("[::1]:80", Address("::1", 80)),
        ("Judge.Example", Address("judge.example")),
        ("", None),
        ("a b", None),
        ("a/b", None),
        ("user@judge.example", None),
        ("judge.example:no", None),
        ("judge.example:99999", None),
        ("x" * 300, None),
    ],
)
def test_an_address_is_read(text: str, address: Address | None) -> None:
    assert Address.read(text) == address


@pytest.mark.parametrize(
    ("access", "host", "server", "answers"),
    [
        (Access(), "127.0.0.1:7860", ("127.0.0.1", 7860), True),
        (Access(), "localhost:7860", ("127.0.0.1", 7860), True),
        (Access(), "127.0.0.1:7861", ("127.0.0.1", 7860), False),
        (Access(), "127.0.0.1", ("127.0.0.1", 80), True),
        (Access(), "evil.example:7860", ("127.0.0.1", 7860), False),
        (Access(), "127.0.0.1.evil.example:7860", ("127.0.0.1", 7860), False),
        (Access("::1"), "[::1]:7860", ("::1", 7860), True),
        (Access("0.0.0.0"), "0.0.0.0:7860", ("127.0.0.1", 7860), True),
        (Access("0.0.0.0"), "192.0.2.7:7860", ("192.0.2.7", 7860), True),
        (Access("0.0.0.0"), "192.0.2.8:7860", ("192.0.2.7", 7860), False),
        (Access("0.0.0.0"), "localhost:7860", ("192.0.2.7", 7860), False),
        (Access("box"), "BOX:7860", ("192.0.2.7", 7860), True),
        (Access(hosts=("judge.example",)), "judge.example", ("127.0.0.1", 7860), True),
        (Access(hosts=("judge.example",)), "judge.example:8080", ("127.0.0.1", 7860), True),
        (Access(hosts=("judge.example:80",)), "judge.example:8080", ("127.0.0.1", 7860), False),
    ],
)
def test_a_page_answers_its_own_address(access: Access, host: str, server: tuple[str, int], answers: bool) -> None:
    assert access.answers(host, scope(host, server)) is answers


@pytest.mark.parametrize(
    ("access", "host", "client", "may"),
    [
        (Access(), "127.0.0.1:7860", "127.0.0.1", True),
        (Access("0.0.0.0"), "127.0.0.1:7860", "192.0.2.7", False),
        (Access("0.0.0.0"), "127.0.0.1:7860", "no address", False),
        (Access(hosts=("judge.example",)), "judge.example", "127.0.0.1", False),
        (Access(hosts=("judge.example",), install=True), "judge.example", "192.0.2.7", True),
    ],
)
def test_who_may_install(access: Access, host: str, client: str, may: bool) -> None:
    assert access.may_install(scope(host, ("127.0.0.1", 7860), client)) is may


def test_this_machine_may_install_at_its_own_address_in_a_network() -> None:
    access = Access("0.0.0.0")
    assert access.may_install(scope("192.0.2.7:7860", ("192.0.2.7", 7860), "192.0.2.7"))
    assert not access.may_install(scope("192.0.2.7:7860", ("192.0.2.7", 7860), "192.0.2.8"))


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_another_host_is_refused(url: str, method: str, path: str) -> None:
    for host in ("evil.example", f"evil.example:{urlsplit(url).port}", "127.0.0.1:1", "judge.example@127.0.0.1"):
        reply = httpx.request(method, url + path, headers={"host": host})
        assert reply.status_code == 400
        assert reply.text.startswith(f"Found the host {host}, expected the address at which this page is served")
        assert reply.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"},
    ],
    ids=str,
)
def test_another_origin_is_refused(url: str, method: str, path: str, headers: dict[str, str]) -> None:
    reply = httpx.request(method, url + path, headers=headers)
    assert (reply.status_code, reply.text) == (403, strings.FOREIGN_PAGE)
    assert "access-control-allow-origin" not in reply.headers


def test_a_form_of_another_site_is_refused_and_a_link_is_not(url: str) -> None:
    came = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert httpx.get(url, headers=came).status_code == 200
    assert httpx.post(f"{url}/gradio_api/upload", headers=came, files={"files": b"toys"}).status_code == 403
    assert httpx.options(url, headers={"origin": "https://evil.example"}).status_code == 403


def test_the_page_itself_and_programs_are_answered(url: str) -> None:
    own = {"origin": url, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}
    assert httpx.post(f"{url}/gradio_api/upload", headers=own, files={"files": ("a.txt", b"toys")}).status_code == 200
    assert httpx.get(f"{url}/ask?q=kite").status_code == 200


def test_an_allowed_name_is_answered_behind_a_proxy() -> None:
    page = start(ToyJudge(OFFICIAL), access=Access(hosts=("judge.example",)))
    proxied = {"host": "judge.example", "origin": "https://judge.example"}
    assert httpx.post(f"{page}/gradio_api/upload", headers=proxied, files={"files": ("a", b"a")}).status_code == 200
    assert httpx.get(page, headers={"host": "other.example"}).status_code == 400


def test_a_foreign_page_can_do_nothing(browser: Browser, url: str, elsewhere: str, judge: ToyJudge, home: Path) -> None:
    page = browser.new_page()
    judge.asked.clear()
    page.goto(elsewhere.replace("127.0.0.1", "localhost"))
    expect(page).to_have_title("upload opaque, event refused, feedback opaque, api refused, page refused")
    assert judge.asked == []
    assert Feedback.at(home).all() == []
    page.click("a")
    expect(page.locator("#chat .asked")).to_have_text("kite")
    expect(page.locator("#chat details.rule").first).to_be_visible()  # the judge was asked
    page.close()


def test_a_rebound_name_can_do_nothing(browser: Browser, url: str, judge: ToyJudge) -> None:
    port, rule = urlsplit(url).port, "--host-resolver-rules=MAP rebound.example 127.0.0.1"
    judge.asked.clear()
    other = launch(browser.browser_type, FOR_TESTS, rule)
    page = other.new_page()
    reply = page.goto(f"http://rebound.example:{port}/")
    assert reply is not None and reply.status == 400
    expect(page.locator("body")).to_contain_text(f"--allow-host rebound.example:{port}")
    assert page.evaluate("async () => (await fetch('/ask?q=kite')).status") == 400
    other.close()
    assert judge.asked == []


def test_only_this_machine_installs(page: Page) -> None:
    def install(*arguments: object) -> Any:
        return ToyJudge(OFFICIAL)

    proxied = Access(hosts=("localhost:1", "127.0.0.1"))  # as a proxy that names no port would be
    page.goto(start(ToyJudge(PLAIN), PageFeatures(install, install), access=proxied))
    expect(page.locator("#ask textarea")).to_be_enabled()
    page.context.set_extra_http_headers({"x-forwarded-for": "192.0.2.7"})
    toys = {"name": "toys.txt", "mimeType": "text/plain", "buffer": b"toys"}
    page.locator('#notice input[type="file"]').set_input_files(toys)  # type: ignore[arg-type]
    expect(page.locator("#banner strong")).to_have_text(strings.ONLY_FROM_HERE)
    with page.expect_response("**/gradio_api/run/predict*"):  # Gradio drops a second click while the first is pending
        page.click("#from-web")
    page.wait_for_timeout(1000)
    expect(page.locator("#banner strong")).to_have_text(strings.ONLY_FROM_HERE)
    page.context.set_extra_http_headers({})
    page.click("#from-web")
    expect(page.locator("#head")).to_contain_text(OFFICIAL.name)


@pytest.mark.parametrize(("install", "says"), [(False, "only this computer can install"), (True, "can install rules")])
def test_it_is_said_what_others_can_do(install: bool, says: str) -> None:
    said = what_others_can(Access("0.0.0.0", install=install))
    assert said.startswith("Served at 0.0.0.0: everyone who reaches this computer can ask")
    assert says in said and "\n" not in said
    assert Access("0.0.0.0").open_to_others and not Access("127.0.0.1").open_to_others


def test_the_command_takes_names() -> None:
    asked = parser().parse_args(["serve", "--allow-host", "a.example", "--allow-host", "b:80", "--allow-install"])
    assert (asked.allow_host, asked.allow_install) == (["a.example", "b:80"], True)
    with pytest.raises(SystemExit):
        main(["serve", "--allow-host", "http://a.example"])
