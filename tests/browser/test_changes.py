"""Editions over time on the page: what changed, the history of a rule, links to older rules, answers as of then."""

from pathlib import Path
from statistics import median

import axe_playwright_python
import pytest
from pages import ask, both_devices, start
from paths import official_edition
from playwright.sync_api import Browser, Page, expect
from two_editions import NEW_DAY, NEWER, OLD_DAY, OLDER, edition
from two_editions_page import NEW, OLD, BirdEditions, BirdJudge

from judge.library import Library
from judge.messages import PREPARING
from ui import strings
from ui.page.features import PageFeatures

expect.set_options(timeout=45_000)
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
VIOLATIONS = """async () => (await axe.run()).violations.map(
    (each) => each.id + ": " + each.nodes.map((node) => node.html.slice(0, 160)).join(" | "))"""
# Milliseconds from the click on a tab until what changed can be seen.
UNTIL_SHOWN = """(name) => {
  const tab = [...document.querySelectorAll("[role=tab]")].find((each) => each.textContent.trim() === name);
  tab.addEventListener("click", () => {
    const start = performance.now();
    const look = () => {
      if (document.querySelector("#changes h2")?.checkVisibility()) window.shown = performance.now() - start;
      else requestAnimationFrame(look);
    };
    look();
  }, true);
}"""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with two editions."""
    past = BirdEditions.at(tmp_path_factory.mktemp("birds"))
    return start(past.judge(NEW), PageFeatures(past=past))


def violations(page: Page) -> list[str]:
    """What axe finds on a page."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(VIOLATIONS)
    return found


