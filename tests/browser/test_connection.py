"""The page while the judge reads, is busy, fails or is gone: a sign at once, nothing typed is lost, and it goes on."""

import re
import threading
import time
from collections import Counter
from dataclasses import dataclass
from types import TracebackType

import httpx
import pytest
import uvicorn
from own_rules import OFFICIAL
from pages import WaitingJudge, ask, phone_only, send, start
from playwright.sync_api import Browser, Page, Route, expect

from ui import strings
from ui.page.page import CORES
from ui.server.operations.settings import Operation
from ui.server.web import build_app

expect.set_options(timeout=45_000)
QUESTION = "Does my kite stay up?"
SOON = 100
# When a key was pressed, and when a sign of it was painted.
TIMED = """() => {
  addEventListener("keydown", () => { window.pressed = performance.now(); }, true);
  new MutationObserver(() => {
    if (document.documentElement.classList.contains("asking") && !window.signed)
      requestAnimationFrame(() => { window.signed = performance.now(); });
  }).observe(document.documentElement, { attributes: true });
}"""


@pytest.fixture
def judge() -> WaitingJudge:
    """A judge that can be made to wait."""
    return WaitingJudge(OFFICIAL)


@dataclass
class Served:
    """A page that can be stopped and started again at the same address."""

    judge: WaitingJudge
    port: int = 0

    def __enter__(self) -> "Served":
        config = uvicorn.Config(build_app(self.judge), port=self.port, log_level="error", timeout_graceful_shutdown=1)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.02)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.server.should_exit = True
        self.thread.join(30)


def slowly(route: Route) -> None:
    """A slow way to the judge."""
    time.sleep(0.5)
    route.continue_()


@phone_only
def test_there_is_a_sign_at_once(page: Page, judge: WaitingJudge) -> None:
    page.goto(start(judge))
    expect(page.locator("#ask textarea")).to_be_enabled()
    page.route("**/gradio_api/**", slowly)
    page.evaluate(TIMED)
    send(page, "a waiting kite")
    expect(page.locator("#sign p")).to_have_text(strings.SEARCHING)
    bar = page.evaluate("getComputedStyle(document.querySelector('#ask .input-container'), '::after').height")
    assert bar == "3px"
    page.wait_for_function("window.signed")
    assert page.evaluate("window.signed - window.pressed") < SOON
    expect(page.locator("#chat .pending")).to_be_visible()
    expect(page.locator("#sign p")).to_have_text(strings.WAITING)
    judge.go.set()
    expect(page.locator("#chat details.decides")).to_be_visible()
    assert not page.evaluate("document.documentElement.classList.contains('asking')")
    page.unroute_all(behavior="wait")


def test_who_asks_while_others_do_is_told_and_answered(judge: WaitingJudge, browser: Browser) -> None:
    url, page = start(judge), browser.new_page()
    others = [browser.new_page() for _ in range(CORES)]
    for other in others:
        other.goto(url)
        send(other, "a waiting kite")
        expect(other.locator("#chat .pending")).to_be_visible()
    page.goto(url)
    send(page, QUESTION)
    expect(page.locator("#sign p")).to_have_text(strings.WAITING)
    assert judge.asked == []
    judge.go.set()
    expect(page.locator("#chat details.decides")).to_be_visible()
    for other in others:
        expect(other.locator("#chat details.decides")).to_be_visible()
        other.close()
    page.close()


def test_who_waits_is_not_told_of_every_answer_to_another(judge: WaitingJudge) -> None:
    url, users = start(judge), [f"user-{number}" for number in range(CORES + 6)]
    events = httpx.get(f"{url}/config").json()["dependencies"]
    answers = next(each["id"] for each in events if each["api_name"] == "answer")
    for user in users:
        turn = {"question": "a waiting kite", "answer": "", "edition": ""}
        asked = {"data": ["", [turn]], "fn_index": answers, "session_hash": user}
        assert httpx.post(f"{url}/gradio_api/queue/join", json=asked).status_code == 200
    judge.go.set()
    for user in users:
        told = httpx.get(f"{url}/gradio_api/queue/data", params={"session_hash": user}, timeout=60).text
        assert told.count('"process_completed"') == 1
        assert told.count('"estimation"') <= 1


@pytest.mark.parametrize(
    ("question", "said"),
    [("broken", "found a broken toy, expected a whole one; mend it <first>."), ("crash", strings.FAILED)],
)
def test_a_problem_keeps_the_question_and_can_be_tried_again(
    page: Page, judge: WaitingJudge, question: str, said: str
) -> None:
    page.goto(start(judge))
    ask(page, question)
    expect(page.locator("#chat .problem p")).to_have_text(said)
    expect(page.locator("#ask textarea")).to_have_value(question)
    page.locator("#chat .again").click()
    expect(page.locator("#chat .problem")).to_have_count(2)
    expect(page.locator("#chat .asked")).to_have_text([question, question])
    expect(page.locator(".toast-body")).to_have_count(0)
    ask(page, QUESTION)
    expect(page.locator("#chat details.decides")).to_be_visible()


