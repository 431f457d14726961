"""The command line → one call, its answer printed: the command `judge`."""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version

from index.errors import JudgeError
from ui.words import SYSTEMS

DESCRIPTION = """A rules judge for Magic: The Gathering that works offline and cites the rules' own words.
Unofficial fan content, not endorsed by Wizards of the Coast."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `judge`; returns 0 when done, 1 for a problem the user can mend (argparse exits with 2 for wrong usage)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    asked = parser().parse_args(arguments)
    try:
        asked.run(asked)
    except JudgeError as error:
        shown = "".join(letter if letter.isprintable() else " " for letter in str(error))
        print(f"judge: {' '.join(shown.split())}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("judge: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def parser() -> argparse.ArgumentParser:
    """The command's arguments; each subcommand sets `run`."""
    top = argparse.ArgumentParser(prog="judge", description=DESCRIPTION)
    top.add_argument("--version", action="version", version=f"judge {version('rules-judge')}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    serve = _command(commands, "serve", _serve, "the web chat; prints the address when it is ready to answer")
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=7860)
    serve.add_argument("--offline", action="store_true", help="never use the network (as JUDGE_OFFLINE=1)")
    ask = _command(commands, "ask", _ask, "one cited answer")
    ask.add_argument("question", nargs="+", metavar="QUESTION")
    ask.add_argument("--k", type=_positive, default=8, help="how many rules to cite at most (default 8)")
    rule = _command(commands, "rule", _rule, "one rule in its place")
    rule.add_argument("number", metavar="NUMBER")
    for command in (serve, ask):
        command.add_argument("--encoder", metavar="NAME_OR_FOLDER", help="another sentence-transformers model")
    card = _command(commands, "card", _card, "one card: its text, its rulings, and the rules that its words lead to")
    card.add_argument("name", nargs="+", metavar="NAME")
    for command in (ask, rule, card):
        command.add_argument("--json", action="store_true", help="print one JSON document")
    _add_rules(commands)
    _add_cards(commands)
    _add_eval(commands)
    return top


def _add_rules(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    rules = commands.add_parser("rules", help="install official editions and choose one").add_subparsers(
        required=True, metavar="add|list|use"
    )
    add = _command(rules, "add", _rules_add, "install editions from files, or the newest from the publisher's page")
    add.add_argument("files", nargs="*", metavar="FILE")
    add.add_argument("--fetch", action="store_true", help="take the newest official text from the web")
    _command(rules, "list", _rules_list, "the editions there are; * marks the one in use")
    use = _command(rules, "use", _rules_use, "choose the edition to answer from")
    use.add_argument("edition", metavar="EDITION")


def _add_cards(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    cards = commands.add_parser("cards", help="add cards and their rulings").add_subparsers(
        required=True, metavar="add|list"
    )
    add = _command(cards, "add", _cards_add, "add cards and rulings from files, or the newest from Scryfall")
    add.add_argument("files", nargs="*", metavar="FILE")
    add.add_argument("--fetch", action="store_true", help="take the newest cards and rulings from the web")
    _command(cards, "list", _cards_list, "the files of cards that were added")


def _add_eval(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    measure = _command(commands, "eval", _eval, "measure retrieval against a question set")
    measure.add_argument("questions", nargs="?", default="shipped", metavar="QUESTIONS", help="a file, or: shipped")
    measure.add_argument(
        "--split", metavar="NAME", help="only this split; of the shipped set dev (the default) or test"
    )
    measure.add_argument("--k", type=_positive, default=20, help="how many rules of each ranking to keep, 20 at least")
    measure.add_argument(
        "--system", action="append", choices=SYSTEMS, metavar="NAME", help=f"one of {', '.join(SYSTEMS)}"
    )
    measure.add_argument(
        "--encoder", action="append", default=[], metavar="NAME_OR_FOLDER", help="measure this encoder's systems too"
    )
    measure.add_argument("--baseline", metavar="RUN", help="an earlier --run file: show what got better and worse")
    shown = measure.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print one JSON document")
    shown.add_argument("--markdown", action="store_true", help="print the tables as Markdown, with day and commit")
    for option, metavar, says in (
        ("--run", "FILE", "write every ranking (.csv .parquet .jsonl .trec)"),
        ("--qrels", "FILE", "write TREC qrels that go with a .trec run"),
        ("--beir", "FOLDER", "write rules and questions as a BEIR data set"),
        ("--report", "FILE", "write one self-contained HTML page"),
    ):
        measure.add_argument(option, dest=f"{option[2:]}_file", metavar=metavar, help=says)


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    run: Callable[[argparse.Namespace], None],
    says: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=says, description=says[0].upper() + says[1:] + ".")
    command.set_defaults(run=run)
    return command


def _positive(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"found {text}, expected a number from 1 to 1000")
    return int(text)


def _serve(asked: argparse.Namespace) -> None:
    from ui.start import serve

    serve(asked.host, asked.port, asked.encoder, offline=asked.offline or bool(os.environ.get("JUDGE_OFFLINE")))


def _ask(asked: argparse.Namespace) -> None:
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


def _rule(asked: argparse.Namespace) -> None:
    from judge.citations import rule_json
    from judge.library import Library
    from ui.render import rule_text

    reader = Library.at_home().reader()
    rule = reader.find(asked.number)
    if asked.json:
        _print_json(rule_json(reader, rule))
    else:
        print(rule_text(rule, reader.plain(rule.id), reader.rulebook))


def _rules_add(asked: argparse.Namespace) -> None:
    from ui.editions import add_editions

    if not asked.files and not asked.fetch:
        raise JudgeError("found no file; expected: judge rules add FILE, or judge rules add --fetch")
    add_editions(asked.files, fetch=asked.fetch, offline=bool(os.environ.get("JUDGE_OFFLINE")))


def _rules_list(asked: argparse.Namespace) -> None:
    from ui.editions import list_editions

    list_editions()


def _rules_use(asked: argparse.Namespace) -> None:
    from judge.library import Library

    Library.at_home().use(asked.edition)
    print(f"Using {asked.edition}.")


def _card(asked: argparse.Namespace) -> None:
    from index.cards.store import CardStore
    from judge.cards import CardReader, card_json
    from judge.library import Library
    from ui.cards import card_text

    library = Library.at_home()
    reader = CardReader.from_store(CardStore.at(library.home), library.rulebook())
    read = reader.find(" ".join(asked.name))
    _print_json(card_json(read, reader.edition)) if asked.json else print(card_text(read, reader.edition))


def _cards_add(asked: argparse.Namespace) -> None:
    from ui.card_files import add_cards

    if not asked.files and not asked.fetch:
        raise JudgeError("found no file; expected: judge cards add FILE, or judge cards add --fetch")
    add_cards(asked.files, fetch=asked.fetch, offline=bool(os.environ.get("JUDGE_OFFLINE")))


def _cards_list(asked: argparse.Namespace) -> None:
    from ui.card_files import list_cards

    list_cards()


def _eval(asked: argparse.Namespace) -> None:
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


def _print_json(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    sys.exit(main())
