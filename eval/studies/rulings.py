"""Graded rulings → one table: which rulings of the named cards are shown, and how many of them help.

    python -m eval.studies.rulings [QUESTIONS GRADES]

Without arguments, the shipped posts, each judged by a model that learned from no ruling of the same post. With a
question set and a file of grades (see `eval/questions/rulings.py`), that set with the shipped model. The cards have to
be in the home folder. Prints Markdown.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from eval.fitting.rulings import HELPS, SETTLES, GradedRuling, graded_rulings, held_out_log_odds
from eval.questions.read import read_questions
from eval.questions.rulings import read_grades, shipped_grades
from eval.questions.shipped import POSTS, load_questions
from judge.answer.card_rulings import MOST_FITTING
from judge.library import Library

HEAD = "| questions with rulings | of these with one that settles | shown | help | mislead | settled by what is shown |"


@dataclass(frozen=True)
class ShownRulings:
    """The rulings that are shown for all questions."""

    shown: tuple[GradedRuling, ...]

    @classmethod
    def of(cls, graded: Sequence[GradedRuling], log_odds: Sequence[float]) -> "ShownRulings":
        """The best MOST_FITTING rulings of each question with log-odds of at least 0."""
        order = sorted(range(len(graded)), key=lambda at: -log_odds[at])
        shown: dict[str, list[GradedRuling]] = {}
        for at in order:
            some = shown.setdefault(graded[at].question, [])
            if log_odds[at] >= 0 and len(some) < MOST_FITTING:
                some.append(graded[at])
        return cls(tuple(each for some in shown.values() for each in some))


def table(graded: Sequence[GradedRuling], shown: ShownRulings) -> str:
    """The counts as Markdown."""
    cells = (
        _questions(graded),
        _questions(each for each in graded if each.grade == SETTLES),
        len(shown.shown),
        sum(each.grade >= HELPS for each in shown.shown),
        sum(each.grade < 0 for each in shown.shown),
        _questions(each for each in shown.shown if each.grade == SETTLES),
    )
    return "\n".join([HEAD, "|" + " --- |" * len(cells), f"| {' | '.join(map(str, cells))} |"])


def _questions(graded: Iterable[GradedRuling]) -> int:
    return len({each.question for each in graded})


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m eval.studies.rulings")
    parser.add_argument("files", nargs="*", type=Path, help="a question set and the grades of its rulings")
    files = parser.parse_args(arguments).files
    if len(files) not in (0, 2):
        parser.error(f"found {len(files)} files, expected none or two: a question set and the grades of its rulings")
    judge = Library.at_home().judge()
    if files:
        graded = list(graded_rulings(judge, read_questions(files[0]), read_grades(files[1])))
        log_odds = [judge.rulings.model.log_odds(each.features) for each in graded]
    else:
        graded = list(graded_rulings(judge, load_questions(POSTS), shipped_grades()))
        log_odds = held_out_log_odds(graded) if graded else []
    print(table(graded, ShownRulings.of(graded, log_odds)))


if __name__ == "__main__":
    main()
