"""Hostile text wherever text comes in: shown as it is, runs nothing, fetches nothing; the next question is answered."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

import pytest
from evaluate_tab import choose, toy
from own_rules import OFFICIAL, PLAIN, RULES, TERMS, ToyJudge
from pages import Devices, ask, opened, send, start
from playwright.sync_api import Dialog, Page, expect
from small_cards import as_lines, plain_lines, written

from index.cards.store import CardStore, add_files
from index.records import PlainEntry, Rule, Rulebook
from index.rules.read import read_bytes
from judge.judge import MOST_CITED
from judge.lookup.cards import CardFinder
from judge.lookup.reader import RuleReader
from judge.records import Answer
from ui import strings
from ui.html.symbols import safe
from ui.page.chat import Chat
from ui.page.features import PageFeatures, Report
from ui.server.checks.security_headers import LONGEST_LINK
from ui.state.feedback import Feedback

expect.set_options(timeout=45_000)
QUESTION = "Does my kite stay up?"
TURNED = "\u202e"
ZERO_WIDTH = "\u200b"
HTML = (
    "<script>window.hit=1</script><img src=x onerror=window.hit=1><svg onload=window.hit=1>"
    "<iframe srcdoc='<script>parent.hit=1</script>'></iframe><style>*{display:none}</style></div></details>"
)
MARKDOWN = (
    "![pixel](http://evil.example/p.png) [go](javascript:window.hit=1) <!-- gone --> $x^2$ $$y$$ `code` **bold**"
    " | a | b | <http://evil.example> www.evil.example"
)
HOSTILE = HTML + MARKDOWN
# Elements that none of our own texts make inside an answer, a panel, an explanation, a search or a report.
MADE = """() => [...document.querySelectorAll(
    ":is(#chat, #rulepanel, #explained, #browse, #measured, #banner, #head, #own-set)" +
    " :is(script, img, iframe, style, em, .katex, [onload], [onerror])")]
  .filter((each) => !each.closest("button")).map((each) => each.outerHTML.slice(0, 120))"""


@dataclass
class HostileJudge(ToyJudge):
    """Our rules, whose every text is hostile."""

    @property
    def reader(self) -> RuleReader:
        """The rules with our hostile text in each of their parts."""
        rules = tuple(_hostile(rule) for rule in RULES)
        terms = (
            replace(TERMS[0], senses=(HOSTILE + " See rule 900.2.",)),
            replace(TERMS[0], term=HTML, senses=(HTML,)),
        )
        entries = {rule.id: PlainEntry(rule.number, "", HOSTILE, (HOSTILE + rule.id,)) for rule in RULES}
        return RuleReader(Rulebook(replace(self.edition, name=HTML), rules, terms), entries)

    def ask(self, question: str, k: int = MOST_CITED, earlier: Sequence[str] = ()) -> Answer:
        """The canned answer over those rules."""
        answer = super().ask(question, k, earlier)
        cited = tuple(
            replace(
                each,
                rule=_hostile(each.rule),
                plain=HOSTILE,
                matched=replace(each.matched, text=HOSTILE, kind="question" if each.role == "supports" else "example"),
            )
            for each in answer.citations
        )
        return replace(answer, citations=cited, edition=self.reader.edition)


def _hostile(rule: Rule) -> Rule:
    text = f"{rule.text}\n\n{HOSTILE} wind" if rule.text else ""
    return replace(rule, text=text, heading=f"{rule.heading} {HTML}", examples=(HOSTILE,), path=(HTML, HTML))


@pytest.fixture
def quiet(devices: Devices) -> Iterator[Page]:
    """A phone's page that fails when what was only to be shown ran, was made an element of, or opened a dialog."""
    dialogs = list[str]()

    def said(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    with opened(devices, "phone") as page:
        page.on("dialog", said)
        yield page
        assert page.evaluate("window.hit") is None
        assert page.evaluate(MADE) == []
        assert dialogs == []


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page of our harmless rules."""
    return start(
        ToyJudge(OFFICIAL), PageFeatures(evaluate=toy, feedback=Feedback.at(tmp_path_factory.mktemp("hostile")))
    )


def answers(page: Page) -> None:
    """The next question is answered."""
    ask(page, QUESTION)
    expect(page.locator("#chat details.decides").last).to_be_visible()


@pytest.mark.parametrize(
    "question",
    [
        HTML,
        MARKDOWN,
        "# kite\n\n| a | b |\n|---|---|\n| c | d |\n\n<div>\n\n*kite*",
        f"{TURNED}kite{ZERO_WIDTH}\u2067<b>\u2069\u0000\u0007",
        '&lt;b&gt; &amp; &#10; \\u003cb\\u003e {T} {"q": 1} \'); DROP TABLE feedback; -- {{7*7}} ${7*7}',
        "kite " * 399,
    ],
    ids=["html", "markdown", "blocks", "turned", "escapes", "longest"],
)
def test_a_question_is_shown_as_it_was_typed(quiet: Page, url: str, question: str) -> None:
    quiet.goto(url)
    send(quiet, question)
    shown = quiet.locator("#chat .asked").first
    expect(shown).to_be_visible()
    plain = question
    for unshown in (TURNED, "\u2067", "\u2069", "\u0000"):
        plain = plain.replace(unshown, "")
    assert shown.evaluate("(each) => each.textContent") == plain.strip()
    expect(quiet.locator("#chat details.rule")).to_have_count(3)
    answers(quiet)


def test_100000_letters_get_one_clear_line(quiet: Page, url: str) -> None:
    quiet.goto(url)
    send(quiet, (HTML * 700)[:100_000])
    expect(quiet.locator("#chat .problem p")).to_have_text(
        "the question has 100,000 characters, expected 2,000 at most; leave out what doesn't matter."
    )
    assert len(quiet.input_value("#ask textarea")) == 100_000
    quiet.fill("#ask textarea", "")
    answers(quiet)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("q", HOSTILE, id="q"),
        pytest.param("q", "<b>" * 5_000, id="q-long"),
        pytest.param("rule", HOSTILE, id="rule"),
        pytest.param("rule", TURNED + "<b>" * 5_000, id="rule-long"),
        pytest.param("edition", HTML, id="edition"),
        pytest.param("edition", TURNED + ZERO_WIDTH, id="edition-turned"),
    ],
)
def test_a_link_is_taken_as_text(quiet: Page, url: str, name: str, text: str) -> None:
    asked = "q=kite&" if name == "edition" else ""
    quiet.goto(f"{url}/?{asked}{name}={quote(text, safe='')}")
    if name == "rule":
        expect(quiet.locator("#rulepanel h2")).to_contain_text("found no rule")
        quiet.keyboard.press("Escape")
        expect(quiet.locator("#rulepanel")).to_be_hidden()
    else:
        expect(quiet.locator("#chat .answer:not(.pending)")).to_be_visible()
        assert f"{name}=" not in quiet.url
        assert TURNED not in quiet.locator("#chat").inner_text()
    quiet.fill("#ask textarea", "")
    answers(quiet)


def test_rules_of_a_file_are_shown_as_text_everywhere(quiet: Page) -> None:
    quiet.goto(start(HostileJudge(OFFICIAL)))
    ask(quiet, QUESTION)
    quiet.evaluate("document.querySelectorAll('#chat details').forEach((each) => (each.open = true))")
    expect(quiet.locator("#chat details.decides .text")).to_contain_text("<img src=x onerror=window.hit=1>")
    expect(quiet.locator("#chat .ask-this").first).to_contain_text("![pixel](http://evil.example/p.png)")
    quiet.locator("#chat details.decides a.term").first.focus()
    expect(quiet.locator("#explained")).to_contain_text("<!-- gone -->")
    quiet.keyboard.press("Escape")
    quiet.click('#chat .chips a[href="#rule-900.1a"]')
    expect(quiet.locator("#rulepanel h2")).to_contain_text("<script>window.hit=1</script>")
    quiet.keyboard.press("Escape")
    quiet.get_by_role("tab", name=strings.BROWSE_TAB).click()
    quiet.locator("#chapter-900 > summary").click()
    expect(quiet.locator("#chapter-900 li").first).to_contain_text("<svg onload=window.hit=1>")
    quiet.fill("#search-rules", "wi")
    expect(quiet.locator("#found .terms")).to_contain_text("<script>")


def test_a_file_and_its_name_are_told_as_text(quiet: Page, tmp_path: Path) -> None:

    def install(data: bytes, name: str, report: Report) -> ToyJudge:
        return ToyJudge(read_bytes(data, name).edition)

    quiet.goto(start(ToyJudge(PLAIN), PageFeatures(install)))
    expect(quiet.locator("#ask textarea")).to_be_enabled()
    chooser = quiet.locator('#notice input[type="file"]')
    for data in (HTML.encode(), b"\x00\xff\xfe" * 40_000, b"<b>" * 33_333, "100. \u202e\n".encode() * 3, b""):
        name = f"<img src=x onerror=window.hit=1>{TURNED}.txt"
        chooser.set_input_files({"name": name, "mimeType": "text/plain", "buffer": data})
        expect(quiet.locator("#banner strong")).to_contain_text("expected")
        assert TURNED not in quiet.locator("#banner").inner_text()
    answers(quiet)


@pytest.mark.parametrize("content", [json.dumps({"id": HTML, "question": HTML}), "[" * 100_000], ids=["html", "deep"])
def test_a_question_set_that_is_none_is_told_as_text(quiet: Page, url: str, content: str) -> None:
    quiet.goto(url)
    choose(quiet, content, "<b>kite.jsonl")
    quiet.click("#measure")
    expect(quiet.locator("#measured .problem")).to_be_visible()
    assert "/gradio/" not in quiet.locator("#measured").inner_text()


def test_a_question_set_is_reported_as_text(quiet: Page, url: str) -> None:
    rows = [{"id": HTML, "question": HOSTILE, "deciding": ["900.1b"], "category": HTML, "style": HTML}]
    quiet.goto(url)
    choose(quiet, "\n".join(json.dumps(row) for row in rows))
    quiet.click("#measure")
    expect(quiet.locator("#measured .worst h3")).to_contain_text("<script>window.hit=1</script>")


def test_cards_are_shown_as_text(quiet: Page, tmp_path: Path) -> None:
    cards = [{**each, "oracle_text": HOSTILE, "type_line": HTML} for each in plain_lines()]
    cards[4]["rulings"] = [{"date": "2029-01-05", "text": HOSTILE}]
    add_files(tmp_path, [written(tmp_path, "cards.jsonl", as_lines(cards))])
    quiet.goto(start(ToyJudge(OFFICIAL, CardFinder(CardStore.at(tmp_path)))))
    ask(quiet, "Does [[Spoon]] keep my kite up, or [[<img src=x onerror=window.hit=1>]]?")
    expect(quiet.locator("#chat .oracle").first).to_contain_text("<img src=x onerror=window.hit=1>")
    expect(quiet.locator("#chat details.card li").first).to_contain_text("![pixel]")


def test_feedback_is_kept_as_text(quiet: Page, url: str) -> None:
    quiet.goto(url)
    ask(quiet, HOSTILE)
    for rule in (HTML, TURNED, "9" * 100_000, "'); --"):
        quiet.locator("#chat .verdict.wrong-rule").click()
        quiet.locator("#chat .feedback input").evaluate("(field, said) => { field.value = said; }", rule)
        quiet.press("#chat .feedback input", "Enter")
        expect(quiet.locator("#chat .feedback .said")).to_contain_text("found no rule")
        assert len(quiet.locator("#chat .feedback .said").inner_text()) < 300
    quiet.locator("#chat .verdict.right").click()
    expect(quiet.locator("#chat .feedback .said")).to_have_text(strings.FEEDBACK_KEPT)


def reply(address: str) -> tuple[int, str]:
    """The status and the text that a program gets."""
    try:
        with urllib.request.urlopen(address) as answered:
            return answered.status, answered.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_a_link_of_100000_letters_gets_one_clear_line(url: str) -> None:
    status, said = reply(f"{url}/?q={quote('<b>' * 33_333)}")
    assert (status, said) == (414, strings.LONG_LINK.format(found=233_333, most=LONGEST_LINK))


@pytest.mark.parametrize("path", ["/ask?q=", "/rule/", "/search?q=", "/ask?q=kite&k="])
@pytest.mark.parametrize(
    "text",
    [HOSTILE, TURNED, "\x00", "%", "x" * 100_000, "../../etc/passwd"],
    ids=["html", "turned", "nul", "%", "long", "path"],
)
def test_the_api_takes_text_as_text(url: str, path: str, text: str) -> None:
    status, said = reply(url + path + quote(text, safe=""))
    assert status in (200, 400, 404, 422)
    assert json.loads(said)
    assert len(said) < 250_000
    status, said = reply(url + "/ask?q=kite")
    assert json.loads(said)["citations"][0]["rule"] == "900.1a"


def test_halves_of_letters_come_to_no_harm(tmp_path: Path) -> None:
    chat = Chat(ToyJudge(OFFICIAL), PageFeatures(feedback=Feedback.at(tmp_path)))
    _, turns = chat.answer(*chat.take("a kite\ud800?", [], "\udfff"))
    assert turns[0]["question"] == "a kite??"
    assert "900.1a" in turns[0]["answer"]
    said = {"question": "kite\ud800", "edition": OFFICIAL.id, "verdict": "wrong", "cited": ["900.1a"], "rule": ""}
    assert chat.feedback(said) == strings.FEEDBACK_KEPT
    assert "\ud800" not in chat.rule("\ud800") + chat.found("\ud800") + chat.term("\ud800") + chat.branch("\ud800")


def test_halves_of_letters_and_turning_marks_are_left_out() -> None:
    assert safe("a\ud800b\u202ec\u2066d\u200be<") == "abcd\u200be&lt;"
