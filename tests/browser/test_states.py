"""The page in each of its states, on both devices, light and dark: accessible, no wider than the screen, quiet."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter

import pytest
from accessibility import check
from evaluate_tab import SET, choose, toy
from own_rules import OFFICIAL, PLAIN
from pages import DEVICES, LONGEST_WAIT, WaitingJudge, ask, send, start, watched
from playwright.sync_api import Browser, BrowserContext, Page, expect
from small_cards import as_lines, plain_lines, written

from index.cards.store import CardStore, add_files
from index.errors import DocumentError
from judge.lookup.cards import CardFinder
from ui import strings
from ui.page.features import PageFeatures, Report
from ui.state.feedback import Feedback

expect.set_options(timeout=45_000)
# What Chromium itself says of a request that finds no network.
NO_NETWORK = "net::ERR_INTERNET_DISCONNECTED"
QUESTION = "Does my kite stay up?"


@dataclass(frozen=True)
class Stage:
    """Three served pages: of official rules, of the plain rulebook alone, and of one that installs in vain."""

    official: str
    plain: str
    installing: str
    judge: WaitingJudge


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """The pages with all their parts."""
    home = tmp_path_factory.mktemp("stage")
    add_files(home, [written(home, "cards.jsonl", as_lines(plain_lines()))])
    judge = WaitingJudge(OFFICIAL, CardFinder(CardStore.at(home)))
    parts = PageFeatures(evaluate=toy, feedback=Feedback.at(home))
    install: Callable[..., WaitingJudge] = lambda data, name, *report: judge  # noqa: E731
    plain = start(WaitingJudge(PLAIN), PageFeatures(install))

    def halted(data: bytes, name: str, report: Report) -> WaitingJudge:
        report("encode", 40, 100)
        judge.go.wait(LONGEST_WAIT)
        raise DocumentError(f"{name}: found no rules, expected some; take another file.")

    installing = start(WaitingJudge(PLAIN), PageFeatures(halted))
    return Stage(start(judge, parts), plain, installing, judge)


@pytest.fixture(scope="module", params=list(DEVICES))
def context(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    """One device for all states, so that the page's files are loaded once."""
    context = browser.new_context(**DEVICES[request.param], reduced_motion="reduce")
    context.set_default_timeout(45_000)
    yield context
    context.close()


def searching(page: Page, stage: Stage) -> None:
    """A question that is being looked up."""
    send(page, "a waiting kite")
    expect(page.locator("#chat .pending")).to_be_visible()


def busy(page: Page, stage: Stage) -> None:
    """Another question is chosen meanwhile."""
    ask(page, QUESTION)
    searching(page, stage)
    page.locator("#chat .ask-this").first.click()
    expect(page.locator("#sign p")).to_have_text(strings.BUSY)


def answered(page: Page, stage: Stage) -> None:
    """An answer of which everything is unfolded."""
    ask(page, QUESTION)
    page.evaluate("document.querySelectorAll('#chat details').forEach((each) => (each.open = true))")
    expect(page.locator("#chat details.supports .text").first).to_be_visible()


def with_cards(page: Page, stage: Stage) -> None:
    """An answer under the cards that its question names."""
    ask(page, "Does [[Spoon]] answer soup, and does snorple keep my kite up?")
    page.evaluate("document.querySelectorAll('#chat details.card').forEach((each) => (each.open = true))")
    expect(page.locator("#chat .oracle").first).to_be_visible()


def declined(page: Page, stage: Stage) -> None:
    """A question that no rule decides."""
    ask(page, "what is the weather")
    expect(page.locator("#chat .answer")).to_contain_text(strings.NEAREST)


def problem(page: Page, stage: Stage) -> None:
    """A sentence and a button."""
    ask(page, "broken")
    expect(page.locator("#chat .again")).to_have_text(strings.TRY_AGAIN)


def too_long(page: Page, stage: Stage) -> None:
    """A question of 100,000 letters without a space."""
    send(page, "x" * 100_000)
    expect(page.locator("#chat .problem")).to_contain_text("100,000 characters, expected 2,000 at most")


def lost(page: Page, stage: Stage) -> None:
    """A question sent when the network is gone."""
    ask(page, QUESTION)
    page.context.set_offline(True)
    send(page, "and at night?")
    expect(page.locator("#sign p")).to_have_text(strings.LOST)


def panel(page: Page, stage: Stage) -> None:
    """A rule in its place."""
    ask(page, QUESTION)
    page.click('#chat .chips a[href="#rule-900.1a"]')
    expect(page.locator("#rulepanel h2")).to_have_text("900.1a Kites")


def no_rule(page: Page, stage: Stage) -> None:
    """The panel of a rule that is not there."""
    expect(page.locator("#rulepanel h2")).to_contain_text('found no rule "999"')


def explained(page: Page, stage: Stage) -> None:
    """A term of the glossary."""
    ask(page, QUESTION)
    page.locator("#chat details.decides a.term").first.focus()
    expect(page.locator("#explained")).to_be_visible()


