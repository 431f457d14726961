"""A judge → the MCP server by which an assistant asks it, searches and reads rules, and cites them properly."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from index.errors import JudgeError
from judge.citations import edition_json, rule_json
from judge.judge import MOST_CITED, Judge
from ui import words
from ui.api import MOST_ASKED
from ui.cards import Named, ask_json
from ui.find import LONGEST_QUERY, find, finds_json

if TYPE_CHECKING:
    from mcp.server import MCPServer

INSTRUCTIONS = """The rules of Magic: The Gathering, by number. Ask a question in a player's words, search the headings
and the glossary, or read a rule. Cite rules by number with their text; say which edition they are from. The judge finds
rules and does not reason; where `answered` is false, the rules it found do not decide the question."""


class McpMissingError(JudgeError):
    """The package `mcp` is not installed."""


def build_server(judge: Judge, editions: Callable[[], list[str]], named: Named | None = None) -> "MCPServer":
    """The server, ready to run; `named` gives the cards of a question.

    Raises McpMissingError where the extra is not installed.
    """
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError as error:
        raise McpMissingError(
            "found no package mcp 2; expected it for --mcp; run: pip install 'rules-judge[mcp]'."
        ) from error
    server = MCPServer(words.TITLE, instructions=INSTRUCTIONS)

    def said(step: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        try:
            return step()
        except JudgeError as error:
            raise ToolError(str(error)) from error

    @server.tool()
    def ask(question: str, k: int = MOST_CITED) -> dict[str, Any]:
        """Answer a rules question with the rules that decide it, k at most, and the cards that it names."""
        return said(lambda: ask_json(judge, named, question, min(max(1, k), MOST_ASKED)))

    @server.tool()
    def search(query: str) -> dict[str, Any]:
        """Find rules by number or heading, and glossary entries."""
        return finds_json(find(judge.rulebook, query[:LONGEST_QUERY]))

    @server.tool()
    def read_rule(number: str) -> dict[str, Any]:
        """Read one rule in its place: text, examples, plain wording, neighbours, references."""
        return said(lambda: rule_json(judge, judge.find(number)))

    @server.tool()
    def list_editions() -> dict[str, Any]:
        """Say which edition answers, and which are installed."""
        return {"in_use": edition_json(judge.rulebook.edition), "editions": editions()}

    return server
