"""The shipped dialogues → how often a last turn is rightly taken as a follow-up or as new, and how well it is answered.

python -m eval.studies.dialogues [dev|test]
"""

import sys
from collections.abc import Callable, Sequence, Set

import numpy as np

from eval.fitting.follow_up import unrelated
from eval.questions.dialogues import Dialogue, Turns, shipped_dialogues, shipped_turns
from eval.questions.shipped import KINDS, SHIPPED, load_questions
from eval.records import Array
from eval.scores.follow_ups import taken_rightly
from eval.scores.measures import NAMES, heading_numbers, score
from eval.scores.significance import bootstrap_intervals
from judge.library import Library
from judge.records import Ranking

MEASURES = ("hit@1", "hit@5", "hit@10", "all@5")
DEPTH = 20

# A question, the number of rules wanted, and the earlier questions → the ranking.
Rank = Callable[[str, int, Sequence[str]], Ranking]


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


def _print_taken(title: str, right: Array) -> None:
    (low,), (high,) = bootstrap_intervals(right[:, None])
    print(f"  {title:24} {right.mean():.3f} ({low:.3f}–{high:.3f}), {int(right.sum())} of {len(right)}")


def main() -> None:
    """Print the figures over the edition in use, for follow-up questions and for new ones."""
    (split,) = sys.argv[1:2] or ["test"]
    judge, dialogues = Library.at_home().judge(), shipped_dialogues(split)
    headings = heading_numbers(judge.reader.rulebook)
    conversations: list[Turns] = [*dialogues, *shipped_turns(split)]
    right = taken_rightly(judge, conversations)
    follow_up = np.array([each.follow_up for each in conversations])
    styles = np.array([each.style for each in conversations])
    print("rightly taken as follow-up or new")
    _print_taken("all", right)
    for style in dict.fromkeys(styles):
        _print_taken(f"written {style}", right[styles == style])
    others = unrelated([*load_questions(SHIPPED, split), *load_questions(KINDS, split)])
    _print_taken("after an unrelated one", taken_rightly(judge, others))
    for title, those in (("follow-up questions", follow_up), ("new questions", ~follow_up)):
        _print_taken(title, right[those])
        some = [each for each, chosen in zip(dialogues, those[: len(dialogues)], strict=True) if chosen]
        for way, means in measure_dialogues(judge.rank, some, headings).items():
            print(f"    {way:12}", "  ".join(f"{name} {mean:.3f}" for name, mean in zip(MEASURES, means, strict=True)))


if __name__ == "__main__":
    main()