@phone_only
def test_a_question_is_answered_while_the_step_after_a_refused_one_is_on_its_way(
    page: Page, judge: WaitingJudge
) -> None:
    page.goto(start(judge))
    expect(page.locator("#ask textarea")).to_be_enabled()
    page.wait_for_load_state("networkidle")
    held = list[Route]()
    page.route("**/queue/join*", lambda route: route.continue_() if held else held.append(route))
    send(page, "kite " * 500)
    expect(page.locator("#chat .problem")).to_be_visible()
    ask(page, QUESTION)
    expect(page.locator("#chat details.decides")).to_be_visible()
    assert len(held) == 1
    held[0].continue_()
    page.unroute_all(behavior="wait")


def test_who_asks_too_fast_is_told_when_to_ask_again(page: Page, judge: WaitingJudge, tried: Counter[str]) -> None:
    url = start(judge, operation=Operation(per_minute=4))
    page.goto(url)
    expect(page.locator("#ask textarea")).to_be_enabled()
    page.wait_for_load_state("networkidle")
    assert [httpx.get(f"{url}/ask?q=kite").status_code for _ in range(8)][-1] == 429
    send(page, QUESTION)
    tried["refusals"] += 1
    before, after = strings.TOO_FAST.split("{}")
    expect(page.locator("#sign p")).to_have_text(re.compile(rf"^{before}\d\d?{after}$"))
    expect(page.locator("#sign p")).to_be_in_viewport()
    expect(page.locator("#ask textarea")).to_have_value(QUESTION)
    expect(page.locator("#ask textarea")).to_be_enabled()
    expect(page.locator(".toast-body")).to_have_count(0)


@pytest.mark.parametrize(
    ("step", "said"), [("run/predict", strings.TOO_FAST), ("queue/join", strings.HELD)], ids=["asked", "taken"]
)
def test_who_was_too_fast_is_answered_later(
    page: Page, judge: WaitingJudge, step: str, said: str, tried: Counter[str]
) -> None:
    page.goto(start(judge))
    expect(page.locator("#ask textarea")).to_be_enabled()
    page.wait_for_load_state("networkidle")
    refusal = {"status": 429, "headers": {"retry-after": "1"}, "json": {"detail": "too many"}}
    page.route(f"**/{step}*", lambda route: route.fulfill(**refusal), times=1)
    send(page, QUESTION)
    expect(page.locator("#sign p")).to_have_text(said.format(1))
    tried["refusals"] += 1
    if said == strings.TOO_FAST:
        page.press("#ask textarea", "Enter")
    expect(page.locator("#chat details.decides")).to_be_visible()
    expect(page.locator("#chat .asked")).to_have_text([QUESTION])


KEPT = """() => document.querySelectorAll("#chat .asked").length === 2 ||
  (!document.querySelector("#ask textarea").disabled &&
    document.querySelector("#ask textarea").value === "and at night?")"""


def test_a_page_below_a_path_answers(page: Page, judge: WaitingJudge) -> None:
    page.goto(f"{start(judge, operation=Operation(base_path='/judge'))}/judge")
    ask(page, QUESTION)
    expect(page.locator("#chat details.decides")).to_be_visible()
    page.locator('#chat details.decides a[href^="#rule-"]').first.click()
    expect(page.locator("#rulepanel h2")).to_be_visible()


def test_a_dropped_network_keeps_the_question(browser: Browser, judge: WaitingJudge) -> None:
    page = browser.new_page()
    page.goto(start(judge))
    ask(page, QUESTION)
    page.context.set_offline(True)
    send(page, "and at night?")
    expect(page.locator("#sign p")).to_have_text(strings.LOST)
    expect(page.locator("#ask textarea")).to_have_value("and at night?")
    expect(page.locator(".toast-body")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("#sign p")).not_to_have_text(strings.LOST)
    # It waits in the box, or was on its way and arrives now; either way it is there once.
    page.wait_for_function(KEPT)
    if page.locator("#chat .asked").count() == 1:
        page.press("#ask textarea", "Enter")
    expect(page.locator("#chat .asked")).to_have_text([QUESTION, "and at night?"])
    expect(page.locator("#chat details.decides")).to_have_count(2)
    page.close()


def test_a_network_that_drops_and_comes_back_leaves_the_page_alone(browser: Browser, judge: WaitingJudge) -> None:
    page = browser.new_page()
    page.goto(start(judge))
    ask(page, QUESTION)
    page.evaluate("window.mine = true")
    page.fill("#ask textarea", "half a que")
    page.context.set_offline(True)
    expect(page.locator("#sign p")).to_have_text(strings.LOST)
    page.context.set_offline(False)
    expect(page.locator("#sign p")).to_have_text("")
    assert page.evaluate("window.mine") is True
    expect(page.locator("#ask textarea")).to_have_value("half a que")
    page.close()


def test_a_judge_that_is_started_again_goes_on(browser: Browser, judge: WaitingJudge) -> None:
    page = browser.new_page()
    with Served(judge) as served:
        page.goto(f"http://127.0.0.1:{served.port}")
        ask(page, QUESTION)
        send(page, "a waiting kite")
        expect(page.locator("#chat .pending")).to_be_visible()
    expect(page.locator("#sign p")).to_have_text(strings.LOST)
    expect(page.locator("#chat .asked")).to_have_count(2)
    judge.go.set()
    with Served(judge, served.port):
        expect(page.locator("#chat details.decides")).to_have_count(2)
        expect(page.locator("#chat .asked").last).to_have_text("a waiting kite")
        expect(page.locator("#ask textarea")).to_be_enabled()
        page.close()