@both_devices
def test_the_tab_shows_what_changed_word_by_word(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("tab", name=strings.CHANGES_TAB).click()
    changes = page.locator("#changes")
    expect(changes.locator("h2")).to_have_text(strings.CHANGES_TITLE.format(old=OLD, new=NEW))
    expect(changes.get_by_role("status")).to_contain_text("3 added, 2 removed, 1 reworded")
    reworded = changes.locator("#changed-800 li", has_text="Reworded").first
    expect(reworded.locator("del")).to_have_text("every ")
    expect(reworded.locator("ins")).to_have_text("each ")
    folded = changes.locator("#changed-800 details.quiet")
    expect(folded.locator("a.chip").first).to_be_hidden()
    folded.locator("summary").click()
    expect(folded.locator("a.chip")).to_have_text(["800.3", "800.3a", "800.3b"])
    assert violations(page) == []
    changes.locator("#changed-802 a.chip").last.click()
    expect(page.locator("#rulepanel .as-it-was")).to_have_text(strings.NOT_TODAY.format(edition=OLD, now=NEW))


def test_other_editions_are_compared_by_keyboard(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("tab", name=strings.CHANGES_TAB).focus()
    page.keyboard.press("Enter")
    chosen = page.get_by_label(strings.CHANGES_FROM)
    expect(chosen).to_have_value(OLD)
    page.keyboard.press("Tab")
    expect(chosen).to_be_focused()
    chosen.select_option(NEW)
    expect(page.locator("#changes")).to_contain_text("expected two to compare")


@both_devices
def test_a_link_opens_a_rule_as_it_was(page: Page, url: str) -> None:
    page.goto(f"{url}/?rule=800.2a&edition={OLD}")
    panel = page.locator("#rulepanel")
    expect(panel.locator("h2")).to_have_text("800.2a Owl")
    expect(panel.locator(".as-it-was")).to_contain_text(strings.AS_IT_WAS.format(edition=OLD))
    expect(panel.locator(".edition")).to_contain_text("January 1, 2030")
    panel.get_by_label("Next: 800.2b").click()
    expect(panel.locator("h2")).to_have_text("800.2b Owl")
    assert page.url.endswith(f"#rule-800.2b@{OLD}")
    panel.locator(".as-it-was a").click()
    expect(panel.locator("h2")).to_have_text("800.3b Owl")
    expect(panel.locator(".as-it-was")).to_have_count(0)
    assert violations(page) == []


def test_a_link_to_an_edition_that_is_not_here_says_so(page: Page, url: str) -> None:
    page.goto(f"{url}/?rule=800.2a&edition=2001-01-01")
    panel = page.locator("#rulepanel")
    expect(panel.locator("h2")).to_have_text(strings.NOT_INSTALLED_HERE.format(edition="2001-01-01"))
    expect(panel).to_contain_text(strings.INSTALL_EDITION)
    panel.locator(".as-it-was a").click()
    expect(panel.locator("h2")).to_have_text("800.2a Gull")


@both_devices
def test_an_answer_says_that_its_rule_was_reworded(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, "Is a bird an animal?")
    said = page.locator("#chat .reworded")
    expect(said).to_contain_text(strings.REWORDED_SINCE.format(edition=OLD))
    said.locator("a").click()
    history = page.locator("#rulepanel details.history")
    expect(history.locator("li")).to_have_count(2)
    expect(history.locator("ins")).to_have_text("each ")
    assert violations(page) == []
    history.get_by_role("link", name=OLD).click()
    expect(page.locator("#rulepanel .text").first).to_contain_text("for every rule")


def test_questions_are_answered_by_the_chosen_edition(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("#ask textarea")).to_be_enabled()
    page.get_by_label(strings.AS_OF).select_option(OLD)
    ask(page, "Is a bird an animal?")
    answer = page.locator("#chat .answer")
    expect(answer.locator("details.rule .text")).to_contain_text("for every rule")
    expect(answer.locator("p.edition")).to_contain_text("January 1, 2030")
    assert answer.locator("a.share").get_attribute("href") == f"?q=Is%20a%20bird%20an%20animal%3F&edition={OLD}"
    answer.locator("a.chip").first.click()
    expect(page.locator("#rulepanel .as-it-was")).to_contain_text(OLD)


def test_an_edition_that_is_not_ready_says_so_until_it_is(page: Page, tmp_path: Path) -> None:
    past = BirdEditions.at(tmp_path / "home")
    past.preparing.add(OLD)
    page.goto(start(past.judge(NEW), PageFeatures(past=past)))
    expect(page.locator("#ask textarea")).to_be_enabled()
    page.get_by_label(strings.AS_OF).select_option(OLD)
    line, told = page.locator("#as-of [role=status]"), PREPARING.format(edition=OLD, so_far="")
    expect(line).to_have_text(told)
    ask(page, "Is a bird an animal?")
    expect(page.locator("#chat .answer")).to_contain_text(told)
    assert violations(page) == []
    past.preparing.clear()
    expect(line).to_have_text("")
    page.get_by_role("button", name=strings.TRY_AGAIN).click()
    expect(page.locator("#chat details.rule .text")).to_contain_text("for every rule")


def test_an_edition_that_was_added_since_can_be_chosen(page: Page, tmp_path: Path) -> None:
    past = BirdEditions.at(tmp_path / "home")
    url = start(past.judge(NEW), PageFeatures(past=past))
    past.library.install(edition("March 1, 2029", OLDER))
    page.goto(url)
    expect(page.get_by_label(strings.AS_OF).locator("option")).to_have_text([NEW, OLD, "2029-03-01"])
    page.get_by_role("tab", name=strings.CHANGES_TAB).click()
    expect(page.get_by_label(strings.CHANGES_FROM).locator("option")).to_have_text([NEW, OLD, "2029-03-01"])


def test_the_first_added_edition_brings_the_choice(page: Page, tmp_path: Path) -> None:
    library = Library(tmp_path / "home")
    library.install(edition(NEW_DAY, NEWER))
    past = BirdEditions(library)
    page.goto(start(past.judge(NEW), PageFeatures(past=past)))
    expect(page.locator("#ask textarea")).to_be_enabled()
    expect(page.locator("#as-of")).to_have_count(0)
    library.install(edition(OLD_DAY, OLDER))
    page.reload()
    expect(page.get_by_label(strings.AS_OF).locator("option")).to_have_text([NEW, OLD])


@pytest.mark.official
@pytest.mark.timing
def test_the_tab_opens_within_300_ms(browser: Browser, tmp_path: Path) -> None:
    library = Library(tmp_path / "home")
    for day in ("2026-06-19", "2026-08-07"):
        library.add_file(str(official_edition(day)))
    past = BirdEditions(library)
    url = start(BirdJudge(library.reader()), PageFeatures(past=past))
    times = []
    for _ in range(3):
        page = browser.new_page()
        page.goto(url)
        expect(page.locator("#ask textarea")).to_be_enabled()
        page.wait_for_timeout(1000)
        page.evaluate(UNTIL_SHOWN, strings.CHANGES_TAB)
        page.get_by_role("tab", name=strings.CHANGES_TAB).click()
        page.wait_for_function("window.shown")
        times.append(page.evaluate("window.shown"))
        page.close()
    assert median(times) < 300, times


def test_a_shared_answer_of_an_older_edition_opens_right(page: Page, url: str) -> None:
    page.goto(f"{url}/?q=bird&edition={OLD}")
    expect(page.locator("#chat details.rule .text")).to_contain_text("for every rule")
    expect(page.locator("#chat .answer > .label")).to_have_count(0)
