"""The routes by which files come and go: a visitor's upload, and the files of a report."""

from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import ClientDisconnect

from ui import strings
from ui.page.uploads import Files, UploadError

# Gradio's page sends to these addresses, which are therefore ours to answer.
UPLOAD, PROGRESS, REPORT = "/gradio_api/upload", "/gradio_api/upload_progress", "/gradio_api/file={path:path}"
# A file is small, so its upload reports no progress.
DONE = 'data: {"msg": "done"}\n\n'
AROUND_A_FILE = 10_000
LONGEST_LENGTH = 20
FIELD = "files"


def add_transfers(app: FastAPI, files: Files) -> None:
    """Add these routes to an application; Gradio's own, which know no such limits, have to come after them."""

    @app.post(UPLOAD, include_in_schema=False)
    async def upload(request: Request) -> Response:
        length = request.headers.get("content-length", "")[:LONGEST_LENGTH]
        if not length.isdecimal():
            return PlainTextResponse(strings.NO_UPLOAD.format(found="no length"), 411)
        try:
            with files.expected(max(int(length) - AROUND_A_FILE, 0)):
                return JSONResponse([await _kept(request, files)])
        except UploadError as error:
            return PlainTextResponse(str(error), 413)
        except ClientDisconnect:
            return PlainTextResponse(strings.NO_UPLOAD.format(found="a part of a file"), 400)

    @app.get(PROGRESS, include_in_schema=False)
    def progress() -> Response:
        return Response(DONE, media_type="text/event-stream")

    @app.get(REPORT, include_in_schema=False)
    def report(path: str) -> Response:
        found = files.report(path)
        if found is None:
            raise HTTPException(404, strings.NO_SUCH_ROUTE)
        return FileResponse(found, media_type="application/octet-stream", filename=found.name)


async def _kept(request: Request, files: Files) -> str:
    """The path of the one file that a request brings.

    Raises UploadError where it is too large, or brings none.
    """
    async with request.form(max_files=1, max_fields=1) as form:
        file = form.get(FIELD)
        if not isinstance(file, UploadFile):
            raise UploadError(strings.NO_UPLOAD.format(found="none"))
        data = await file.read()
        return str(await run_in_threadpool(files.keep, file.filename or "", data))
