"""ui/api.py: the HTTP API, asked as a program does; its document, its answers, its errors."""

import json
from time import perf_counter
from typing import Any

import pytest
from fastapi.testclient import TestClient
from own_rules import OFFICIAL, ToyJudge

from index.records import PlainRulebook, Rulebook
from index.search import Search
from judge.citations import rule_json, to_json
from judge.judge import Judge
from judge.prompts import too_long
from ui.api import build_api

JUDGE: Any = ToyJudge(OFFICIAL)
QUESTION = "Does my kite stay up?"


@pytest.fixture
def client() -> TestClient:
    """A client of the API over our toy rules."""
    return TestClient(build_api(lambda: JUDGE, lambda: ["plain", "2031-05-01"]))


def test_ask_gives_what_the_command_prints(client: TestClient) -> None:
    reply = client.get("/ask", params={"q": QUESTION, "k": 2})
    assert reply.status_code == 200
    assert reply.json() == {**to_json(JUDGE.ask(QUESTION, 2)), "cards": []}


def test_rule_gives_what_the_command_prints(client: TestClient) -> None:
    reply = client.get("/rule/900.1a")
    assert reply.json() == json.loads(json.dumps(rule_json(JUDGE, JUDGE.find("900.1a"))))
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
        ("/rule/999", 404, "found no rule 999; expected a number such as 900.1a; look at 900."),
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
    assert sorted(document["paths"]) == ["/ask", "/editions", "/rule/{number}", "/search"]
    shapes = document["components"]["schemas"]
    assert shapes["AnswerShape"]["required"] == [
        "question", "edition", "answered", "confidence", "message", "citations", "cards",
    ]  # fmt: skip
    assert shapes["CitationShape"]["properties"]["role"]["enum"] == ["decides", "supports"]


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
