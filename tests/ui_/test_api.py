"""ui/server/api.py: the HTTP API, asked as a program does; its document, its answers, its errors."""

import io
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from time import perf_counter, sleep

import pytest
from fastapi.testclient import TestClient
from own_rules import OFFICIAL, ToyJudge
from scripted_writer import Said, message, reply, scripted, step
from terminals import LINK_IDS, Terminal

from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.documents import AnswerDocument, RuleDocument
from judge.judge import Judge
from judge.messages import WRITER_REFUSED, too_long
from judge.records import Answer
from judge.writer.writer import Writer
from ui import strings
from ui.server.api import build_api
from ui.terminal.answer import write_answer
from ui.terminal.output import Display, Output

JUDGE = ToyJudge(OFFICIAL)
QUESTION = "Does my kite stay up?"


@pytest.fixture
def client() -> TestClient:
    """A client of the API over our toy rules."""
    return TestClient(build_api(lambda: JUDGE, lambda: ["plain", "2031-05-01"]))


def test_ask_gives_what_the_command_prints(client: TestClient) -> None:
    reply = client.get("/ask", params={"q": QUESTION, "k": 2})
    assert reply.status_code == 200
    assert reply.json() == AnswerDocument.of(JUDGE.ask(QUESTION, 2)).model_dump()


@pytest.mark.parametrize(
    ("stream", "display"),
    [
        (io.StringIO(), {}),
        (Terminal(), {"width": 60, "color": "truecolor", "links": True}),
        (Terminal(), {"width": 100, "color": "off", "links": True}),
        (Terminal(), {"width": 30, "color": "standard", "links": False}),
    ],
    ids=["pipe", "colors and links", "no color", "console of Linux"],
)
def test_ask_for_text_gives_what_the_command_prints(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, display: dict[str, object]
) -> None:
    color = display.get("color", "none")
    monkeypatch.setenv("COLUMNS", str(display.get("width", 80)))
    monkeypatch.setenv("TERM", "xterm" if display.get("links") else "linux")
    monkeypatch.setenv("COLORTERM", "truecolor" if color == "truecolor" else "")
    monkeypatch.setenv("NO_COLOR", "1" if color == "off" else "")
    shown = Display.of(stream)
    assert shown is not None
    assert asdict(shown) == {"width": 80, "color": "none", "links": False, **display}
    write_answer(Output.on(stream, JUDGE.reader.rulebook, lambda: "http://testserver"), JUDGE.ask(QUESTION, 2))
    reply = client.get("/ask.txt", params={"q": QUESTION, "k": 2, **asdict(shown)})
    assert reply.headers["content-type"] == "text/plain; charset=utf-8"
    assert LINK_IDS.sub("", reply.text) == LINK_IDS.sub("", stream.getvalue())
    assert ("\x1b]8;" in reply.text) is bool(display.get("links"))


def test_nobody_is_answered_again_before_those_who_waited() -> None:
    class Unhurried(ToyJudge):
        def ask(self, question: str, k: int = 1, earlier: Sequence[str] = ()) -> Answer:
            sleep(0.01)
            return super().ask(question, k, earlier)

    judge, cores = Unhurried(OFFICIAL), os.cpu_count() or 1
    client, count = TestClient(build_api(lambda: judge)), 4 * cores

    def user(number: int) -> None:
        for _ in range(10):
            assert client.get("/ask", params={"q": f"kite {number}"}).status_code == 200

    with ThreadPoolExecutor(count) as users:
        list(users.map(user, range(count)))
    steady = judge.asked[2 * count : -2 * count]
    apart = [steady[at + 1 :].index(asked) for at, asked in enumerate(steady) if asked in steady[at + 1 :]]
    assert len(apart) > 4 * count
    assert min(apart) >= count // 2


def test_rule_gives_what_the_command_prints(client: TestClient) -> None:
    reply = client.get("/rule/900.1a")
    assert reply.json() == RuleDocument.of(JUDGE.reader.find("900.1a"), JUDGE.reader).model_dump()
    assert client.get("/rule/900.2a%232").json()["text"] == "A second gust."