def rules(page: Page, stage: Stage) -> None:
    """The tree with a chapter open."""
    page.get_by_role("tab", name=strings.BROWSE_TAB).click()
    page.locator("#chapter-900 > summary").click()
    expect(page.locator("#chapter-900 a.chip").first).to_be_visible()


def found(page: Page, stage: Stage) -> None:
    """A search of the rules."""
    rules(page, stage)
    page.fill("#search-rules", "wi")
    expect(page.locator("#found .terms strong")).to_be_visible()


def nothing_found(page: Page, stage: Stage) -> None:
    """A search that finds nothing."""
    rules(page, stage)
    page.fill("#search-rules", "x" * 100)
    expect(page.locator("#found")).to_have_text(strings.NOTHING_FOUND)


def evaluate(page: Page, stage: Stage) -> None:
    """The Evaluate tab before anything is measured."""
    page.get_by_role("tab", name=strings.EVALUATE_TAB).click()
    expect(page.locator("#measure")).to_be_visible()


def measured(page: Page, stage: Stage) -> None:
    """The Evaluate tab with a report."""
    choose(page, SET)
    page.click("#measure")
    expect(page.locator("#measured .plots figure")).to_have_count(3)
    expect(page.locator("#get-table")).to_be_visible()


def not_measured(page: Page, stage: Stage) -> None:
    """The Evaluate tab with a file that is no question set."""
    choose(page, '{"id": 1}')
    page.click("#measure")
    expect(page.locator("#measured .problem")).to_be_visible()


def plain_only(page: Page, stage: Stage) -> None:
    """The banner of the plain rulebook above an answer of it."""
    ask(page, QUESTION)
    expect(page.locator("#banner")).to_contain_text(strings.PLAIN_COMMAND)


def installing(page: Page, stage: Stage) -> None:
    """The banner while a file is being installed."""
    page.locator('#notice input[type="file"]').set_input_files({"name": "a.txt", "mimeType": "", "buffer": b"a"})
    expect(page.locator("#banner progress")).to_have_attribute("value", "40")
    expect(page.locator("#upload")).to_be_disabled()


def not_installed(page: Page, stage: Stage) -> None:
    """The banner after that failed."""
    installing(page, stage)
    stage.judge.go.set()
    expect(page.locator("#banner strong")).to_have_text("a.txt: found no rules, expected some; take another file.")
    expect(page.locator("#upload")).to_be_enabled()


def feedback(page: Page, stage: Stage) -> None:
    """The field for the right rule, a verdict given, and what can be taken along."""
    ask(page, QUESTION)
    page.locator("#chat .verdict.right").click()
    expect(page.locator("#chat .feedback .said")).to_have_text(strings.FEEDBACK_KEPT)
    page.locator("#chat .verdict.wrong-rule").click()
    page.locator("#chat .take summary").click()
    expect(page.locator("#chat .copy-md")).to_be_visible()


STATES: tuple[Callable[[Page, Stage], None], ...] = (
    searching, busy, answered, with_cards, declined, problem, too_long, lost, panel, no_rule, explained, rules, found,
    nothing_found, evaluate, measured, not_measured, plain_only, installing, not_installed,
    feedback,
)  # fmt: skip


ADDRESSES: "dict[Callable[[Page, Stage], None], attrgetter[str]]" = {
    plain_only: attrgetter("plain"),
    installing: attrgetter("installing"),
    not_installed: attrgetter("installing"),
}


@pytest.mark.parametrize("state", [None, *STATES], ids=lambda state: state.__name__ if state else "empty")
def test_every_state(context: BrowserContext, stage: Stage, state: Callable[[Page, Stage], None] | None) -> None:
    page = context.new_page()
    said = watched(page)
    page.on("console", lambda line: said.remove(line.text) if state is lost and NO_NETWORK in line.text else None)
    stage.judge.go.clear()
    address = ADDRESSES.get(state, attrgetter("official")) if state else attrgetter("official")
    page.goto(address(stage) + ("/?rule=999" if state is no_rule else ""))
    expect(page.locator("#ask textarea")).to_be_enabled()
    try:
        if state:
            state(page, stage)
        check(page, said)
    finally:
        stage.judge.go.set()
        context.set_offline(False)
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.close()


def test_symbols_are_drawn_dark_on_light_in_the_dark_too(context: BrowserContext, stage: Stage) -> None:
    page = context.new_page()
    page.emulate_media(color_scheme="dark")
    page.goto(stage.official)
    with_cards(page, stage)
    inks = """() => [...new Set([...document.querySelectorAll("#chat .mana, #chat .mana *")].map(
        (each) => getComputedStyle(each).color))]"""
    assert page.evaluate("document.body.classList.contains('dark')")
    assert page.evaluate(inks) == ["rgb(28, 30, 38)"]
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.close()
