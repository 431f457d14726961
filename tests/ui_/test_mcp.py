"""ui/server/mcp.py: the MCP server, asked by the client of the same package."""

import sys
from pathlib import Path
from typing import Any

from loops import finished
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from own_rules import OFFICIAL, ToyJudge
from paths import ROOT
from two_editions_page import NEW, OLD, BirdEditions

from judge.change_documents import ChangesDocument, RuleLifeDocument
from judge.documents import AnswerDocument, RuleDocument
from ui.server.mcp import build_server

JUDGE = ToyJudge(OFFICIAL)
QUESTION = "Does my kite stay up?"


def called(tool: str, arguments: dict[str, Any], past: BirdEditions | None = None) -> Any:
    """The result of a tool of our server."""
    judge = past.judge(NEW) if past else JUDGE

    async def call() -> Any:
        async with Client(build_server(judge, lambda: ["plain", "2031-05-01"], past)) as client:
            return await client.call_tool(tool, arguments)

    return finished(call())


def test_the_tools_are_these() -> None:
    async def names() -> list[str]:
        async with Client(build_server(JUDGE, list)) as client:
            return sorted(tool.name for tool in (await client.list_tools()).tools)

    assert finished(names()) == ["ask", "list_editions", "read_rule", "search"]


def test_the_assistant_is_told_to_quote_and_to_number() -> None:
    async def described() -> str:
        async with Client(build_server(JUDGE, list)) as client:
            return next(str(tool.description) for tool in (await client.list_tools()).tools if tool.name == "ask")

    said = " ".join(finished(described()).split())
    assert "Give each step the number of the rule, or the name of the card, and a quote copied from its text" in said
    assert called("ask", {"question": QUESTION}).structured_content["written"] is None


def test_ask_and_read_give_what_the_command_prints() -> None:
    asked = called("ask", {"question": QUESTION, "k": 2})
    assert asked.structured_content == AnswerDocument.of(JUDGE.ask(QUESTION, 2)).model_dump()
    read = called("read_rule", {"number": "900.1a"})
    assert read.structured_content == RuleDocument.of(JUDGE.reader.find("900.1a"), JUDGE.reader).model_dump()


def test_search_and_editions() -> None:
    found = called("search", {"query": "kite"}).structured_content
    assert [each["rule"] for each in found["headings"]] == ["900.1"]
    editions = called("list_editions", {}).structured_content
    assert (editions["in_use"]["id"], editions["editions"]) == ("2031-05-01", ["plain", "2031-05-01"])


def test_changes_and_histories_give_what_the_command_prints(home: Path) -> None:
    past = BirdEditions.at(home)
    changes = called("changes", {}, past).structured_content
    assert changes == ChangesDocument.of(past.changes(OLD, NEW)).model_dump()
    assert changes["counts"]["added"] == 3
    life = called("rule_history", {"number": "800.3a"}, past).structured_content
    assert life == RuleLifeDocument.of(past.life(NEW, "800.3a")).model_dump()
    assert life == called("rule_history", {"number": "800.2a", "edition": OLD}, past).structured_content
    missing = called("changes", {"old": "2001"}, past)
    assert missing.is_error
    assert 'found no official edition "2001"' in missing.content[0].text


def test_a_problem_is_said_in_one_line() -> None:
    answer = called("read_rule", {"number": "999"})
    assert answer.is_error
    assert 'found no rule "999" in Rules of the Toy Table; expected a number such as' in answer.content[0].text


def test_the_server_speaks_over_standard_input_and_output() -> None:
    script = (
        "from own_rules import OFFICIAL, ToyJudge\n"
        "from ui.server.mcp import build_server\n"
        "build_server(ToyJudge(OFFICIAL), lambda: ['plain']).run()\n"
    )
    server = StdioServerParameters(
        command=sys.executable, args=["-c", script], env={"PYTHONPATH": f"{ROOT}:{ROOT / 'tests' / 'support'}"}
    )

    async def read() -> Any:
        async with Client(stdio_client(server)) as client:
            return await client.call_tool("read_rule", {"number": "900.2"})

    assert finished(read()).structured_content["heading"] == "Wind"
