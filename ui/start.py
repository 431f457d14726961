"""The home folder → the web page: the newest official text taken once where there is a network, then the chat."""

from collections.abc import Callable, Sequence

from eval.records import Question
from index.errors import JudgeError
from index.fetch import RULES_PAGE
from index.home import PLAIN
from index.vectors import DEFAULT_ENCODER, SentenceEncoder
from judge.library import Library
from ui import words
from ui.cards import cards_at
from ui.feedback import Feedback
from ui.hosts import Access
from ui.install import from_file, from_web
from ui.measure import Bar, Measured, measure
from ui.memory import give_back, keep_few_heaps
from ui.parts import Parts
from ui.progress import open_judge
from ui.served import announce, announcing

TIMES_UNTIL_READY = 3  # torch arranges the steps of the encoder in the first two
BY_HAND = "To see the original rules text, download it from the publisher's rules page and run: judge rules add FILE"


def serve(access: Access, port: int, encoder: str | None, offline: bool) -> None:
    """Serve the chat until interrupted; prints the address once it answers, and what others can do where they may."""
    keep_few_heaps()
    library = Library.at_home()
    if library.edition_in_use() == PLAIN and library.editions() == [PLAIN]:
        take_official(library, offline)
    from ui import web

    web.check_free(access.served, port)
    chosen = SentenceEncoder.from_name(encoder or DEFAULT_ENCODER)
    judge = open_judge(library, chosen)
    for _ in range(TIMES_UNTIL_READY):
        judge.rank("ready", 1)  # loads the encoder, so that the first question need not wait for it

    def evaluate(
        questions: Sequence[Question], systems: Sequence[str], edition: str, bar: Bar, note: Callable[[str], None]
    ) -> Measured:
        return measure(questions, library, systems, encoder=chosen, edition=edition, bar=bar, note=note)

    named = cards_at(library.home)
    named(judge, "ready")  # reads the names of the cards, for the same reason

    fetch = None if offline else from_web(library, chosen)
    parts = Parts(from_file(library, chosen), fetch, evaluate, named, library.editions, Feedback.at(library.home))
    with announcing(library.home) as address:

        def say(url: str) -> None:
            give_back()
            announce(address, url)
            print(f"The judge is ready: {url}", flush=True)
            if access.open_to_others:
                print(what_others_can(access), flush=True)

        web.serve(judge, access.served, port, say, parts, access)


def what_others_can(access: Access) -> str:
    """The line that says what everyone can do who reaches a page that is not for this computer alone."""
    return words.OTHERS_CAN.format(
        host=access.served, install=words.AND_INSTALL if access.install else words.NOT_INSTALL
    )


def serve_mcp(encoder: str | None) -> None:
    """Serve the judge to one assistant over standard input and output until it ends."""
    from ui.assistants import build_server

    library = Library.at_home()
    judge = open_judge(library, SentenceEncoder.from_name(encoder or DEFAULT_ENCODER))
    build_server(judge, library.editions, cards_at(library.home)).run()


def take_official(library: Library, offline: bool) -> None:
    """Try once to take the newest official text; without a network say how to install a file."""
    if offline:
        print(f"Offline. {BY_HAND}", flush=True)
        return
    print(f"Looking for the newest official rules on {RULES_PAGE} ...", flush=True)
    try:
        print(f"Installed: {library.fetch().edition.name}.", flush=True)
    except JudgeError as error:
        print(f"Not taken: {error}", flush=True)
