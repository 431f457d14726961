"""Every face shows the same citations of an answer in the same order."""

import json
import re
from dataclasses import replace
from functools import partial

import pytest
from fastapi.testclient import TestClient
from loops import finished
from mcp import Client
from own_rules import PLAIN, ToyJudge
from terminals import pipe, terminal, written

from index.cards.records import Ruling
from index.cards.store import CardStore
from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.documents import AnswerDocument, JsonDocument, RuleDocument, RuleMatchesDocument
from judge.judge import Answerer, Judge
from judge.lookup.cards import CardFinder
from judge.records import CardRuling, Matched, SameCase
from ui import strings
from ui.html.answer import answer_html
from ui.html.markdown import discord, markdown
from ui.html.view import AnswerView, SameCaseView
from ui.page.chat import Chat
from ui.page.page import ask_api
from ui.server.api import build_api
from ui.server.mcp import build_server
from ui.terminal.answer import write_answer

pytestmark = pytest.mark.patient

QUESTIONS = [
    "how does trampel work?",
    "702.19",
    "702.19b and 104.2",
    "702.19d",
    "who bakes bread?",
    "[[Spoon]]?",
]

DECIDING = {strings.DECIDING, strings.MOST_LIKELY, strings.ALSO_LIKELY}
Citations = list[tuple[str, bool]]


def in_json(text: str) -> Citations:
    """The numbers of a JSON document's citations, and whether they decide."""
    return [(each["rule"], each["role"] == "decides") for each in json.loads(text)["citations"]]


def on_page(html: str) -> Citations:
    """Those of a message of the page."""
    cards = re.findall(r'<details class="rule (decides|supports|near)"[^>]*><summary><strong>(.*?)</strong>', html)
    return [(number, role == "decides") for role, number in cards]


def in_terminal(text: str) -> Citations:
    """Those of the terminal's text."""
    pattern = r"^(\d\S+)  (?:[^\[\n]*|.*\n(?:\S.*\n)*    )\[([^\]]*)\]"
    found = re.findall(pattern, re.sub(r"\x1b\[[\d;]*m", "", text), re.MULTILINE)
    return [(number, label in DECIDING) for number, label in found]


def in_markdown(text: str) -> Citations:
    """Those of Markdown."""
    found = re.findall(r"^\*\*(\d\S*)\*\* .*\(([^()]+)\)$", text, re.MULTILINE)
    return [(number, label in DECIDING) for number, label in found]


def by_mcp(judge: Answerer, question: str) -> str:
    """What an assistant gets."""

    async def call() -> str:
        async with Client(build_server(judge, list)) as client:
            result = await client.call_tool("ask", {"question": question})
            return json.dumps(result.structured_content)

    return finished(call())


@pytest.fixture(params=["judge", "toy", "plain"])
def judge(
    request: pytest.FixtureRequest, rulebook: Rulebook, plain: PlainRulebook, search: Search, card_store: CardStore
) -> Answerer:
    """A judge with cards, and two that are fakes."""
    judges: dict[str, Answerer] = {
        "judge": Judge(Judge.from_rulebooks(rulebook, plain, search).reader, search, CardFinder(card_store)),
        "toy": ToyJudge(),
        "plain": ToyJudge(PLAIN),
    }
    return judges[request.param]


def fields_by_mcp(judge: Answerer) -> dict[str, list[str]]:
    """The fields of what each tool returns."""

    async def call() -> dict[str, list[str]]:
        async with Client(build_server(judge, list)) as client:
            tools = (await client.list_tools()).tools
            return {tool.name: list((tool.output_schema or {})["properties"]) for tool in tools}

    return finished(call())


def test_http_and_mcp_share_one_definition_of_each_shape() -> None:
    given: dict[str, type[JsonDocument]] = {
        "ask": AnswerDocument,
        "search": RuleMatchesDocument,
        "read_rule": RuleDocument,
    }
    by_mcp = fields_by_mcp(ToyJudge())
    by_http = TestClient(build_api(ToyJudge)).get("/api/openapi.json").json()["components"]["schemas"]
    for tool, shape in given.items():
        assert by_mcp[tool] == list(shape.model_fields)
        assert (
            by_http[shape.__name__]["properties"]
            == shape.model_json_schema(ref_template="#/components/schemas/{model}")["properties"]
        )


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_face_cites_the_same_rules_in_order(judge: Answerer, question: str) -> None:
    answer = judge.ask(question)
    view, write = AnswerView.of(answer), partial(write_answer, answer=answer)
    cited = [(each.rule.number, each.role == "decides" and answer.answered) for each in answer.citations]
    assert cited
    assert in_json(AnswerDocument.of(answer).model_dump_json()) == cited
    assert in_json(TestClient(build_api(lambda: judge)).get("/ask", params={"q": question}).text) == cited
    assert in_json(json.dumps(ask_api(Chat(judge))(question))) == cited
    assert in_json(by_mcp(judge, question)) == cited
    assert on_page(answer_html(answer)) == cited
    assert in_terminal(written(pipe(), write)) == in_terminal(written(terminal(100), write)) == cited
    assert in_markdown(markdown(view)) == cited
    short = [each for each in cited if each[1]] or cited
    assert in_markdown(discord(view)) == short[: len(in_markdown(discord(view)))] != []


