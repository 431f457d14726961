"""The shipped dialogues → how well their last turn is answered in its place, beside the same question asked whole.

python -m eval.dialogues
"""

import json
from collections.abc import Sequence, Set
from dataclasses import dataclass
from importlib.resources import files

from eval.measures import NAMES, headings, score
from eval.questions import question_of
from eval.records import Question
from judge.judge import Judge
from judge.library import Library

FILE = "sets/dialogues.jsonl"
MEASURES = ("hit@1", "hit@5", "hit@10", "all@5")
DEPTH = 20


@dataclass(frozen=True)
class Dialogue:
    """The questions of a conversation; `last` is the last one asked whole, with the rules that decide it."""

    turns: tuple[str, ...]
    last: Question
    starts_afresh: bool


def shipped_dialogues() -> list[Dialogue]:
    """The dialogues that the package ships."""
    lines = (files("eval") / FILE).read_text("utf-8").splitlines()
    return [_dialogue(json.loads(line), f"{FILE}:{number}") for number, line in enumerate(lines, 1)]


def _dialogue(row: dict[str, object], place: str) -> Dialogue:
    turns = row["turns"]
    assert isinstance(turns, list)
    return Dialogue(tuple(turns), question_of({**row, "question": row["whole"]}, place), bool(row["starts_afresh"]))


def measure_dialogues(judge: Judge, dialogues: Sequence[Dialogue], known: Set[str]) -> dict[str, list[float]]:
    """The means of `MEASURES` for three ways to ask the last turn; `known` are the headings."""
    ways: dict[str, list[Sequence[float]]] = {"asked whole": [], "in the dialogue": [], "the last turn alone": []}
    for dialogue in dialogues:
        turn, earlier = dialogue.turns[-1], dialogue.turns[:-1]
        for way, asked, before in (
            ("asked whole", dialogue.last.question, ()),
            ("in the dialogue", turn, earlier),
            ("the last turn alone", turn, ()),
        ):
            ranked = judge.ranked(asked, DEPTH, before)
            ways[way].append(score(dialogue.last, ranked.numbers, known) or (0.0,) * len(NAMES))
    places = [NAMES.index(name) for name in MEASURES]
    return {way: [sum(row[at] for row in rows) / len(rows) for at in places] for way, rows in ways.items()}


def main() -> None:
    """Print the figures over the edition in use, for dialogues that lean and for those that start afresh."""
    judge, dialogues = Library.at_home().judge(), shipped_dialogues()
    for title, afresh in (("leaning on earlier turns", False), ("starting afresh", True)):
        some = [dialogue for dialogue in dialogues if dialogue.starts_afresh == afresh]
        print(f"{len(some)} dialogues {title}: {', '.join(MEASURES)}")
        for way, means in measure_dialogues(judge, some, headings(judge.rulebook)).items():
            print(f"  {way:20}", "  ".join(f"{mean:.3f}" for mean in means))


if __name__ == "__main__":
    main()
