"""What each subcommand of `judge` does; each imports what it needs, so that the others start fast."""

import argparse
import gc
import json
import os
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from index.errors import JudgeError

if TYPE_CHECKING:
    from index.records import Rule, Rulebook
    from judge.documents import JsonDocument
    from judge.library import Library
    from judge.lookup.reader import RuleReader
    from judge.writer.endpoint import Endpoint
    from ui.server.operations.settings import Operation
    from ui.terminal.output import Output


def serve(options: argparse.Namespace) -> None:
    """The web chat until interrupted, or the MCP server over standard input and output."""
    from ui.page.access import Access
    from ui.server.start import serve, serve_mcp

    offline = options.offline or bool(os.environ.get("JUDGE_OFFLINE"))
    if options.mcp:
        serve_mcp(options.encoder)
    else:
        access = Access(options.host, tuple(options.allow_host), options.allow_install)
        operation, writer = _operation(options, access.open_to_others), endpoint_of(options)
        if operation.workers and options.writer_expand:
            raise JudgeError("found --workers and --writer-expand, expected one of them; leave one out.")
        serve(access, options.port, options.encoder, offline, operation, writer, options.writer_expand)


def _operation(options: argparse.Namespace, open_to_others: bool) -> "Operation":
    """How the page is served; one that is open to others has a limit for each of them."""
    from ui.server.operations.limits import PER_MINUTE
    from ui.server.operations.settings import OWN_PROXIES, Operation

    usual = PER_MINUTE if open_to_others else 0
    return Operation(
        options.base_path,
        (*OWN_PROXIES, *options.trust_proxy),
        usual if options.limit is None else options.limit,
        options.metrics,
        options.log or options.log_questions,
        options.log_questions,
        options.stop_seconds,
        options.workers,
    )


def ask(options: argparse.Namespace) -> None:
    """One cited answer."""
    from index.home import home_folder
    from judge.question.text import clean_question

    question, endpoint = clean_question(" ".join(options.question)), endpoint_of(options)
    served = "" if options.encoder or endpoint else _ask_page(home_folder(), question, options)
    if served:
        sys.stdout.write(served)
    else:
        _answer(question, options, endpoint)


def endpoint_of(options: argparse.Namespace) -> "Endpoint | None":
    """Where a writer is, None where neither the options nor the environment name one."""
    from judge.writer.endpoint import Endpoint

    offline = getattr(options, "offline", False) or bool(os.environ.get("JUDGE_OFFLINE"))
    return Endpoint.named(options.writer, options.writer_model, offline=offline)


def library_of(options: argparse.Namespace, endpoint: "Endpoint | None") -> "Library":
    """The library of the home folder; its judges search for what a writer says, too, where that is wanted."""
    from judge.library import Library

    library = Library.at_home()
    if endpoint is None or not options.writer_expand:
        return library
    from judge.writer.expansion import QueryExpansion

    return replace(library, expander=QueryExpansion.at(endpoint))


def _ask_page(home: Path, question: str, options: argparse.Namespace) -> str:
    """What a served page says, as the command prints it; "" where none is served that can answer instead."""
    from ui.server.page_client import ask_page

    asked = {"q": question, "k": options.k, **({"edition": options.edition} if options.edition else {})}
    if options.json:
        served = ask_page(home, "/ask", asked)
        return f"{_json(json.loads(served))}\n" if served else ""
    from ui.terminal.output import Display

    display = Display.of(sys.stdout)
    return ask_page(home, "/ask.txt", {**asked, **asdict(display)}) if display else ""


def _answer(question: str, options: argparse.Namespace, endpoint: "Endpoint | None") -> None:
    from index.encoder.encoder import DEFAULT_ENCODER, SentenceEncoder
    from ui.progress import open_judge
    from ui.terminal.answer import write_answer

    gc.disable()  # the process ends with the answer, and what it loads is no garbage
    library = library_of(options, endpoint)
    encoder = SentenceEncoder.from_name(options.encoder or DEFAULT_ENCODER)
    judge = open_judge(library, encoder, options.edition or None)
    answer = judge.ask(question, options.k)
    if endpoint:
        from judge.writer.writer import Writer

        answer = Writer.at(endpoint).write_now(answer, judge)
    if options.json:
        from judge.documents import AnswerDocument

        _print_json(AnswerDocument.of(answer))
    else:
        write_answer(_output(library.home, judge.reader.rulebook), answer)


