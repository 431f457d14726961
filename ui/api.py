"""The judge in use → its HTTP API: the JSON that the command prints, under names that stay."""

import os
from collections.abc import Callable
from http import HTTPStatus
from importlib.metadata import version
from threading import BoundedSemaphore
from typing import Annotated, Any

from fastapi import FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from index.errors import JudgeError, RuleError
from judge.citations import edition_json, rule_json
from judge.judge import MOST_CITED, Judge
from judge.question import QuestionError
from ui import words
from ui.cards import Named, ask_json
from ui.find import LONGEST_QUERY, find, finds_json
from ui.schemas import AnswerShape, EditionsShape, ErrorShape, FindsShape, RuleShape

MOST_ASKED = 1000
LONGEST_NUMBER = 100
DESCRIPTION = "Ask a rules question, read a rule, search numbers, headings and glossary. " + words.UNOFFICIAL
PROBLEM: dict[int | str, dict[str, Any]] = {status: {"model": ErrorShape} for status in (400, 404, 422, 500)}


def build_api(
    judge: Callable[[], Judge], editions: Callable[[], list[str]] | None = None, named: Named | None = None
) -> FastAPI:
    """The API of the judge in use; `editions` gives the ids of all that are installed, `named` a question's cards."""
    app = FastAPI(
        title=words.TITLE,
        version=version("rules-judge"),
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        exception_handlers={JudgeError: _problem, RequestValidationError: _wrong_usage},
    )
    at_once = BoundedSemaphore(os.cpu_count() or 1)

    @app.get("/ask", response_model=AnswerShape, responses=PROBLEM, summary="One cited answer")
    def ask(
        q: Annotated[str, Query(description="the question")],
        k: Annotated[int, Query(ge=1, le=MOST_ASKED, description="how many rules at most")] = MOST_CITED,
    ) -> dict[str, Any]:
        """What `judge ask --json` prints."""
        with at_once:
            return ask_json(judge(), named, q, k)

    @app.get("/rule/{number}", response_model=RuleShape, responses=PROBLEM, summary="One rule in its place")
    def rule(number: Annotated[str, Path(max_length=LONGEST_NUMBER)]) -> dict[str, Any]:
        """What `judge rule --json` prints."""
        reader = judge()
        return rule_json(reader, reader.find(number))

    @app.get("/search", response_model=FindsShape, responses=PROBLEM, summary="Numbers, headings and glossary")
    def search(
        q: Annotated[str, Query(max_length=LONGEST_QUERY, description="a number, the beginning of one, or words")],
    ) -> dict[str, Any]:
        """The rules, headings and glossary entries that the words may mean."""
        return finds_json(find(judge().rulebook, q))

    @app.get("/editions", response_model=EditionsShape, responses=PROBLEM, summary="The editions of the rules")
    def list_editions() -> dict[str, Any]:
        """The edition that answers, and all that are installed."""
        edition = judge().rulebook.edition
        return {"in_use": edition_json(edition), "editions": editions() if editions else [edition.id]}

    return app


async def _problem(request: Request, error: Exception) -> JSONResponse:
    """A problem as one line of JSON."""
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    if isinstance(error, RuleError):
        status = HTTPStatus.NOT_FOUND
    elif isinstance(error, QuestionError):
        status = HTTPStatus.BAD_REQUEST
    return JSONResponse({"error": " ".join(str(error).split())}, status)


async def _wrong_usage(request: Request, error: Exception) -> JSONResponse:
    """A missing or wrong parameter, as one line of JSON."""
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {"loc": ("",), "msg": "wrong"}
    said = f"{first['loc'][-1]}: {first['msg']}; see {request.app.openapi_url} for what is expected."
    return JSONResponse({"error": said}, HTTPStatus.UNPROCESSABLE_ENTITY)
