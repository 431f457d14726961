"""The judge in use → its HTTP API, with the JSON that the command prints."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http import HTTPStatus
from importlib.metadata import version
from typing import Annotated, Any

from fastapi import FastAPI, Header, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse

from index.errors import EditionError, JudgeError, RuleError
from judge.change_documents import ChangesDocument, RuleLifeDocument
from judge.documents import (
    AnswerDocument,
    EditionDocument,
    EditionsDocument,
    ErrorDocument,
    RuleDocument,
    RuleMatchesDocument,
)
from judge.judge import MOST_CITED, Answerer
from judge.lookup.rule_search import LONGEST_QUERY, search_rules
from judge.past import EditionJudges, Past
from judge.preparation import PreparingError
from judge.question.text import QuestionError
from judge.records import Answer
from judge.writer.endpoint import WriterError
from judge.writer.writer import Writer
from ui import strings
from ui.page.payloads import MOST_ASKED
from ui.server.address import proof
from ui.server.memory import give_back
from ui.server.page_client import NONCE_HEADER, PROOF_HEADER
from ui.state.database import StateError
from ui.state.links import LinkError
from ui.terminal.answer import write_answer
from ui.terminal.output import WIDEST, WIDTH, Color, Display, Output, printed

# A request is answered within 20 seconds, the search included.
SECONDS_TO_WRITE = 15.0
RETRY_AFTER = "2"  # seconds
LONGEST_NUMBER = LONGEST_NONCE = 100
DESCRIPTION = "Ask a rules question, read a rule, search numbers, headings and glossary. " + strings.UNOFFICIAL
Asked = Annotated[str, Query(description="the question")]
Cited = Annotated[int, Query(ge=1, le=MOST_ASKED, description="cite at most this many rules")]
ByEdition = Annotated[
    str, Query(max_length=LONGEST_NUMBER, description="an installed edition; by default the one in use")
]
WriteToo = Annotated[bool, Query(description="answer in sentences, too, where the page has a writer")]
Width = Annotated[int, Query(ge=1, le=WIDEST, description="columns of the terminal")]
PROBLEM: dict[int | str, dict[str, Any]] = {status: {"model": ErrorDocument} for status in (400, 404, 422, 500)}


def build_api(
    judge: Callable[[], Answerer],
    editions: Callable[[], list[str]] | None = None,
    token: str = "",
    past: Past | None = None,
    writer: Writer | None = None,
) -> FastAPI:
    """The API of the judge in use; `editions` gives the ids of all that are installed, `past` knows the others.

    The `writer` writes on request.

    With a `token` it proves to whoever knows it too that this is the page which `serving.json` announces.
    """
    app = FastAPI(
        title=strings.TITLE,
        version=version("rules-judge"),
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        exception_handlers={JudgeError: _problem, RequestValidationError: _wrong_usage},
    )
    as_of = EditionJudges(judge, past)
    _add_answers(app, as_of, writer and replace(writer, seconds=SECONDS_TO_WRITE))
    _add_editions(app, judge, editions, token)

    @app.get("/rule/{number}", responses=PROBLEM, summary="One rule in its place")
    def rule(number: Annotated[str, Path(max_length=LONGEST_NUMBER)], edition: ByEdition = "") -> RuleDocument:
        """What `judge rule --json` prints."""
        reader = as_of.reader(edition)
        return RuleDocument.of(reader.find(number), reader)

    @app.get("/search", responses=PROBLEM, summary="Numbers, headings and glossary")
    def search(
        q: Annotated[str, Query(max_length=LONGEST_QUERY, description="a number, the start of one, or words")],
    ) -> RuleMatchesDocument:
        """The rules, headings and glossary entries that match."""
        return RuleMatchesDocument.of(search_rules(judge().reader.rulebook, q))

    if past:
        _add_history(app, as_of, past)
    return app


def _add_history(app: FastAPI, as_of: EditionJudges, past: Past) -> None:
    @app.get("/rule/{number}/history", responses=PROBLEM, summary="One rule through the installed editions")
    def history(number: Annotated[str, Path(max_length=LONGEST_NUMBER)], edition: ByEdition = "") -> RuleLifeDocument:
        """What `judge rule --history --json` prints."""
        reader = as_of.reader(edition)
        return RuleLifeDocument.of(past.life(reader.edition.id, reader.find(number).id))

    @app.get("/changes", responses=PROBLEM, response_model=ChangesDocument, summary="What changed between two editions")
    def changes(old: ByEdition = "", new: ByEdition = "") -> Response:
        """What `judge rules diff --json` prints; by default of the newest two."""
        body = ChangesDocument.of(past.changes(old, new)).model_dump_json()
        give_back()  # the document of two editions far apart is large
        return Response(body, media_type=JSONResponse.media_type)


def _add_answers(app: FastAPI, as_of: EditionJudges, writer: Writer | None) -> None:
    answering = ThreadPoolExecutor(os.cpu_count(), "answers")  # first come, first served, unlike a semaphore

    def answer(answerer: Answerer, question: str, k: int, write: bool) -> Answer:
        if write and writer is None:
            raise WriterError(strings.NO_WRITER)
        found = answering.submit(answerer.ask, question, k).result()
        return writer.write_now(found, answerer) if write and writer else found

    @app.get("/ask", responses=PROBLEM, response_model=AnswerDocument, summary="One cited answer")
    def ask(q: Asked, k: Cited = MOST_CITED, edition: ByEdition = "", write: WriteToo = False) -> Response:
        """What `judge ask --json` prints."""
        document = AnswerDocument.of(answer(as_of.judge(edition), q, k, write))
        return Response(document.model_dump_json(), media_type=JSONResponse.media_type)

    @app.get("/ask.txt", responses=PROBLEM, summary="One cited answer as text", response_class=PlainTextResponse)
    def ask_for_text(
        request: Request,
        q: Asked,
        k: Cited = MOST_CITED,
        width: Width = WIDTH,
        color: Color = "none",
        links: bool = False,
        edition: ByEdition = "",
        write: WriteToo = False,
    ) -> str:
        """What `judge ask` prints in a terminal of this kind."""
        display, page, answerer = Display(width, color, links), str(request.base_url).rstrip("/"), as_of.judge(edition)
        output = Output.for_display(display, answerer.reader.rulebook, page)
        write_answer(output, answer(answerer, q, k, write))
        return printed(output)


def _add_editions(
    app: FastAPI, judge: Callable[[], Answerer], editions: Callable[[], list[str]] | None, token: str
) -> None:
    @app.get("/editions", responses=PROBLEM, summary="The editions of the rules")
    def list_editions(
        response: Response,
        nonce: Annotated[str, Header(alias=NONCE_HEADER, max_length=LONGEST_NONCE, include_in_schema=False)] = "",
    ) -> EditionsDocument:
        """The edition that answers, and all that are installed."""
        edition = judge().reader.edition
        if token and nonce:
            response.headers[PROOF_HEADER] = proof(token, nonce)
        return EditionsDocument(in_use=EditionDocument.of(edition), editions=editions() if editions else [edition.id])


async def _problem(request: Request, error: Exception) -> JSONResponse:
    """A problem as one line of JSON."""
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    if isinstance(error, RuleError | LinkError | EditionError):
        status = HTTPStatus.NOT_FOUND
    elif isinstance(error, StateError | PreparingError):
        status = HTTPStatus.SERVICE_UNAVAILABLE
    elif isinstance(error, QuestionError | WriterError):
        status = HTTPStatus.BAD_REQUEST
    headers = {"Retry-After": RETRY_AFTER} if status == HTTPStatus.SERVICE_UNAVAILABLE else None
    return JSONResponse({"error": " ".join(str(error).split())}, status, headers)


async def _wrong_usage(request: Request, error: Exception) -> JSONResponse:
    """A missing or wrong parameter, as one line of JSON."""
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {"loc": ("",), "msg": "wrong"}
    message = f"{first['loc'][-1]}: {first['msg']}; see {request.app.openapi_url} for what is expected."
    return JSONResponse({"error": message}, HTTPStatus.UNPROCESSABLE_ENTITY)