def rule(options: argparse.Namespace) -> None:
    """One rule in its place."""
    from judge.library import Library

    library = Library.at_home()
    reader = library.reader(options.edition or None)
    rule = reader.find(options.number)
    if options.history:
        _rule_history(library, reader, rule, options.json)
    elif options.json:
        from judge.documents import RuleDocument

        _print_json(RuleDocument.of(rule, reader))
    else:
        from ui.terminal.rule import write_rule

        write_rule(_output(library.home, reader.rulebook), rule, reader)


def _rule_history(library: "Library", reader: "RuleReader", rule: "Rule", as_json: bool) -> None:
    """The life of a rule through the installed editions."""
    from judge.change_documents import RuleLifeDocument
    from ui.terminal.changes import write_life

    life = library.life(reader.edition.id, rule.id)
    if as_json:
        _print_json(RuleLifeDocument.of(life))
    else:
        write_life(_output(library.home, reader.rulebook), rule, life)


def rules_add(options: argparse.Namespace) -> None:
    """Install editions."""
    from ui.terminal.editions import add_editions

    if not options.files and not options.fetch:
        raise JudgeError("found no file; expected: judge rules add FILE, or judge rules add --fetch")
    add_editions(options.files, fetch=options.fetch, offline=bool(os.environ.get("JUDGE_OFFLINE")))


def rules_list(options: argparse.Namespace) -> None:
    """List the editions."""
    from ui.terminal.editions import list_editions

    list_editions()


def rules_use(options: argparse.Namespace) -> None:
    """Choose the edition to answer from."""
    from judge.library import Library

    Library.at_home().use(options.edition)
    print(f"Using {options.edition}.")


def rules_check(options: argparse.Namespace) -> None:
    """List the plain wordings to read again."""
    from ui.terminal.editions import check_wordings

    check_wordings()


def rules_diff(options: argparse.Namespace) -> None:
    """What changed between two editions."""
    from judge.library import Library

    library = Library.at_home()
    changes = library.changes(options.old, options.new)
    if options.json:
        from judge.change_documents import ChangesDocument

        _print_json(ChangesDocument.of(changes))
        return
    from ui.terminal.changes import changes_markdown, write_changes

    if options.markdown:
        sys.stdout.write(changes_markdown(changes))
    else:
        write_changes(_output(library.home, library.rulebook(changes.new.id)), changes)


def card(options: argparse.Namespace) -> None:
    """One card."""
    from index.cards.store import CardStore
    from judge.card_documents import SingleCardDocument
    from judge.library import Library
    from judge.lookup.cards import CardReader
    from ui.terminal.card import write_card

    library = Library.at_home()
    rulebook = library.rulebook()
    read = CardReader.from_store(CardStore.at(library.home), rulebook).find(" ".join(options.name))
    if options.json:
        _print_json(SingleCardDocument.of(read, rulebook.edition))
    else:
        write_card(_output(library.home, rulebook), read, rulebook.edition)


def cards_add(options: argparse.Namespace) -> None:
    """Add cards."""
    from ui.terminal.card_files import add_cards

    if not options.files and not options.fetch:
        raise JudgeError("found no file; expected: judge cards add FILE, or judge cards add --fetch")
    add_cards(options.files, fetch=options.fetch, offline=bool(os.environ.get("JUDGE_OFFLINE")))


def cards_list(options: argparse.Namespace) -> None:
    """List the card files."""
    from ui.terminal.card_files import list_cards

    list_cards()


def feedback_export(options: argparse.Namespace) -> None:
    """Write the feedback on answers as a question set."""
    from index.home import home_folder
    from ui.state.feedback import Feedback

    written, left_out = Feedback.at(home_folder()).export(Path(options.file))
    print(f"Wrote {written} questions to {options.file}; left out {left_out} without known deciding rules.")


def feedback_counts(options: argparse.Namespace) -> None:
    """How many answers were given each day."""
    from index.home import home_folder
    from ui.state.counts import Counts
    from ui.terminal.counts import counts_table

    days = Counts.at(home_folder()).all()
    if options.json:
        print_object(days)
    else:
        print(counts_table(days))


def _output(home: Path, rulebook: "Rulebook") -> "Output":
    """Standard output; rule numbers link to the page that is being served, where it reads this edition."""
    from ui.server.page_client import page_address
    from ui.terminal.output import Output

    return Output.on(sys.stdout, rulebook, lambda: page_address(home, rulebook.edition.id))


def note(line: str) -> None:
    """Print a line about the command itself, apart from its output."""
    print(f"judge: {line}", file=sys.stderr)


def _print_json(document: "JsonDocument") -> None:
    print_object(document.model_dump())


def print_object(document: object) -> None:
    """Print one JSON document."""
    print(_json(document))


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1)