def test_search_finds_headings(client: TestClient) -> None:
    found = client.get("/search", params={"q": "kite"}).json()
    assert [each["rule"] for each in found["headings"]] == ["900.1"]
    assert found["rules"] == found["glossary"] == []


def test_editions_names_the_one_that_answers(client: TestClient) -> None:
    found = client.get("/editions").json()
    assert found["in_use"]["id"] == "2031-05-01"
    assert found["editions"] == ["plain", "2031-05-01"]


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        (
            "/rule/999",
            404,
            'found no rule "999" in Rules of the Toy Table; expected a number such as 613 or 702.19b.',
        ),
        ("/ask?q=broken", 500, "found a broken toy, expected a whole one; mend it <first>."),
        ("/ask", 422, "q: Field required; see /api/openapi.json for what is expected."),
        (
            "/ask?q=x&k=0",
            422,
            "k: Input should be greater than or equal to 1; see /api/openapi.json for what is expected.",
        ),
    ],
)
def test_a_problem_is_one_line_of_json(client: TestClient, path: str, status: int, said: str) -> None:
    reply = client.get(path)
    assert reply.status_code == status
    assert reply.json() == {"error": said}


def test_the_document_describes_these_paths_and_no_others(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    assert sorted(document["paths"]) == ["/ask", "/ask.txt", "/editions", "/rule/{number}", "/search"]
    shapes = document["components"]["schemas"]
    assert shapes["AnswerDocument"]["required"] == [
        "question", "corrected", "edition", "state", "answered", "most_likely", "confidence", "message",
        "same_case", "steps", "steps_of", "citations", "rulings", "cards", "next_questions", "written",
    ]  # fmt: skip
    assert shapes["CitationDocument"]["properties"]["role"]["enum"] == ["decides", "supports"]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/search?q=" + "a%20" * 10_000, "q: String should have at most 200 characters; see"),
        ("/rule/" + "7" * 10_000, "number: String should have at most 100 characters; see"),
        ("/ask?q=kite&k=" + "9" * 5_000, "k: "),
    ],
)
def test_a_parameter_that_is_too_long_is_refused_at_once(client: TestClient, path: str, said: str) -> None:
    started = perf_counter()
    reply = client.get(path)
    assert (reply.status_code, reply.json()["error"].startswith(said)) == (422, True)
    assert perf_counter() - started < 1


def test_a_question_that_is_too_long_is_refused(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> None:
    judge = Judge.from_rulebooks(rulebook, plain, search)
    reply = TestClient(build_api(lambda: judge)).get("/ask", params={"q": "<b>" * 700})
    assert reply.status_code == 400
    assert reply.json() == {"error": too_long(2100, 2000)}


def test_ask_writes_on_request() -> None:
    with scripted() as server:
        server.says(message(reply(step("900.1a", "the kite comes down"), verdict="No.")))
        client = TestClient(build_api(lambda: JUDGE, writer=Writer.at(server.endpoint)))
        assert client.get("/ask", params={"q": QUESTION}).json()["written"] is None
        assert server.asked == []
        written = client.get("/ask", params={"q": QUESTION, "write": True}).json()["written"]
        assert (written["state"], written["verdict"], written["steps"][0]["rule"]) == ("shown", "No.", "900.1a")
        text = client.get("/ask.txt", params={"q": QUESTION, "write": True}).text
        assert text.startswith("Written by scripted from the rules below; its quotes are checked:\nNo.\n")
        assert len(server.asked) == 1
        server.says(Said(status=401))
        failed = client.get("/ask", params={"q": "And at night?", "write": True})
        assert (failed.status_code, failed.json()["written"]["problem"]) == (200, WRITER_REFUSED)
        assert "sk-secret" not in failed.text


def test_without_a_writer_nothing_can_be_written(client: TestClient) -> None:
    refused = client.get("/ask", params={"q": QUESTION, "write": True})
    assert (refused.status_code, refused.json()) == (400, {"error": strings.NO_WRITER})