def test_every_face_opens_with_the_same_case() -> None:
    case = SameCase("does <my> kite fall", "No. It stays [up].", "900.2")
    given = replace(ToyJudge().ask("kite"), same_case=case)
    document = json.loads(AnswerDocument.of(given).model_dump_json())
    assert document["same_case"] == {"question": case.question, "answer": case.answer, "rule": "900.2"}
    page = answer_html(given)
    assert page.startswith(
        '<div class="answer"><div class="case"><p class="label">In a case like this: <q>does &lt;my&gt;'
    )
    assert '<strong>No.</strong> It stays [up]. <a class="chip" href="#rule-900.2">900.2</a>' in page
    write = partial(write_answer, answer=given)
    assert written(pipe(), write).startswith(
        "In a case like this: “does <my> kite fall”\nNo. It stays [up].  900.2\n\n"
    )
    text = markdown(AnswerView.of(given))
    assert "In a case like this: *does \\<my\\> kite fall* **No.** It stays \\[up\\]. (900.2)" in text
    assert "In a case like this" in discord(AnswerView.of(given))


@pytest.mark.parametrize(
    ("said", "verdict", "reason"),
    [
        ("No. It stays up.", "No.", "It stays up."),
        ("Yes, free, in your main phase.", "Yes,", "free, in your main phase."),
        ("You're right. It falls.", "You're right.", "It falls."),
        ("Everything above lethal for the blocker. Fine.", "", "Everything above lethal for the blocker. Fine."),
        ("Ten.", "Ten.", ""),
    ],
)
def test_the_verdict_of_an_answer_stands_out(said: str, verdict: str, reason: str) -> None:
    given = ToyJudge().ask("kite")
    shown = SameCaseView.of(SameCase("kite?", said, "900.2"), given)
    assert shown is not None
    assert (shown.verdict, shown.reason) == (verdict, reason)
    assert SameCaseView.of(SameCase("kite?", said, "900.1b"), given) is None


def test_the_question_of_the_same_case_is_shown_once() -> None:
    given = ToyJudge().ask("kite")
    asked = given.citations[1].matched.text
    above = AnswerView.of(replace(given, same_case=SameCase(asked, "No.", "900.2"))).rules[1]
    assert (above.quoted, above.quoted_answer, above.reason) == ("", "", "Its question stands above.")
    assert AnswerView.of(given).rules[1].quoted == asked


@pytest.mark.parametrize(("near", "reason"), [(True, "A similar question:"), (False, "Also asked about this rule:")])
def test_the_answer_to_a_distant_question_is_not_shown_at_once(near: bool, reason: str) -> None:
    given = ToyJudge().ask("kite")
    said = Matched("question", "does a kite stay up?", "No. It falls.", near)
    shown = replace(given, citations=(replace(given.citations[0], matched=said),))
    cited = AnswerView.of(shown).rules[0]
    assert (cited.reason, cited.quoted, cited.quoted_answer != "") == (reason, said.text, near)
    page = answer_html(shown)
    assert ("<b>No. It falls.</b>" in page) is near
    assert ("<summary>Its answer</summary>No. It falls." in page) is not near
    assert ("No. It falls." in written(pipe(), partial(write_answer, answer=shown))) is near
    assert AnswerDocument.of(shown).citations[0].matched.near is near


def test_every_face_says_most_likely_where_the_first_is_not_sure() -> None:
    sure = ToyJudge().ask("kite")
    unsure = replace(
        sure, citations=(replace(sure.citations[0], chance=0.69), replace(sure.citations[1], role="decides"))
    )
    assert (sure.most_likely, unsure.most_likely) == (False, True)
    document = AnswerDocument.of(unsure)
    assert (document.most_likely, document.citations[0].chance) == (True, 0.69)
    page, text = answer_html(unsure), written(pipe(), partial(write_answer, answer=unsure))
    assert "<small>Most likely</small>" in page
    assert "<small>Also likely</small>" in page
    assert '<span class="decides">Most likely decided by <a' in page
    assert "\n    [Most likely]\n" in text
    assert "\n900.2  Wind [Also likely] Wind blows" in text
    assert "**900.1a** Kites (Most likely)" in markdown(AnswerView.of(unsure))
    for shown in (page, text, markdown(AnswerView.of(unsure))):
        assert strings.DECIDING not in shown
    assert "Most likely" not in answer_html(sure)
    assert not replace(unsure, state="declined").most_likely


