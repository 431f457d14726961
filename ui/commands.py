"""The arguments of one command → the command done, its answer printed."""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from index.errors import JudgeError
from ui.words import SYSTEMS

if TYPE_CHECKING:
    from ui.ink import Ink


def serve(asked: argparse.Namespace) -> None:
    """The web chat until interrupted, or the MCP server over standard input and output."""
    from ui.hosts import Access
    from ui.start import serve, serve_mcp

    offline = asked.offline or bool(os.environ.get("JUDGE_OFFLINE"))
    if asked.mcp:
        serve_mcp(asked.encoder)
    else:
        access = Access(asked.host, tuple(asked.allow_host), asked.allow_install)
        serve(access, asked.port, asked.encoder, offline)


def ask(asked: argparse.Namespace) -> None:
    """One cited answer."""
    from index.vectors import DEFAULT_ENCODER, SentenceEncoder
    from judge.cards import answer_json
    from judge.library import Library
    from judge.question import clean_question
    from ui.cards import cards_at, named_text
    from ui.progress import open_judge
    from ui.terminal import answer_text

    question, library = clean_question(" ".join(asked.question)), Library.at_home()
    judge = open_judge(library, SentenceEncoder.from_name(asked.encoder or DEFAULT_ENCODER))
    answer = judge.ask(question, asked.k)
    named = cards_at(library.home)(judge, question)
    if asked.json:
        _print_json(answer_json(answer, named))
    else:
        ink = _ink(library.home, answer.edition.id)
        print(answer_text(answer, ink, [named_text(each, answer.edition, ink) for each in named]))


def rule(asked: argparse.Namespace) -> None:
    """One rule in its place."""
    from judge.citations import rule_json
    from judge.library import Library
    from ui.terminal import rule_text

    library = Library.at_home()
    reader = library.reader()
    rule = reader.find(asked.number)
    if asked.json:
        _print_json(rule_json(reader, rule))
    else:
        print(rule_text(rule, reader.plain(rule.id), reader.rulebook, _ink(library.home, reader.edition.id)))


def rules_add(asked: argparse.Namespace) -> None:
    """Install editions."""
    from ui.editions import add_editions

    if not asked.files and not asked.fetch:
        raise JudgeError("found no file; expected: judge rules add FILE, or judge rules add --fetch")
    add_editions(asked.files, fetch=asked.fetch, offline=bool(os.environ.get("JUDGE_OFFLINE")))


def rules_list(asked: argparse.Namespace) -> None:
    """List the editions."""
    from ui.editions import list_editions

    list_editions()


def rules_use(asked: argparse.Namespace) -> None:
    """Choose the edition to answer from."""
    from judge.library import Library

    Library.at_home().use(asked.edition)
    print(f"Using {asked.edition}.")


def card(asked: argparse.Namespace) -> None:
    """One card."""
    from index.cards.store import CardStore
    from judge.cards import CardReader, card_json
    from judge.library import Library
    from ui.cards import card_text

    library = Library.at_home()
    reader = CardReader.from_store(CardStore.at(library.home), library.rulebook())
    read = reader.find(" ".join(asked.name))
    if asked.json:
        _print_json(card_json(read, reader.edition))
    else:
        print(card_text(read, reader.edition, _ink(library.home, reader.edition.id)))


def cards_add(asked: argparse.Namespace) -> None:
    """Add cards."""
    from ui.card_files import add_cards

    if not asked.files and not asked.fetch:
        raise JudgeError("found no file; expected: judge cards add FILE, or judge cards add --fetch")
    add_cards(asked.files, fetch=asked.fetch, offline=bool(os.environ.get("JUDGE_OFFLINE")))


def cards_list(asked: argparse.Namespace) -> None:
    """List the files of cards."""
    from ui.card_files import list_cards

    list_cards()


def evaluate(asked: argparse.Namespace) -> None:
    """Measure against a question set."""
    from eval.baseline import read_earlier
    from eval.export import check_places
    from eval.shipped import load_questions
    from eval.tables import to_markdown, to_text
    from judge.library import Library
    from ui.measure import compare_with, made, measure, say, write_files

    check_places(asked.run_file, asked.qrels_file, asked.report_file)
    library, questions = Library.at_home(), load_questions(asked.questions, asked.split)
    earlier = read_earlier(asked.baseline, library.edition_in_use()) if asked.baseline else None
    measured = measure(
        questions, library, tuple(dict.fromkeys(asked.system or SYSTEMS)), asked.encoder, k=asked.k, note=say
    )
    if earlier:
        measured = compare_with(measured, earlier)
    write_files(measured, asked.run_file, asked.qrels_file, asked.beir_file, asked.report_file)
    if asked.json:
        _print_json(measured.summary)
    else:
        print(to_markdown(measured.summary, made()) if asked.markdown else to_text(measured.summary))


def feedback_export(asked: argparse.Namespace) -> None:
    """Write what readers said of answers as a question set."""
    from index.home import home_folder
    from ui.feedback import Feedback

    written, left_out = Feedback.at(home_folder()).export(Path(asked.file))
    print(f"Wrote {written} questions to {asked.file}; left out {left_out} whose deciding rules nobody named.")


def _ink(home: Path, edition: str) -> "Ink":
    """How standard output shows text; rule numbers link to the page that is served, where it reads this edition."""
    from ui.ink import ink_for
    from ui.served import served_page

    return ink_for(sys.stdout, os.environ, lambda: served_page(home, edition))


def _print_json(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=1))
