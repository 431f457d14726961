"""The written answer on both devices, light and dark: waiting, shown, partly dropped, withheld, failed, off."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest
from accessibility import check
from own_rules import OFFICIAL
from pages import DESKTOP, Devices, WaitingJudge, ask, both_devices, send, start, watched
from playwright.sync_api import Page, expect
from scripted_writer import Said, ScriptedServer, data_of, message, reply, scripted, step

from judge import messages
from judge.writer.limits import RateLimit, WrittenCache
from judge.writer.writer import Writer
from ui import strings
from ui.page.features import PageFeatures

expect.set_options(timeout=45_000)
QUESTION = "Does my kite stay up?"
GOOD = step("900.1a", "the wind stops. the kite comes down", "Without wind it comes down.")
BAD = step("900.2", "wind never ends")
VERDICT = "No, it <b>comes</b> down."


@dataclass(frozen=True)
class Stage:
    """A page with a writer, and the server that writes."""

    url: str
    server: ScriptedServer
    writer: Writer


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    """A page whose writer is asked as often as the tests like."""
    with scripted() as server:
        writer = Writer(Writer.at(server.endpoint).client, pause=0)
        yield Stage(start(WaitingJudge(OFFICIAL), PageFeatures(writer=writer)), server, writer)


@pytest.fixture
def page(request: pytest.FixtureRequest, devices: Devices, stage: Stage) -> Iterator[Page]:
    """A fresh page; at its end it is checked, light and dark."""
    stage.writer.cache, stage.writer.limit = WrittenCache(), None
    stage.server.asked.clear()
    with devices.page(getattr(request, "param", DESKTOP), reduced_motion="reduce") as page:
        said = watched(page)
        page.goto(stage.url)
        yield page
        check(page, said)


def says(stage: Stage, *replies: Said) -> None:
    """What the server says from now on."""
    stage.server.says(*replies)


@both_devices
def test_the_rules_stand_there_while_the_answer_is_written(page: Page, stage: Stage) -> None:
    gate = threading.Event()
    says(stage, replace(message(reply(GOOD, verdict=VERDICT)), gate=gate))
    ask(page, QUESTION)
    expect(page.locator("#chat .written.waiting p")).to_have_text(strings.WRITING)
    expect(page.locator("#chat details.decides .text")).to_be_visible()
    page.locator("#chat details.supports > summary").first.click()
    page.locator("#chat details.supports a.chip").first.focus()
    gate.set()
    expect(page.locator("#chat .written .lead")).to_have_text(VERDICT)
    assert page.locator("#chat details.supports").first.evaluate("(each) => each.open") is True
    expect(page.locator("#chat details.supports a.chip").first).to_be_focused()
    expect(page.locator("#sign p")).to_have_text(VERDICT)
    page.reload()
    expect(page.locator("#chat .written .lead")).to_have_text(VERDICT)
    assert len(stage.server.asked) == 1


def test_a_quote_opens_its_rule_with_the_sentence_marked(page: Page, stage: Stage) -> None:
    says(stage, message(reply(GOOD, BAD, verdict=VERDICT)))
    ask(page, QUESTION)
    expect(page.locator("#chat .written .note")).to_have_text(strings.DROPPED_ONE)
    expect(page.locator("#chat .written .label")).to_have_text(strings.WRITTEN.format(model="scripted"))
    expect(page.locator("#chat .written li")).to_have_count(1)
    link = page.locator("#chat .written a.quote")
    expect(link).to_have_text("“The wind stops. The kite comes down” 900.1a".replace("“", "").replace("”", ""))
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rulepanel h2")).to_have_text("900.1a Kites")
    expect(page.locator("#rulepanel mark.key")).to_have_text("The wind stops. The kite comes down.")
    page.keyboard.press("Escape")
    expect(link).to_be_focused()


@both_devices
@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (message(reply(decided=False, verdict="", missing="A rule about rain.")), "Missing: A rule about rain."),
        (message(reply(BAD, verdict=VERDICT)), strings.WITHHELD.format(model="scripted")),
        (Said(status=500), messages.WRITER_UNREACHABLE),
        (Said(status=429), messages.WRITER_BUSY),
        (message("It falls."), messages.WRITER_UNREADABLE),
    ],
    ids=["undecided", "withheld", "broken", "busy", "prose"],
)
def test_what_stands_there_instead(page: Page, stage: Stage, said: Said, shown: str) -> None:
    says(stage, said)
    ask(page, QUESTION)
    expect(page.locator("#chat .written .note")).to_have_text(shown)
    expect(page.locator("#chat details.decides .text")).to_be_visible()
    expect(page.locator("#chat .written li")).to_have_count(0)


WAITING = '<div class="answer"><div class="written waiting" id="writing-0a1b"></div></div>'
WRITTEN = '<div class="answer"><div class="written"><p class="note">Written in no time.</p></div></div>'
FILL_FIRST = """([waiting, written]) => {
    const filled = window.judgeWriting.fill("0a1b " + written, [{ answer: waiting }]);
    document.querySelector("#chat").insertAdjacentHTML("beforeend", waiting);
    return filled;
}"""


def test_a_writer_may_be_done_before_the_answer_is_on_the_page(page: Page) -> None:
    page.wait_for_function("() => window.judgeWriting && document.querySelector('#chat')")
    assert page.evaluate(FILL_FIRST, [WAITING, WRITTEN]) == [[{"answer": WRITTEN}]]
    expect(page.locator("#chat .written .note")).to_have_text("Written in no time.")


def test_too_many_questions_are_not_written(page: Page, stage: Stage) -> None:
    stage.writer.limit = RateLimit(0)
    ask(page, QUESTION)
    expect(page.locator("#chat .written .note")).to_have_text(messages.WRITER_LIMIT)
    assert stage.server.asked == []


def test_the_reader_switches_it_off(page: Page, stage: Stage) -> None:
    says(stage, message(reply(GOOD, verdict=VERDICT)))
    label = page.locator("#writer-switch")
    expect(label).to_contain_text(f"scripted at {stage.server.address}{strings.WRITER_HERE}")
    switch = label.locator("input")
    switch.focus()
    page.keyboard.press("Space")
    expect(page.locator("#sign p")).to_have_text(strings.WRITER_OFF)
    ask(page, QUESTION)
    expect(page.locator("#chat details.decides")).to_be_visible()
    page.goto(f"{stage.url}/?q=And%20at%20night%3F")
    expect(page.locator("#chat details.decides")).to_have_count(2)
    expect(switch).not_to_be_checked()
    assert stage.server.asked == []
    expect(page.locator("#chat .written")).to_have_count(0)
    switch.focus()
    page.keyboard.press("Space")
    expect(page.locator("#sign p")).to_have_text(strings.WRITER_ON)
    ask(page, "And now?")
    expect(page.locator("#chat .written .lead")).to_have_text(VERDICT)


def stop_by_button(page: Page) -> None:
    """The button beside the place."""
    page.locator("#chat .stop-writing").focus()
    page.keyboard.press("Enter")


def ask_on(page: Page) -> None:
    """Another question."""
    send(page, "weather")


@pytest.mark.parametrize("stop", [stop_by_button, ask_on])
def test_writing_is_stopped(page: Page, stage: Stage, stop: Callable[[Page], None]) -> None:
    gate = threading.Event()
    says(stage, replace(message(reply(GOOD, verdict="Late.")), gate=gate), message(reply(BAD)))
    ask(page, QUESTION)
    expect(page.locator("#chat .written.waiting")).to_be_visible()
    while not stage.server.asked:
        page.wait_for_timeout(20)
    stop(page)
    expect(page.locator("#chat .written .note").first).to_have_text(strings.WRITING_STOPPED)
    expect(page.locator("#chat .written.waiting")).to_have_count(0)
    gate.set()
    ask(page, "a kite at night")
    expect(page.locator("#chat details.decides").last).to_be_visible()
    expect(page.locator("#chat .written.waiting")).to_have_count(0)
    expect(page.locator("#chat")).not_to_contain_text("Late.")


def test_what_is_shared_has_the_written_answer(page: Page, stage: Stage) -> None:
    says(stage, message(reply(GOOD, verdict=VERDICT)))
    ask(page, QUESTION)
    expect(page.locator("#chat .written .lead")).to_have_text(VERDICT)
    assert "Without wind it comes down. “The wind stops. The kite comes down” (900.1a)" in str(
        page.locator("#chat .source.md").text_content()
    )


def test_the_question_is_sent_as_it_was_asked(page: Page, stage: Stage) -> None:
    says(stage, message(reply(GOOD, verdict=VERDICT)))
    ask(page, QUESTION)
    expect(page.locator("#chat .written .lead")).to_have_text(VERDICT)
    assert data_of(stage.server.asked[0])["question"] == QUESTION
