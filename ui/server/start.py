"""The home folder → the served page; on the first start, the newest official text is downloaded."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from eval.measure import Measurement, ProgressBar, measure
from eval.records import Question
from index.encoder.encoder import DEFAULT_ENCODER, Encoder, SentenceEncoder
from index.errors import JudgeError
from index.home import home_folder
from index.rules.editions import PLAIN
from index.rules.publisher import RULES_PAGE
from judge.library import Library
from judge.past import PastEditions
from judge.writer.endpoint import Endpoint
from judge.writer.expansion import QueryExpansion
from judge.writer.limits import RateLimit
from judge.writer.writer import Writer
from ui import strings
from ui.html.answer import answer_html
from ui.page.access import Access
from ui.page.features import PageFeatures
from ui.page.install import from_file, from_web
from ui.progress import open_judge
from ui.server.address import Announcement, announce, announcing, new_token
from ui.server.memory import keep_few_heaps, not_yet, settle
from ui.server.operations.settings import Operation
from ui.server.rulings import preparing_rulings
from ui.server.warm_up import warm_up
from ui.server.workers import Workers, open_at
from ui.state.counts import Counts
from ui.state.database import Database
from ui.state.feedback import Feedback
from ui.state.links import SharedLinks

if TYPE_CHECKING:
    from ui.page.evaluate import Evaluate

BY_HAND = "To see the original rules text, download it from the publisher's rules page and run: judge rules add FILE"


def serve(
    access: Access,
    port: int,
    encoder: str | None,
    offline: bool,
    operation: Operation | None = None,
    writer: Endpoint | None = None,
    expand: bool = False,
) -> None:
    """Serve the chat until interrupted; prints its address once it answers, and what others can do there.

    A `writer` answers in sentences; with `expand` it says questions in the rules' words, too.
    """
    keep_few_heaps()
    library = Library(home_folder(), QueryExpansion.at(writer) if writer and expand else None)
    if library.edition_in_use() == PLAIN and library.editions() == [PLAIN]:
        take_official(library, offline)
    with not_yet("pyarrow"):  # which pandas loads for Gradio, as soon as it is there
        from ui.server import web

    web.check_free(access.served, port)
    chosen = SentenceEncoder.from_name(encoder or DEFAULT_ENCODER)
    judge, operation = open_judge(library, chosen), operation or Operation()
    if not operation.workers:
        answer_html(warm_up(judge))  # loads the templates, too

    database = Database.at(library.home)
    counts = Counts(database)
    fetch = None if offline else from_web(library, chosen)
    workers = Workers(operation.workers, partial(open_at, library.home, encoder or DEFAULT_ENCODER))
    features = PageFeatures(
        from_file(library, chosen),
        fetch,
        _evaluate(library, chosen),
        library.editions,
        Feedback(database),
        SharedLinks(database),
        counts,
        PastEditions(library, chosen),
        writer=Writer.at(writer, RateLimit()) if writer else None,
    )
    if operation.workers:
        features = replace(features, watched=workers.answering_for)
    token, edition = new_token(), judge.reader.edition.id
    prepared = preparing_rulings(library.home, encoder or DEFAULT_ENCODER)
    with announcing(library.home) as address, counts, closing(workers), prepared:

        def say(url: str) -> None:
            settle()
            announce(address, Announcement(url, edition, version("rules-judge"), encoder or "", token=token))
            print(f"The judge is ready: {url}", flush=True)
            tell(access, writer)

        web.serve(judge, access.served, port, say, features, access, token, operation)


def _evaluate(library: Library, encoder: Encoder) -> "Evaluate":
    """What measures over the editions of a library."""

    def evaluate(
        questions: Sequence[Question],
        systems: Sequence[str],
        edition: str,
        bar: ProgressBar,
        note: Callable[[str], None],
    ) -> Measurement:
        return measure(questions, library, systems, encoder=encoder, edition=edition, bar=bar, note=note)

    return evaluate


def tell(access: Access, writer: Endpoint | None) -> None:
    """Print where questions go besides, and what others can do."""
    if writer:
        print(strings.WRITES_AT.format(address=writer.address, model=writer.model), flush=True)
    if access.open_to_others:
        print(what_others_can(access), flush=True)


def what_others_can(access: Access) -> str:
    """The line that says what others can do on a page that is open to them."""
    return strings.OTHERS_CAN.format(
        host=access.served, install=strings.AND_INSTALL if access.install else strings.NOT_INSTALL
    )


def serve_mcp(encoder: str | None) -> None:
    """Serve the judge to one assistant over standard input and output."""
    from ui.server.mcp import build_server

    library, chosen = Library.at_home(), SentenceEncoder.from_name(encoder or DEFAULT_ENCODER)
    build_server(open_judge(library, chosen), library.editions, PastEditions(library, chosen)).run()


def take_official(library: Library, offline: bool) -> None:
    """Try once to download the newest official text; without a network, say how to install a file."""
    if offline:
        print(f"Offline. {BY_HAND}", flush=True)
        return
    print(f"Looking for the newest official rules on {RULES_PAGE} ...", flush=True)
    try:
        print(f"Installed: {library.fetch().edition.name}.", flush=True)
    except JudgeError as error:
        print(f"Not installed: {error}", flush=True)
