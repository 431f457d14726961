"""ui/terminal/card_files.py and the commands `judge cards add`, `judge cards list` and `judge card`."""

import json
from pathlib import Path

import pytest
from small_cards import as_lines, plain_lines, written

from index.cards.store import CardStore
from ui.cli import main

Output = pytest.CaptureFixture[str]


def test_add_and_list(tmp_path: Path, capsys: Output) -> None:
    assert main(["cards", "list"]) == 0
    assert capsys.readouterr().out == "No cards yet. Add some with: judge cards add FILE\n"
    assert main(["cards", "add", str(written(tmp_path, "ours.jsonl.gz", as_lines(plain_lines())))]) == 0
    assert capsys.readouterr().out == (
        "Added ours.jsonl.gz: JSON Lines of cards, 9 cards, 3 rulings.\nThere are now 9 cards and 3 rulings.\n"
    )
    assert main(["cards", "list"]) == 0
    assert capsys.readouterr().out == (
        "ours.jsonl.gz: JSON Lines of cards, 9 cards, 3 rulings\n9 cards and 3 rulings in total.\n"
    )


def test_what_could_steer_a_terminal_is_left_out_of_names(tmp_path: Path, capsys: Output) -> None:
    file = written(tmp_path, "\x1b[31mred\u202e<b>\n.jsonl", as_lines(plain_lines()))
    assert main(["cards", "add", str(file)]) == 0
    assert main(["cards", "list"]) == 0
    assert capsys.readouterr().out.split("\n")[::2][:2] == [
        "Added  [31mred <b> .jsonl: JSON Lines of cards, 9 cards, 3 rulings.",
        " [31mred <b> .jsonl: JSON Lines of cards, 9 cards, 3 rulings",
    ]


def test_a_card(card_store: CardStore, capsys: Output) -> None:
    assert main(["card", "twice", "baked", "snorple"]) == 1
    assert main(["card", "snorple", "baked"]) == 0
    assert capsys.readouterr().out.startswith("Snorple, the Twice-Baked\n{1}{G}  Creature — Crumb  3/2\n    Trample\n")
    assert main(["card", "spoon", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Spoon"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["card", "spoon"], "add them with: judge cards add FILE"),
        (["cards", "add"], "found no file; expected: judge cards add FILE"),
        (["cards", "add", "--fetch"], "JUDGE_OFFLINE is set"),
        (["cards", "add", "none.json"], "none.json: No such file or directory"),
    ],
)
def test_problems_are_one_line(arguments: list[str], said: str, capsys: Output) -> None:
    assert main(arguments) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("judge: ")
    assert said in output.err
    assert output.err.count("\n") == 1
