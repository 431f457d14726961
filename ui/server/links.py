"""Short links over HTTP: `POST /links` makes one, `GET /s/ID` leads to the page with its question."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from judge.documents import ErrorDocument
from ui.state.links import LONGEST_EDITION, LONGEST_LINKED, SharedLinks

PROBLEM: dict[int | str, dict[str, Any]] = {status: {"model": ErrorDocument} for status in (404, 422, 503)}


class SentLink(BaseModel):
    """A question to be linked, and the edition that it was answered from."""

    question: str = Field(min_length=1, max_length=LONGEST_LINKED)
    edition: str = Field("", max_length=LONGEST_EDITION)


class LinkDocument(BaseModel):
    """A link that was made; `path` is relative to the page."""

    id: str
    path: str


def add_links(app: FastAPI, links: SharedLinks) -> None:
    """Add both routes to an application."""

    @app.post("/links", status_code=HTTPStatus.CREATED, responses=PROBLEM, summary="Make a short link")
    def make(sent: SentLink) -> LinkDocument:
        """Save a question; the same question always has the same link."""
        id = links.keep(sent.question, sent.edition)
        return LinkDocument(id=id, path=f"s/{id}")

    @app.get("/s/{id}", responses=PROBLEM, summary="Open a short link")
    def open_link(id: str) -> RedirectResponse:
        """Lead to the page, which asks the question."""
        found = links.find(id)
        parts = {"q": found.question, "edition": found.edition}
        query = urlencode({name: value for name, value in parts.items() if value})
        return RedirectResponse(f"../?{query}", HTTPStatus.SEE_OTHER)
