"""README and the other documents: what they name exists, and what exists is named."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults import recorded, table, total
from paths import ROOT

from ui.cli import parser

README = (ROOT / "README.md").read_text("utf-8")
COMMANDS_DOCUMENT = (ROOT / "docs" / "commands.md").read_text("utf-8")
COMMANDS_TABLE = "\n".join(line for line in COMMANDS_DOCUMENT.splitlines() if line.startswith("| `judge "))
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
MENTION = re.compile(r"(?:^\s*(?:\$ |JUDGE_\w+=\S+ )*|`|, or |run: )judge ([a-z][^`\n]*)", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def subcommands(of: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers below a parser, by name."""
    return {
        name: below
        for action in of._actions
        if isinstance(action, argparse._SubParsersAction)
        for name, below in action.choices.items()
    }


def commands(of: argparse.ArgumentParser, path: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command that can be run, such as `rules add`, with its parser."""
    for name, below in subcommands(of).items():
        if subcommands(below):
            yield from commands(below, f"{path}{name} ")
        else:
            yield f"{path}{name}", below


COMMANDS = dict(commands(parser()))


def command_of(mention: str) -> str:
    """The command at the start of what follows `judge `, "" where there is none."""
    words = mention.split()
    return next((name for name in (" ".join(words[:2]), words[0]) if name in COMMANDS), "")


def options(text: str) -> set[str]:
    """The long options in a text."""
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


def test_commands_are_those_of_the_design() -> None:
    of_rules = {"serve", "ask", "rule", "rules add", "rules list", "rules use", "eval"}
    assert set(COMMANDS) == of_rules | {
        "rules diff",
        "rules check",
        "card",
        "cards add",
        "cards list",
        "feedback export",
        "feedback counts",
    }


def test_mentions_are_found() -> None:
    text = 'Run `judge rules list`.\n\n    JUDGE_OFFLINE=1 judge ask "x" --k 2\n    $ judge eval FILE\n'
    assert MENTION.findall(text) == ["rules list", 'ask "x" --k 2', "eval FILE"]


@pytest.mark.parametrize("mention", [*MENTION.findall(README), *MENTION.findall(COMMANDS_DOCUMENT)])
def test_mentioned_commands_and_options_exist(mention: str) -> None:
    command = command_of(mention)
    assert command, f"judge {mention}"
    assert options(mention) - set(COMMANDS[command]._option_string_actions) == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_in_the_table(command: str) -> None:
    rows = [mention for mention in MENTION.findall(COMMANDS_TABLE) if command_of(mention) == command]
    assert rows, f"judge {command}"
    described = {option for row in rows for option in options(row)}
    there = {option for option in COMMANDS[command]._option_string_actions if option.startswith("--")}
    assert described == there - {"--help"}


def test_options_anywhere_exist() -> None:
    there = {option for command in COMMANDS.values() for option in command._option_string_actions}
    assert options(README + COMMANDS_DOCUMENT) - there - {"--version"} == set()


def test_readme_is_short() -> None:
    assert len(README.split()) <= 1500


def test_the_table_of_faults_is_what_the_tests_counted() -> None:
    document = (ROOT / "docs" / "reliability.md").read_text("utf-8")
    assert f"<!-- faults -->\n{table(recorded())}\n<!-- /faults -->" in document
    assert total(recorded())["crashes"] == 8 and min(total(recorded()).values()) > 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_relative_links_lead_to_files(document: Path) -> None:
    targets = [link.split("#")[0] for link in LINK.findall(document.read_text("utf-8")) if "://" not in link]
    assert [target for target in targets if target and not (document.parent / target).exists()] == []


def test_notice_says_that_this_is_fan_content() -> None:
    notice = " ".join((ROOT / "NOTICE").read_text("utf-8").split())
    assert "unofficial" in notice
    assert re.search(r"\bnot\b[^.]* endorsed", notice)
