"""The page without a mouse: each part is reached in order and seen, used and left again; answers are announced."""

from typing import Any

import pytest
from own_rules import OFFICIAL, WORDING
from pages import WaitingJudge, ask, both_devices, start
from playwright.sync_api import Page, expect

from ui import strings
from ui.page.features import PageFeatures
from ui.state.feedback import Feedback

expect.set_options(timeout=45_000)
QUESTION = "Does my kite stay up?"
# What has the focus, and whether one sees it: by its outline, or by the ring around the box that it stands in.
FOCUSED = """() => {
  const at = document.activeElement, style = getComputedStyle(at), box = at.closest(".input-container");
  const ringed = (node) => node && getComputedStyle(node).boxShadow !== "none";
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
  const name = at.getAttribute("aria-label") || at.textContent;
  return { name: name.trim().replace(/\\s+/g, " "),
    seen: outlined || ringed(at) || ringed(box), inside: Boolean(at.closest("#rulepanel")) };
}"""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page that keeps feedback."""
    return start(WaitingJudge(OFFICIAL), PageFeatures(feedback=Feedback.at(tmp_path_factory.mktemp("keyboard"))))


def walk(page: Page, steps: int, key: str = "Tab") -> list[dict[str, Any]]:
    """What has the focus after each press of a key."""
    found = []
    for _ in range(steps):
        page.keyboard.press(key)
        found.append(page.evaluate(FOCUSED))
    return found


def names(found: list[dict[str, Any]]) -> list[str]:
    """Their names alone."""
    return [each["name"] for each in found]


def test_tab_goes_through_the_page_in_its_order(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("#ask textarea")).to_be_enabled()
    expect(page.locator("#ask textarea")).to_have_attribute("aria-label", "Your question")
    page.evaluate("document.activeElement.blur()")
    found = walk(page, 8)
    examples = [each.inner_text() for each in page.locator('button[aria-label^="Select example"]').all()]
    assert names(found)[:3] == [strings.NEW_CHAT, strings.ASK_TAB, strings.BROWSE_TAB]
    assert [name.partition(": ")[2] or name for name in names(found)[3:7]] == examples
    assert names(found)[7] == "Your question"
    assert [each for each in found if not each["seen"]] == []


def test_tab_goes_through_an_answer_and_is_seen_everywhere(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, QUESTION)
    page.locator("#tabs").get_by_role("tab", name=strings.BROWSE_TAB).focus()
    found = walk(page, 22)
    expected = [
        "wind", "900.1a", "900.2", "900.2a", "900.1a Kites Deciding rule", "wind", "900.2", "wind",
        "More examples (1)", "Read in context 900.1a",
        "900.2 Wind Supporting rule Wind blows until it doesn't. *It* is not counted.",
        "900.2a Wind Supporting rule A long gust, …",
        strings.LINK, "may <my> kite fly at night?",
        "what if the wind stops?", "Right", "Wrong", "Wrong rule", strings.SHARE, "Your question",
    ]  # fmt: skip
    assert names(found)[: len(expected)] == expected
    assert [each for each in found[: len(expected)] if not each["seen"]] == []


@both_devices
def test_the_panel_takes_keeps_and_returns_the_focus(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, QUESTION)
    page.locator("#chat .chips a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rulepanel h2")).to_be_focused()
    stops = page.locator("#rulepanel :is(a, button, summary)").count()
    round_trip = walk(page, stops + 1)
    assert all(each["inside"] and each["seen"] for each in round_trip)
    assert names(round_trip)[0] == names(round_trip)[-1] == "wind"
    assert strings.PREVIOUS + ": 900.1" in names(round_trip)
    assert names(walk(page, 1, "Shift+Tab")) == [strings.CLOSE]
    page.get_by_label("Next: 900.1b").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rulepanel h2")).to_have_text("900.1b Kites")
    expect(page.locator("#rulepanel h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#rulepanel")).to_be_hidden()
    expect(page.locator("#chat .chips a").first).to_be_focused()


@both_devices
def test_a_sheet_puts_the_rest_out_of_reach(page: Page, url: str) -> None:
    page.goto(url + "/?rule=900.1a")
    phone = page.evaluate("innerWidth < 860")
    panel = page.locator("#rulepanel")
    expect(panel.locator("h2")).to_be_visible()
    assert panel.get_attribute("role") == ("dialog" if phone else "complementary")
    assert page.evaluate("document.querySelector('#tabs').inert") is phone
    if phone:
        page.mouse.click(195, 40)
    else:
        page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    assert page.evaluate("document.querySelector('#tabs').inert") is False


def test_cards_and_folds_open_by_keyboard(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, QUESTION)
    for fold in ("#chat details.supports > summary", "#chat details.decides .more > summary"):
        page.locator(fold).first.focus()
        page.keyboard.press("Enter")
        assert page.locator(fold).first.evaluate("(each) => each.parentElement.open") is True
        page.keyboard.press("Space")
        assert page.locator(fold).first.evaluate("(each) => each.parentElement.open") is False


def test_feedback_and_copies_by_keyboard_are_said(page: Page, url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(url)
    ask(page, QUESTION)
    page.locator("#chat .verdict.wrong-rule").focus()
    page.keyboard.press("Enter")
    field = page.locator("#chat .feedback input")
    expect(field).to_be_focused()
    page.keyboard.type("999")
    page.keyboard.press("Enter")
    expect(page.locator("#sign p")).to_contain_text('found no rule "999"')
    expect(field).to_be_focused()
    field.fill("900.1b")
    page.keyboard.press("Enter")
    expect(page.locator("#sign p")).to_have_text(strings.FEEDBACK_KEPT)
    expect(page.locator("#chat .verdict.wrong-rule")).to_be_focused()
    expect(page.locator("#chat .verdict.wrong-rule")).to_have_attribute("aria-pressed", "true")
    page.locator("#chat .take summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#sign p")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").startswith(f"**{QUESTION}**")


def test_tabs_and_the_tree_by_keyboard(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("#ask textarea")).to_be_enabled()
    page.get_by_role("tab", name=strings.BROWSE_TAB).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#search-rules")).to_be_visible()
    assert names(walk(page, 3)) == [strings.SEARCH_RULES, "Toys", "900 Toys"]
    page.keyboard.press("Enter")
    expect(page.locator("#chapter-900 a.chip").first).to_be_visible()
    found = walk(page, 2)
    assert names(found) == ["900.1", "900.1a"]
    assert all(each["seen"] for each in found)
    page.keyboard.press("Enter")
    expect(page.locator("#rulepanel h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator('#chapter-900 a[href="#rule-900.1a"]')).to_be_focused()


def test_the_numbers_in_an_explanation_by_keyboard(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, QUESTION)
    term = page.locator("#chat details.decides a.term").first
    term.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#explained a")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#explained")).to_be_hidden()
    expect(term).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#explained a")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator('#chat details.decides .text a[href="#rule-900.2"]')).to_be_focused()


def test_an_answer_is_announced(page: Page, url: str) -> None:
    page.goto(url)
    sign = page.locator("#sign p")
    expect(sign).to_have_attribute("role", "status")
    ask(page, QUESTION)
    expect(sign).to_have_text(f"{WORDING['900.1a']} {strings.DECIDED_BY} 900.1a")
    ask(page, "what is the weather")
    expect(sign).to_have_text("No rule here decides that. Name the toy and who holds it.")
    ask(page, "broken")
    expect(sign).to_have_text("found a broken toy, expected a whole one; mend it <first>.")
    expect(page.locator('#chat [role="log"]')).to_have_attribute("aria-live", "off")
