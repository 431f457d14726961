"""The arguments of one command → the command done, its answer printed."""

import argparse
import json
import os

from index.errors import JudgeError
from ui.words import SYSTEMS


def serve(asked: argparse.Namespace) -> None:
    """The web chat until interrupted, or the MCP server over standard input and output."""
    from ui.start import serve, serve_mcp

    offline = asked.offline or bool(os.environ.get("JUDGE_OFFLINE"))
    serve_mcp(asked.encoder) if asked.mcp else serve(asked.host, asked.port, asked.encoder, offline)


def ask(asked: argparse.Namespace) -> None:
    """One cited answer."""
    from index.vectors import DEFAULT_ENCODER, SentenceEncoder
    from judge.citations import to_json
    from judge.library import Library
    from judge.question import clean_question
    from ui.progress import open_judge
    from ui.render import answer_text

    question = clean_question(" ".join(asked.question))
    answer = open_judge(Library.at_home(), SentenceEncoder.from_name(asked.encoder or DEFAULT_ENCODER)).ask(
        question, asked.k
    )
    _print_json(to_json(answer)) if asked.json else print(answer_text(answer))


def rule(asked: argparse.Namespace) -> None:
    """One rule in its place."""
    from judge.citations import rule_json
    from judge.library import Library
    from ui.render import rule_text

    reader = Library.at_home().reader()
    rule = reader.find(asked.number)
    if asked.json:
        _print_json(rule_json(reader, rule))
    else:
        print(rule_text(rule, reader.plain(rule.id), reader.rulebook))


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
    _print_json(card_json(read, reader.edition)) if asked.json else print(card_text(read, reader.edition))


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
    from pathlib import Path

    from index.home import home_folder
    from ui.feedback import Feedback

    written, left_out = Feedback.at(home_folder()).export(Path(asked.file))
    print(f"Wrote {written} questions to {asked.file}; left out {left_out} whose deciding rules nobody named.")


def _print_json(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=1))
