"""The command `judge`: its arguments, its subcommands, its exit codes."""

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

from eval.names import SYSTEMS
from index.errors import JudgeError
from ui import commands as run
from ui.measuring import evaluate

DESCRIPTION = """A rules judge for Magic: The Gathering that works offline and cites the rules' own words.
Unofficial fan content, not endorsed by Wizards of the Coast."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `judge`; returns 0 when done, 1 for a problem the user can fix (argparse exits with 2 for wrong usage)."""
    # Matrices here are small; NumPy's second thread would spend more time waiting than it saves.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    options = parser().parse_args(arguments)
    try:
        options.run(options)
    except JudgeError as error:
        from ui.terminal.output import printable

        print(f"judge: {' '.join(printable(str(error)).split())}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("judge: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


class ShowVersion(argparse.Action):
    """Prints the version; finding it takes as long as parsing all the arguments."""

    def __call__(self, parser: argparse.ArgumentParser, *given: Any, **named: Any) -> None:
        """Print it and exit."""
        from importlib.metadata import version

        print(f"judge {version('rules-judge')}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The command's arguments; each subcommand sets `run`."""
    top = argparse.ArgumentParser(prog="judge", description=DESCRIPTION)
    top.add_argument("--version", action=ShowVersion, nargs=0, help="show program's version number and exit")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    serve = _command(commands, "serve", run.serve, "serve the web chat; prints its address when it is ready")
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=7860)
    serve.add_argument(
        "--allow-host",
        action="append",
        default=[],
        type=_host,
        metavar="NAME",
        help="another name that the page is reached by, such as that of a proxy; may be given again",
    )
    serve.add_argument("--allow-install", action="store_true", help="let every visitor of the page install rules")
    serve.add_argument("--offline", action="store_true", help="never use the network (as JUDGE_OFFLINE=1)")
    serve.add_argument("--mcp", action="store_true", help="serve assistants over MCP instead of the page (extra: mcp)")
    _add_operation(serve)
    ask = _command(commands, "ask", run.ask, "answer one question with cited rules")
    ask.add_argument("question", nargs="+", metavar="QUESTION")
    ask.add_argument("--k", type=_positive, default=8, help="cite at most this many rules (default 8)")
    rule = _command(commands, "rule", run.rule, "show one rule in its place")
    rule.add_argument("number", metavar="NUMBER")
    rule.add_argument("--history", action="store_true", help="show its wordings and numbers in all installed editions")
    for command in (ask, rule):
        command.add_argument(
            "--edition", default="", metavar="ID", help="by this installed edition, such as 2024-03-08"
        )
    for command in (serve, ask):
        command.add_argument("--encoder", metavar="NAME_OR_FOLDER", help="use another sentence-transformers model")
        _add_writer(command)
    card = _command(commands, "card", run.card, "show one card: its text, its rulings, and the rules for its words")
    card.add_argument("name", nargs="+", metavar="NAME")
    for command in (ask, rule, card):
        command.add_argument("--json", action="store_true", help="print one JSON document")
    _add_rules(commands)
    _add_cards(commands)
    _add_eval(commands)
    _add_feedback(commands)
    return top


def _add_operation(serve: argparse.ArgumentParser) -> None:
    """The options of a page that is served to others."""
    serve.add_argument(
        "--base-path", default="", type=_base_path, metavar="PATH", help="the path below which a proxy serves the page"
    )
    serve.add_argument(
        "--trust-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy's address or network, whose X-Forwarded-For and -Proto count; may be given again",
    )
    serve.add_argument(
        "--limit",
        type=_count,
        metavar="N",
        help="requests that a client may make in a minute, 0 for any number (default: 240 if open to others, else 0)",
    )
    serve.add_argument("--metrics", action="store_true", help="let others read /metrics too, not this computer alone")
    serve.add_argument("--log", action="store_true", help="write JSON lines to standard error, without questions")
    serve.add_argument("--log-questions", action="store_true", help="write the questions into the log too")
    serve.add_argument(
        "--workers", type=_count, default=0, metavar="N", help="processes that answer beside the page's own (default 0)"
    )
    serve.add_argument(
        "--stop-seconds", type=_count, default=20, metavar="N", help="time to finish answers when stopped (default 20)"
    )


def _add_writer(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--writer",
        metavar="URL",
        help="send each question to this server (OpenAI chat protocol) to be answered in words",
    )
    command.add_argument("--writer-model", metavar="NAME", help="the model that writes")
    command.add_argument(
        "--writer-expand",
        action="store_true",
        help="let it say the question in the rules' words, and search for that too",
    )


def _add_rules(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    rules = commands.add_parser("rules", help="install official editions and choose one").add_subparsers(
        required=True, metavar="add|list|use|diff|check"
    )
    add = _command(rules, "add", run.rules_add, "install editions from files, or the newest from the publisher's page")
    add.add_argument("files", nargs="*", metavar="FILE")
    add.add_argument("--fetch", action="store_true", help="download the newest official text")
    _command(rules, "list", run.rules_list, "list the editions; * marks the one in use")
    use = _command(rules, "use", run.rules_use, "choose the edition to answer from")
    use.add_argument("edition", metavar="EDITION")
    diff = _command(rules, "diff", run.rules_diff, "show what changed between two editions, by default the newest two")
    diff.add_argument("old", nargs="?", default="", metavar="OLD", help="an edition, or the start of its date")
    diff.add_argument("new", nargs="?", default="", metavar="NEW", help="the newest by default")
    _command(rules, "check", run.rules_check, "list the plain wordings whose official text has changed since")
    shown = diff.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print one JSON document")
    shown.add_argument("--markdown", action="store_true", help="print Markdown")


def _add_cards(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    cards = commands.add_parser("cards", help="add cards and their rulings").add_subparsers(
        required=True, metavar="add|list"
    )
    add = _command(cards, "add", run.cards_add, "add cards and rulings from files, or the newest from Scryfall")
    add.add_argument("files", nargs="*", metavar="FILE")
    add.add_argument("--fetch", action="store_true", help="download the newest cards and rulings")
    _command(cards, "list", run.cards_list, "list the card files that were added")


def _add_eval(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    measure = _command(commands, "eval", evaluate, "measure retrieval against a question set")
    measure.add_argument("questions", nargs="?", default="shipped", metavar="QUESTIONS", help="a file, or `shipped`")
    measure.add_argument(
        "--split", metavar="NAME", help="only this split; the shipped set has dev (the default) and test"
    )
    measure.add_argument("--k", type=_positive, default=20, help="keep this many rules of each ranking, at least 20")
    measure.add_argument(
        "--system", action="append", choices=SYSTEMS, metavar="NAME", help=f"one of {', '.join(SYSTEMS)}"
    )
    measure.add_argument(
        "--encoder", action="append", default=[], metavar="NAME_OR_FOLDER", help="measure this encoder's systems too"
    )
    measure.add_argument("--baseline", metavar="RUN", help="an earlier --run file to compare with")
    shown = measure.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print one JSON document")
    shown.add_argument("--markdown", action="store_true", help="print the tables as Markdown, with date and commit")
    _add_writer(measure)
    measure.add_argument("--writer-grader", metavar="NAME", help="the model that compares verdicts with the references")
    measure.add_argument("--graded", metavar="FILE", help="a --written file in which `agrees` was filled in by hand")
    for option, metavar, description in (
        ("--written", "FILE", "write every written answer, to be graded by hand (.jsonl)"),
        ("--run", "FILE", "write every ranking (.csv .parquet .jsonl .trec)"),
        ("--qrels", "FILE", "write the TREC qrels for a .trec run"),
        ("--beir", "FOLDER", "write rules and questions as a BEIR dataset"),
        ("--report", "FILE", "write one self-contained HTML page"),
    ):
        measure.add_argument(option, dest=f"{option[2:]}_file", metavar=metavar, help=description)


def _add_feedback(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    feedback = commands.add_parser(
        "feedback", help="use the feedback on answers, and see how many there were"
    ).add_subparsers(required=True, metavar="export|counts")
    export = _command(feedback, "export", run.feedback_export, "write the feedback as a question set for judge eval")
    export.add_argument("file", metavar="FILE")
    counts = _command(feedback, "counts", run.feedback_counts, "show how many answers the page gave each day")
    counts.add_argument("--json", action="store_true", help="print one JSON document")


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    run: Callable[[argparse.Namespace], None],
    description: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=description, description=f"{description[0].upper()}{description[1:]}.")
    command.set_defaults(run=run)
    return command


def _host(text: str) -> str:
    from ui.page.access import Address

    if Address.read(text) is None:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a name or an address such as judge.example:8080")
    return text


def _base_path(text: str) -> str:
    path = text.rstrip("/")
    if path and not re.fullmatch(r"(?:/[\w.~-]+)+", path):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a path such as /judge")
    return path


def _count(text: str) -> int:
    if not text.isdigit() or int(text) > 100_000:
        raise argparse.ArgumentTypeError(f"found {text}, expected a number from 0 to 100000")
    return int(text)


def _positive(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"found {text}, expected a number from 1 to 1000")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
