"""The shipped dialogues → how well the last turn is answered in context, alone, and rephrased as a complete question.

python -m eval.studies.dialogues
"""

import json
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from importlib.resources import files

import numpy as np

from eval.questions.read import question_of
from eval.records import Question
from eval.scores.measures import NAMES, heading_numbers, score
from index.errors import QuestionSetError
from judge.library import Library
from judge.records import Ranking

FILE = "sets/dialogues.jsonl"
MEASURES = ("hit@1", "hit@5", "hit@10", "all@5")
DEPTH = 20

# A question, the number of rules wanted, and the earlier questions → the ranking.
Rank = Callable[[str, int, Sequence[str]], Ranking]


@dataclass(frozen=True)
class Dialogue:
    """The questions of a conversation; `complete` is the last one rephrased so that it needs no context."""

    turns: tuple[str, ...]
    complete: Question
    starts_afresh: bool


def shipped_dialogues() -> list[Dialogue]:
    """The dialogues in the package."""
    lines = (files("eval.questions") / FILE).read_text("utf-8").splitlines()
    return [_dialogue(json.loads(line), f"{FILE}:{number}") for number, line in enumerate(lines, 1)]


def _dialogue(row: dict[str, object], place: str) -> Dialogue:
    turns = row["turns"]
    if not isinstance(turns, list):
        raise QuestionSetError(f'{place}: found {turns!r} as "turns", expected a list of questions; fix it.')
    return Dialogue(tuple(turns), question_of({**row, "question": row["whole"]}, place), bool(row["starts_afresh"]))


def measure_dialogues(rank: Rank, dialogues: Sequence[Dialogue], headings: Set[str]) -> dict[str, list[float]]:
    """The means of `MEASURES` for three ways to ask the last turn."""
    return {
        "complete": _means(rank, [(each, each.complete.question, ()) for each in dialogues], headings),
        "in context": _means(rank, [(each, each.turns[-1], each.turns[:-1]) for each in dialogues], headings),
        "alone": _means(rank, [(each, each.turns[-1], ()) for each in dialogues], headings),
    }


def _means(rank: Rank, asked: Sequence[tuple[Dialogue, str, Sequence[str]]], headings: Set[str]) -> list[float]:
    rows = [
        score(dialogue.complete, rank(text, DEPTH, earlier).numbers, headings) or (0.0,) * len(NAMES)
        for dialogue, text, earlier in asked
    ]
    columns = [NAMES.index(name) for name in MEASURES]
    return [float(mean) for mean in np.mean(rows, axis=0)[columns]]


def main() -> None:
    """Print the figures over the edition in use, for follow-up questions and for turns that start afresh."""
    judge, dialogues = Library.at_home().judge(), shipped_dialogues()
    headings = heading_numbers(judge.reader.rulebook)
    for title, afresh in (("that end in a follow-up question", False), ("whose last turn starts afresh", True)):
        some = [dialogue for dialogue in dialogues if dialogue.starts_afresh == afresh]
        print(f"{len(some)} dialogues {title}: {', '.join(MEASURES)}")
        for way, means in measure_dialogues(judge.rank, some, headings).items():
            print(f"  {way:12}", "  ".join(f"{mean:.3f}" for mean in means))


if __name__ == "__main__":
    main()
