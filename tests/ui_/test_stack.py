"""deploy/: two judges, nginx and PostgreSQL, as a deployment runs them; parts of it are killed while it is used."""

import asyncio
import re
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import httpx
import pytest
import yaml
from paths import ROOT
from playwright.sync_api import Browser, expect
from postgres import PROGRAMS
from stack import NGINX, Stack, stack
from toy_server import COMMAND
from users import Record, User, play_together

from ui.cli import parser
from ui.state.database import Database
from ui.state.feedback import Feedback

pytestmark = pytest.mark.slow
PATIENCE, LONGEST_PLAY = 45_000, 120
DEPLOY = ROOT / "deploy"
QUESTIONS = ("Does my kite stay up?", "Does a torn kite fly?", "What of the wind?")
RULES = ("900.1a", "900.1b", "900.2")
USERS = 32


@pytest.fixture(scope="module")
def running() -> Iterator[Stack]:
    """The whole deployment, with judges of seven rules."""
    if not PROGRAMS or not Path(NGINX).exists():
        pytest.skip("PostgreSQL or nginx is missing; scripts/install-system installs them")
    with stack(COMMAND) as started:
        yield started


def wait_for_more(record: Record) -> None:
    """Wait until each user was answered once more, and some feedback was acknowledged."""
    answers, acknowledged = len(record.seconds) + USERS, len(record.acknowledged)
    deadline = time.monotonic() + LONGEST_PLAY
    while len(record.seconds) < answers or len(record.acknowledged) == acknowledged:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_browser_stays_with_one_judge(running: Stack) -> None:
    ids = set[int]()
    for _ in range(8):
        with httpx.Client(base_url=running.url) as browser:
            seen = {browser.get("/gradio_api/app_id").json()["app_id"] for _ in range(4)}
        assert len(seen) == 1
        ids |= seen
    assert len(ids) == 2


def test_the_proxy_names_the_client_and_hides_the_figures(running: Stack) -> None:
    assert httpx.get(f"{running.url}/metrics").status_code == 404
    assert httpx.get(f"{running.url}/ask?q=kite", headers={"host": "evil.example"}).status_code == 400
    named = {"host": "judge.example", "x-forwarded-for": "192.0.2.7"}
    assert httpx.get(f"{running.url}/ask?q=kite", headers=named).status_code == 200
    ends = time.monotonic() + 5
    while '"client": "192.0.2.7"' not in logged(running):
        assert time.monotonic() < ends, logged(running)
        time.sleep(0.1)


def logged(running: Stack) -> str:
    """What all judges have written to their logs."""
    return "".join(judge.log.read_text() for judge in running.judges)


def test_killed_parts_lose_no_answer_and_no_acknowledged_feedback(running: Stack, tried: Counter[str]) -> None:
    (first, second), record, ended = running.judges, Record(), Event()

    def kill_in_turn() -> None:
        try:
            wait_for_more(record)
            running.database.kill()
            tried["stack kills"] += 1
            time.sleep(0.5)
            running.database.start()
            wait_for_more(record)
            first.end(signal.SIGTERM)
            tried["stack kills"] += 1
            first.begin()
            first.wait()
            wait_for_more(record)
            second.end()
            tried["stack kills"] += 1
            wait_for_more(record)
        finally:
            ended.set()

    users = [User(number, running.url, record, QUESTIONS, RULES, 0.6) for number in range(USERS)]
    with ThreadPoolExecutor(2) as pool:  # Playwright leaves a loop running in the thread of the tests
        killing = pool.submit(kill_in_turn)
        pool.submit(asyncio.run, play_together(users, LONGEST_PLAY, ended)).result()
        killing.result()
    database = Database(running.database.url)
    kept = {each.question for each in Feedback(database).all()}
    database.close()
    assert set(record.acknowledged) <= kept and record.acknowledged
    assert len(record.seconds) > 2 * USERS
    assert record.happened["wrong answers"] == 0, [each for each in record.problems if "another" in each]
    assert not [name for name in record.happened if name.endswith("never answered")]
    assert [line for line in running.errors() if '"event": "error"' in line] == []


def test_the_compose_file_starts_what_the_proxy_expects() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services = compose["services"]
    assert services.keys() == {"judge-1", "judge-2", "database", "proxy"}
    for judge in ("judge-1", "judge-2"):
        options = parser().parse_args([re.sub(r"\$\{.*?\}", "name", each) for each in services[judge]["command"]])
        assert options.host == "0.0.0.0" and options.allow_host == ["name"]
        assert services[judge]["environment"]["JUDGE_DATABASE"].startswith("postgresql://judge:")
        assert f"server {judge}:7860" in (DEPLOY / "nginx.conf").read_text("utf-8")
    assert compose["networks"]["site"]["ipam"]["config"][0]["subnet"] in services["judge-1"]["command"][-1]


def test_the_container_starts_a_command_that_exists() -> None:
    lines = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
    steps = [line.split(" ", 1) for line in lines if line and not line.startswith(("#", " "))]
    known = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL", "CMD"}
    assert {name for name, _ in steps} == known | {"ENTRYPOINT"}
    copied = [word for name, rest in steps if name == "COPY" for word in rest.split()[:-1]]
    assert [word for word in copied if not (ROOT / word).exists()] == []
    command = yaml.safe_load(next(rest for name, rest in steps if name == "CMD"))
    assert parser().parse_args(command).host == "0.0.0.0"


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    text = (DEPLOY / "rules-judge@.service").read_text("utf-8")
    command = next(line for line in text.splitlines() if line.startswith("ExecStart=")).split()[1:]
    assert parser().parse_args([each.replace("%i", "7861") for each in command]).port == 7861
    if shutil.which("systemd-analyze"):
        unit = tmp_path / "rules-judge@7861.service"
        unit.write_text(re.sub(r"/opt/\S+", "/bin/true", text), "utf-8")
        checked = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
        assert [line for line in checked.stderr.splitlines() if "rules-judge" in line] == []


def test_a_page_asks_again_by_itself_when_its_judge_is_killed(
    running: Stack, browser: Browser, tried: Counter[str]
) -> None:
    for judge in running.judges:
        if judge.process is None:
            judge.begin()
            judge.wait()
    page = browser.new_page()
    page.goto(running.url)
    expect(page.locator("#ask textarea")).to_be_enabled(timeout=PATIENCE)
    own = page.evaluate("window.gradio_config.app_id")
    ids = [page.request.get(f"http://127.0.0.1:{judge.port}/gradio_api/app_id").json() for judge in running.judges]
    holder = running.judges[[float(each["app_id"]) for each in ids].index(float(own))]
    page.fill("#ask textarea", "a slow kite")
    page.press("#ask textarea", "Enter")
    expect(page.locator("#chat .pending")).to_be_visible(timeout=PATIENCE)
    holder.end()
    tried["stack kills"] += 1
    expect(page.locator("#chat details.decides")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#chat .asked")).to_have_text(["a slow kite"])
    page.close()
