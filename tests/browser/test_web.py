"""ui/server/web.py in a real browser: questions, cards, the rule panel, links, phones, an upload."""

import json
import socket
import urllib.request
from pathlib import Path
from urllib.error import HTTPError

import pytest
from own_rules import BY_ID, OFFICIAL, PLAIN, SLOW, WORDING, ToyJudge
from pages import QUESTION, ask, both_devices, start
from playwright.sync_api import Page, expect

from index.cards.store import CardStore
from index.errors import DocumentError
from index.records import Edition
from judge.lookup.cards import CardFinder
from ui import strings
from ui.html.view import edition_line
from ui.page.features import PageFeatures, Report
from ui.server.asset_cache import FOR_A_YEAR
from ui.server.checks.security_headers import POLICY
from ui.server.web import ServeError, listen, serve
from ui.state.feedback import Feedback, FeedbackEntry

expect.set_options(timeout=45_000)


def install(data: bytes, name: str, report: Report) -> ToyJudge:
    """Our judge with its official rules, from a file that says so."""
    if data != b"toys":
        raise DocumentError(f"found no rules in {name}; expected toys; choose another file.")
    return ToyJudge(OFFICIAL)


PARTS = PageFeatures(install)


@pytest.fixture(scope="module")
def url() -> str:
    """A page with official rules."""
    return start(ToyJudge(OFFICIAL), PARTS)


@both_devices
def test_an_answer_has_numbers_text_and_edition(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, QUESTION)
    card = page.locator("#chat details.decides")
    expect(card.locator("summary strong")).to_have_text("900.1a")
    expect(card.locator(".text")).to_have_text(BY_ID["900.1a"].text)
    expect(page.locator("#chat .lead")).to_have_text(WORDING["900.1a"])
    expect(page.locator("#chat p.edition > span")).to_have_text(edition_line(OFFICIAL))
    expect(page.locator("#foot")).to_contain_text(strings.UNOFFICIAL)
    expect(page.locator("#notice")).to_have_count(0)


# When the box for questions can first be used, and when the scripts of gr.HTML are asked for.
WATCH_THE_BOX = """(() => {
  const look = () => document.querySelector("#ask textarea:enabled")?.offsetParent
    ? (window.usable = performance.now()) : requestAnimationFrame(look);
  look();
})()"""
HTML_SCRIPTS = """() => performance.getEntriesByType("resource")
  .filter((each) => /\\/assets\\/HTML-[\\w-]+\\.js$/.test(each.name)).map((each) => each.startTime)"""


@pytest.mark.parametrize("rules", [OFFICIAL, PLAIN], ids=["official", "plain"])
def test_the_box_does_not_wait_for_the_scripts_of_the_other_parts(page: Page, rules: Edition) -> None:
    page.add_init_script(WATCH_THE_BOX)
    page.goto(start(ToyJudge(rules), PARTS))
    expect(page.locator("#sign p")).to_have_count(1)
    [asked_for] = page.evaluate(HTML_SCRIPTS)
    assert asked_for > page.evaluate("window.usable") > 0


def test_an_example_question_is_asked(page: Page, url: str) -> None:
    page.goto(url)
    first = page.locator('button[aria-label^="Select example"]').first
    expect(page.locator("#ask textarea")).to_be_enabled()
    expect(first).not_to_be_empty()
    question = first.inner_text()
    assert question in strings.EXAMPLES
    first.click()
    expect(page.locator("#chat .asked")).to_have_text(question)
    expect(page.locator("#chat details.rule")).to_have_count(3)


def test_the_examples_are_others_each_time_and_come_back(page: Page, url: str) -> None:
    shown = []
    for opened in (page, *(page.context.new_page() for _ in range(3))):
        opened.goto(url)
        expect(opened.locator("#ask textarea")).to_be_enabled()
        examples = opened.locator('button[aria-label^="Select example"]')
        expect(examples).to_have_count(strings.EXAMPLES_SHOWN)
        expect(examples.last).not_to_be_empty()
        shown.append([text.strip() for text in examples.all_text_contents()])
    assert [text for each in shown[:3] for text in each] == list(strings.EXAMPLES)
    assert shown[3] == shown[0]


@both_devices
def test_a_number_opens_the_rule_and_back_closes_it(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, QUESTION)
    page.click('#chat .chips a[href="#rule-900.1a"]')
    panel = page.locator("#rulepanel")
    expect(panel.locator("h2")).to_have_text("900.1a Kites")
    expect(panel).to_be_visible()
    page.go_back()
    expect(panel).to_be_hidden()
    assert "#rule" not in page.url


