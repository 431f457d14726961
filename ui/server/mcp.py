"""A judge → an MCP server: assistants ask it, search the rules, and read and cite them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from index.errors import JudgeError
from judge.documents import (
    AnswerDocument,
    EditionDocument,
    EditionsDocument,
    JsonDocument,
    RuleDocument,
    RuleMatchesDocument,
)
from judge.judge import MOST_CITED, Answerer
from judge.lookup.rule_search import LONGEST_QUERY, search_rules
from ui import strings
from ui.page.payloads import MOST_ASKED

if TYPE_CHECKING:
    from mcp.server import MCPServer

Shape = TypeVar("Shape", bound=JsonDocument)

INSTRUCTIONS = """The rules of Magic: The Gathering, by number. Ask a question in a player's words, search the headings
and the glossary, or read a rule. Cite rules by number with their text; say which edition they are from. The judge finds
rules and does not reason; where `answered` is false, the rules it found don't decide the question."""


class McpMissingError(JudgeError):
    """The package `mcp` is not installed."""


def build_server(judge: Answerer, editions: Callable[[], list[str]]) -> "MCPServer":
    """The server, ready to run; `editions` gives the ids of all that are installed.

    Raises McpMissingError where the extra is not installed.
    """
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError as error:
        raise McpMissingError(
            "found no package mcp 2; expected it for --mcp; run: pip install 'rules-judge[mcp]'."
        ) from error
    server = MCPServer(strings.TITLE, instructions=INSTRUCTIONS)

    def checked(step: Callable[[], Shape]) -> Shape:
        try:
            return step()
        except JudgeError as error:
            raise ToolError(str(error)) from error

    @server.tool()
    def ask(question: str, k: int = MOST_CITED) -> AnswerDocument:
        """Find the rules that decide a question, k at most, and the cards that it names.

        You write the answer: one sentence first, then the steps that lead to it. Give each step the number of the rule,
        or the name of the card, and a quote copied from its text in this result, word by word. Say nothing that no
        quote supports, and name no rule that isn't in a result. Where these rules don't decide the question, say so and
        what is missing, or search and read further rules.
        """
        return checked(lambda: AnswerDocument.of(judge.ask(question, min(max(1, k), MOST_ASKED))))

    @server.tool()
    def search(query: str) -> RuleMatchesDocument:
        """Find rules by number or heading, and glossary entries."""
        return RuleMatchesDocument.of(search_rules(judge.reader.rulebook, query[:LONGEST_QUERY]))

    @server.tool()
    def read_rule(number: str) -> RuleDocument:
        """Read one rule in its place: text, examples, plain wording, neighbors, references."""
        return checked(lambda: RuleDocument.of(judge.reader.find(number), judge.reader))

    @server.tool()
    def list_editions() -> EditionsDocument:
        """Say which edition answers, and which are installed."""
        return EditionsDocument(in_use=EditionDocument.of(judge.reader.edition), editions=editions())

    return server