def test_a_closed_card_shows_its_first_words() -> None:
    given = ToyJudge().ask("kite")
    assert [each.opened for each in given.citations] == [True, False, False]
    page, lines = answer_html(given), written(pipe(), partial(write_answer, answer=given)).splitlines()
    first_words = "Wind blows until it doesn&#x27;t. *It* is not counted."
    assert f'<small>Supporting rule</small> <span class="first-words">{first_words}</span>' in page
    assert "900.2  Wind [Supporting rule] Wind blows until it doesn't. *It* is not counted." in lines
    assert "900.2a  Wind [Supporting rule] A long gust, …" in lines
    assert lines[lines.index("900.2a  Wind [Supporting rule] A long gust, …") + 1] == (
        "Read a rule in full: judge rule 900.2"
    )


def test_every_face_marks_the_key_sentence() -> None:
    given, key = ToyJudge().ask("gust"), "Wind blows until it doesn't."
    second = replace(given.citations[1], key_sentences=(key, "Wind ends when it ends."), opened=True)
    marked = replace(given, citations=(given.citations[0], second))
    assert AnswerDocument.of(marked).citations[1].key_sentences == [key, "Wind ends when it ends."]
    page = answer_html(marked)
    assert '<mark class="key">Wind blows until it doesn&#x27;t.</mark>&#10;&#10;*It* is' in page
    assert '<mark class="key">Wind ends when it ends.</mark></p>' in page
    assert "\x1b[4mWind blows until it doesn't.\x1b[0m" in written(terminal(100), partial(write_answer, answer=marked))
    text = markdown(AnswerView.of(marked))
    assert "> **Wind blows until it doesn't.** \\*It\\* is not counted." in text
    assert "**Wind ends when it ends.**" in text


def test_every_face_numbers_the_steps() -> None:
    given = ToyJudge().ask("kite")
    stepped = replace(
        given,
        citations=tuple(replace(each, role="decides", opened=False) for each in given.citations[:2]),
        steps=("900.1a", "900.2"),
        steps_of="Kites",
    )
    assert AnswerDocument.of(stepped).steps == ["900.1a", "900.2"]
    page, text = answer_html(stepped), written(pipe(), partial(write_answer, answer=stepped))
    first = '<li>No wind, no kite: it comes down &lt;at once&gt;. <a class="chip" href="#rule-900.1a">900.1a</a></li>'
    assert (
        f'<p class="label">Step by step: Kites</p><p class="label">{strings.PLAIN_LABEL}</p><ol class="steps">' in page
    )
    assert f'{first}<li>Wind ends when it ends. <a class="chip"' in page
    assert "<small>Step 1</small>" in page
    assert "<small>Step 2</small>" in page
    assert "    1. No wind, no kite: it comes down <at once>.  900.1a\n    2. Wind ends when it ends.  900.2\n" in text
    shared = markdown(AnswerView.of(stepped))
    assert "**Step by step: Kites**\n\n1. No wind, no kite: it comes down \\<at once\\>.\n2. Wind ends" in shared
    assert "**900.2** Wind (Step 2)" in shared


def test_every_face_shows_the_rulings_that_fit() -> None:
    ruling = CardRuling("Spoon", Ruling("2029-01-05", "Spoon <answers> soup."))
    given = replace(ToyJudge().ask("soup"), rulings=(ruling,))
    [document] = AnswerDocument.of(given).rulings
    assert document.model_dump() == {
        "date": "2029-01-05",
        "text": "Spoon <answers> soup.",
        "older_than_rules": True,
        "card": "Spoon",
    }
    page, text = answer_html(given), written(pipe(), partial(write_answer, answer=given))
    shown = '<details class="rule ruling" open><summary><strong>Spoon</strong> <span>Official ruling</span>'
    assert f"{shown} <small>2029-01-05, older than these rules</small></summary>" in page
    assert '<p class="text">Spoon &lt;answers&gt; soup.</p>' in page
    assert page.index(shown) < page.index('<details class="rule decides"')
    assert "\nSpoon  Official ruling, 2029-01-05, older than these rules\n    Spoon <answers> soup.\n\n" in text
    assert "**Spoon** Official ruling, 2029-01-05, older than these rules\n> Spoon \\<answers\\> soup." in markdown(
        AnswerView.of(given)
    )
