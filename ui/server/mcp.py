"""A judge → an MCP server: assistants ask it, search the rules, and read and cite them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from index.errors import JudgeError
from judge.change_documents import ChangesDocument, RuleLifeDocument
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
from judge.past import EditionJudges, Past
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


def build_server(judge: Answerer, editions: Callable[[], list[str]], past: Past | None = None) -> "MCPServer":
    """The server, ready to run; `editions` gives the ids of all that are installed, `past` knows the others.

    Raises McpMissingError where the extra is not installed.
    """
    try:
        from mcp.server import MCPServer
    except ImportError as error:
        raise McpMissingError(
            "found no package mcp 2; expected it for --mcp; run: pip install 'rules-judge[mcp]'."
        ) from error
    server = MCPServer(strings.TITLE, instructions=INSTRUCTIONS)
    _add_rules(server, judge, editions)
    if past:
        _add_history(server, EditionJudges(lambda: judge, past), past)
    return server


def _checked(step: Callable[[], Shape]) -> Shape:
    """What a step gives; a problem is told to the assistant in one line."""
    from mcp.server.mcpserver.exceptions import ToolError

    try:
        return step()
    except JudgeError as error:
        raise ToolError(str(error)) from error


def _add_rules(server: "MCPServer", judge: Answerer, editions: Callable[[], list[str]]) -> None:
    @server.tool()
    def ask(question: str, k: int = MOST_CITED) -> AnswerDocument:
        """Find the rules that decide a question, k at most, and the cards that it names.

        You write the answer: one sentence first, then the steps that lead to it. Give each step the number of the rule,
        or the name of the card, and a quote copied from its text in this result, word by word. Say nothing that no
        quote supports, and name no rule that isn't in a result. Where these rules don't decide the question, say so and
        what is missing, or search and read further rules.
        """
        return _checked(lambda: AnswerDocument.of(judge.ask(question, min(max(1, k), MOST_ASKED))))

    @server.tool()
    def search(query: str) -> RuleMatchesDocument:
        """Find rules by number or heading, and glossary entries."""
        return RuleMatchesDocument.of(search_rules(judge.reader.rulebook, query[:LONGEST_QUERY]))

    @server.tool()
    def read_rule(number: str) -> RuleDocument:
        """Read one rule in its place: text, examples, plain wording, neighbors, references."""
        return _checked(lambda: RuleDocument.of(judge.reader.find(number), judge.reader))

    @server.tool()
    def list_editions() -> EditionsDocument:
        """Say which edition answers, and which are installed."""
        return EditionsDocument(in_use=EditionDocument.of(judge.reader.edition), editions=editions())


def _add_history(server: "MCPServer", as_of: EditionJudges, past: Past) -> None:
    @server.tool()
    def changes(old: str = "", new: str = "") -> ChangesDocument:
        """Say what changed between two installed editions, such as 2026-06 and 2026-08-07; by default the newest two.

        Far apart, that is most of the rules: to follow one rule, take rule_history.
        """
        return _checked(lambda: ChangesDocument.of(past.changes(old, new)))

    @server.tool()
    def rule_history(number: str, edition: str = "") -> RuleLifeDocument:
        """Follow one rule through the installed editions: since when it exists, its wordings, its former numbers.

        The number is one of the edition in use, or of another installed edition that is named.
        """

        def life() -> RuleLifeDocument:
            reader = as_of.reader(edition)
            return RuleLifeDocument.of(past.life(reader.edition.id, reader.find(number).id))

        return _checked(life)