@both_devices
@pytest.mark.parametrize("how", ["button", "escape"])
def test_the_panel_closes_over_all_its_steps(page: Page, url: str, how: str) -> None:
    page.goto(url)
    ask(page, QUESTION)
    page.click('#chat .chips a[href="#rule-900.1a"]')
    panel = page.locator("#rulepanel")
    panel.get_by_label("Next: 900.1b").click()
    expect(panel.locator("h2")).to_have_text("900.1b Kites")
    panel.get_by_role("link", name="900.1", exact=True).click()
    expect(panel.locator("h2")).to_have_text("900.1 Kites")
    if how == "button":
        panel.get_by_label("Close").click()
    else:
        page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    assert "#rule" not in page.url


def test_a_link_opens_a_rule(page: Page, url: str) -> None:
    page.goto(url + "/?rule=900.2a%232")
    expect(page.locator("#rulepanel .text")).to_have_text("A second gust.")
    page.get_by_label("Close").click()
    expect(page.locator("#rulepanel")).to_be_hidden()


def test_a_link_to_no_rule_says_so(page: Page, url: str) -> None:
    page.goto(url + "/?rule=<b>999")
    expect(page.locator("#rulepanel h2")).to_contain_text('found no rule "<b>999"')


def test_a_link_asks_its_question_once_and_a_reload_keeps_it(page: Page, url: str) -> None:
    page.goto(url + "/?q=kite%20%26%20%3Ci%3Ewind")
    expect(page.locator("#chat .asked")).to_have_text("kite & <i>wind")
    expect(page.locator("#chat details.rule")).to_have_count(3)
    page.wait_for_load_state("networkidle")  # leaving earlier aborts a request, which Gradio reports
    page.reload()
    expect(page.locator("#chat details.rule")).to_have_count(3)
    expect(page.locator("#chat .asked")).to_have_text("kite & <i>wind")
    page.click("#clear")
    expect(page.locator("#chat .asked")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    page.reload()
    expect(page.locator('button[aria-label^="Select example"]').first).to_be_visible()
    expect(page.locator("#chat .asked")).to_have_count(0)


def test_a_shared_link_of_another_edition_says_so(page: Page, url: str) -> None:
    page.goto(url + "/?q=kite&edition=2001-01-01")
    said = strings.OTHER_EDITION.format(linked="2001-01-01", here=OFFICIAL.id)
    expect(page.locator("#chat .answer > .label").first).to_have_text(said)
    assert page.locator("#chat .share").get_attribute("href") == f"?q=kite&edition={OFFICIAL.id}"


def test_a_new_chat_stays_empty_when_the_old_answer_comes(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("#ask textarea")).to_be_enabled()
    page.fill("#ask textarea", "a slow kite")
    page.press("#ask textarea", "Enter")
    expect(page.locator("#chat .pending")).to_be_visible()
    page.click("#clear")
    expect(page.locator("#chat .asked")).to_have_count(0)
    page.wait_for_timeout(2 * SLOW * 1000)
    expect(page.locator("#chat .asked")).to_have_count(0)
    expect(page.locator("#chat .answer")).to_have_count(0)
    ask(page, QUESTION)
    expect(page.locator("#chat .asked")).to_have_count(1)


@both_devices
def test_a_term_is_explained_and_its_number_opens_the_rule(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, QUESTION)
    term = page.locator("#chat details.decides a.term").first
    expect(term).to_have_text("wind")
    term.click()
    note = page.locator("#explained")
    expect(note).to_contain_text("Moving <air>; see rule 900.2.")
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    page.focus("#ask textarea")
    term.focus()
    expect(note).to_be_visible()
    note.get_by_role("link", name="900.2").click()
    expect(page.locator("#rulepanel h2")).to_have_text("900.2 Wind")
    expect(note).to_be_hidden()


def test_the_words_of_the_question_are_marked(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, "Do kites need wind?")
    expect(page.locator("#chat details.decides .text mark")).to_have_text(["kite", "wind"])


@both_devices
def test_the_rules_are_browsed_and_searched(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("tab", name=strings.BROWSE_TAB).click()
    page.locator("#chapter-900 > summary").click()
    rules = page.locator("#chapter-900 a.chip")
    expect(rules).to_have_text(["900.1", "900.1a", "900.1b", "900.2", "900.2a"])
    page.fill("#search-rules", "wi")
    expect(page.locator("#found a.chip")).to_have_text("900.2")
    expect(page.locator("#found .terms strong")).to_have_text("Wind")
    expect(page.locator("#tree")).to_be_hidden()
    page.fill("#search-rules", "<img src=x onerror=alert(1)>")
    expect(page.locator("#found")).to_have_text(strings.NOTHING_FOUND)
    page.fill("#search-rules", "900.1b")
    page.locator("#found a.chip").click()
    expect(page.locator("#rulepanel h2")).to_have_text("900.1b Kites")
    page.keyboard.press("Escape")
    expect(page.locator("#rulepanel")).to_be_hidden()
    page.fill("#search-rules", "")
    expect(page.locator("#tree")).to_be_visible()


def test_an_offered_question_is_asked(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, QUESTION)
    offered = page.locator("#chat .actions .ask-this")
    expect(offered).to_have_text(["may <my> kite fly at night?", "what if the wind stops?"])
    offered.first.click()
    expect(page.locator("#chat .asked").last).to_have_text("may <my> kite fly at night?")
    expect(page.locator("#ask textarea")).to_be_enabled()
    expect(page.locator("#chat .actions")).to_have_count(2)


def test_a_follow_up_is_asked_with_the_questions_before_it(page: Page) -> None:
    judge = ToyJudge(OFFICIAL)
    page.goto(start(judge, PARTS))
    ask(page, QUESTION)
    heard = [judge.earlier]
    ask(page, "and at night?")
    assert [*heard, judge.earlier] == [(), (QUESTION,)]


def test_an_answer_is_copied_and_saved(page: Page, url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(url)
    ask(page, QUESTION)
    page.locator("#chat .take summary").click()
    page.locator("#chat .copy-md").click()
    expect(page.locator("#chat .copy-md")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"**{QUESTION}**\n\n**900.1a** Kites ({strings.DECIDING})\n> A kite goes up")
    assert copied.endswith(f"\n\n{url}/?q=Does%20my%20kite%20stay%20up%3F&edition={OFFICIAL.id}")
    page.locator("#chat .copy-discord").click()
    expect(page.locator("#chat .copy-discord")).to_have_text("Copied")
    assert "**900.2**" not in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as saved:
        page.locator("#chat .save").click()
    assert saved.value.suggested_filename == "rules-judge-conversation.md"
    assert saved.value.path().read_text("utf-8").startswith(f"**{QUESTION}**\n\n**900.1a** Kites")


@both_devices
def test_feedback_is_kept_in_the_home_folder(page: Page, tmp_path: Path) -> None:
    kept = Feedback.at(tmp_path)
    page.goto(start(ToyJudge(OFFICIAL), PageFeatures(feedback=kept)))
    hostile = "<b>kite</b>'); DROP TABLE feedback"
    ask(page, hostile)
    page.locator("#chat .verdict.right").click()
    expect(page.locator("#chat .feedback .said")).to_have_text(strings.FEEDBACK_KEPT)
    assert kept.all() == [FeedbackEntry(hostile, OFFICIAL.id, "right", ("900.1a",), ("900.1a",))]
    page.locator("#chat .verdict.wrong-rule").click()
    page.fill("#chat .feedback input", "<999>")
    page.press("#chat .feedback input", "Enter")
    expect(page.locator("#chat .feedback .said")).to_contain_text('found no rule "<999>"')
    page.locator("#chat .verdict.wrong-rule").click()
    page.fill("#chat .feedback input", "900.1b")
    page.press("#chat .feedback input", "Enter")
    expect(page.locator("#chat .feedback .said")).to_have_text(strings.FEEDBACK_KEPT)
    assert kept.all() == [FeedbackEntry(hostile, OFFICIAL.id, "wrong-rule", ("900.1a",), ("900.1b",))]


def test_on_paper_everything_stands_open(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, QUESTION)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#chat details.supports .text").first).to_be_visible()
    for hidden in ("#ask", "#chat .actions", "#clear"):
        expect(page.locator(hidden)).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#chat details.supports .text").first).to_be_hidden()


@both_devices
def test_the_cards_of_a_question_stand_above_its_answer(page: Page, card_store: CardStore) -> None:
    page.goto(start(ToyJudge(OFFICIAL, CardFinder(card_store))))
    ask(page, "Does [[Spoon]] answer soup, and does snorple keep my kite up?")
    cards = page.locator("#chat .answer .cards details.card")
    expect(cards.locator("summary strong")).to_have_text(
        ["Spoon", "Snorple, Lord of Ovens", "Snorple, the Twice-Baked"]
    )
    expect(page.locator("#chat .cards > .label")).to_have_text("Which card is “snorple”?")
    expect(cards.first.locator(".oracle")).to_have_text("Counter target spell.")
    expect(cards.first.locator(".oracle")).to_be_visible()
    expect(cards.first.locator("li").first).to_be_hidden()
    cards.first.locator(".more summary").first.click()
    expect(cards.first.locator("li").first).to_be_visible()
    expect(cards.nth(1).locator(".oracle")).to_be_hidden()
    expect(cards.first.locator("summary .mana-u")).to_have_text("{U}")
    expect(cards.first.locator("li").first).to_have_text("2029-01-05, older than these rules Spoon answers soup too.")


def test_a_mana_symbol_of_two_digits_is_not_broken(page: Page, card_store: CardStore) -> None:
    page.goto(start(ToyJudge(OFFICIAL, CardFinder(card_store))))
    ask(page, "Does [[Spoon]] answer soup?")
    symbol = page.locator("#chat .card summary .mana").first
    symbol.evaluate(
        "each => { each.className = 'mana'; each.innerHTML = '<b>12</b>'; each.parentElement.style.width = 0; }"
    )
    assert symbol.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
    assert symbol.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_a_declined_question_shows_the_nearest_rules(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, "what is the weather")
    expect(page.locator("#chat .lead")).to_have_text("No rule here decides that. Name the toy and who holds it.")
    expect(page.locator("#chat .answer")).to_contain_text(strings.NEAREST)


def test_a_problem_is_one_sentence_and_the_question_is_kept(page: Page, url: str) -> None:
    page.goto(url)
    ask(page, "broken")
    expect(page.locator("#chat .problem p")).to_have_text("found a broken toy, expected a whole one; mend it <first>.")
    expect(page.locator("#ask textarea")).to_have_value("broken")


def test_an_uploaded_rules_file_is_read_from_then_on(page: Page) -> None:
    page.goto(start(ToyJudge(PLAIN), PARTS))
    expect(page.locator("#notice")).to_contain_text(strings.PLAIN_COMMAND)
    ask(page, QUESTION)
    expect(page.locator("#chat .answer")).to_contain_text(strings.PLAIN_ONLY_LABEL)
    chooser = page.locator('#notice input[type="file"]')
    chooser.set_input_files({"name": "bad.txt", "mimeType": "text/plain", "buffer": b"tools"})
    expect(page.locator("#banner")).to_contain_text("found no rules in bad.txt")
    chooser.set_input_files({"name": "toys.txt", "mimeType": "text/plain", "buffer": b"toys"})
    expect(page.locator("#head")).to_contain_text(edition_line(OFFICIAL))
    expect(page.locator("#notice")).to_be_hidden()
    ask(page, QUESTION)
    expect(page.locator("#chat p.edition > span").last).to_have_text(edition_line(OFFICIAL))


def test_programs_ask_over_http(url: str) -> None:
    call = url + "/gradio_api/call/ask"
    body = json.dumps({"data": [QUESTION, 2]}).encode()
    asked = urllib.request.Request(call, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked) as reply:
        event = json.load(reply)["event_id"]
    with urllib.request.urlopen(f"{call}/{event}") as reply:
        lines = reply.read().decode().splitlines()
    assert lines[0] == "event: complete"
    answer = json.loads(lines[1].removeprefix("data: "))[0]
    assert answer["edition"]["name"] == OFFICIAL.name
    assert [citation["rule"] for citation in answer["citations"]] == ["900.1a", "900.2"]


def test_the_api_stands_beside_the_page(url: str) -> None:
    with urllib.request.urlopen(f"{url}/ask?q=kite&k=1") as reply:
        assert [citation["rule"] for citation in json.load(reply)["citations"]] == ["900.1a"]
    with urllib.request.urlopen(url) as reply:
        assert reply.headers["content-security-policy"] == POLICY
    with pytest.raises(HTTPError) as found:
        urllib.request.urlopen(f"{url}/rule/999")
    assert found.value.code == 404


def test_a_port_in_use_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(ServeError, match=rf"port {port} on 127.0.0.1 is in use; expected a free port; stop"):
            serve(ToyJudge(), "127.0.0.1", port)


def test_an_answer_is_sent_without_delay() -> None:
    with listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        taken, _ = listener.accept()
        with taken:
            assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_browsers_keep_the_files_of_the_page(page: Page, url: str) -> None:
    with page.expect_response("**/assets/index-*.js") as found:
        page.goto(url)
    assert found.value.headers["cache-control"] == FOR_A_YEAR
    assert found.value.headers["content-security-policy"] == POLICY
