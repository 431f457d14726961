"""Question sets → how far the judge was off where no deciding rule is among the first five, as one table.

    python -m eval.misses [FILE...]

Without a file the `dev` half of the shipped questions is asked. The first line of the table that fits a miss counts it.
Prints Markdown; with `--list` also each missed question, with what was wanted and what was found.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from eval.measures import first_rank, headings
from eval.questions import read_questions
from eval.records import Question
from eval.shipped import SHIPPED, load_questions
from judge.judge import Judge
from judge.library import Library

FIRST = 5
NEXT = 10
DEPTH = 3000
LIST = "--list"
CAUSES = (
    "a rule beside the deciding one is found (same rule or section, such as 603.2e for 603.2f)",
    "the chapter is found, not the section",
    "another chapter; the deciding rule stands sixth to tenth",
    "another chapter; the deciding rule stands farther down",
)


@dataclass(frozen=True)
class Miss:
    """A question none of whose deciding rules is among the first five; `rank` is that of the first one."""

    question: Question
    numbers: tuple[str, ...]
    rank: int

    @property
    def cause(self) -> int:
        """The place of its cause in CAUSES."""
        wanted = [number for item in self.question.deciding for number in item]
        for cause, part in enumerate((section, chapter)):
            if {part(number) for number in wanted} & {part(number) for number in self.numbers[:FIRST]}:
                return cause
        return 2 if self.rank <= NEXT else 3


def section(number: str) -> str:
    """702.19 of 702.19b."""
    return number.rstrip("abcdefghijklmnopqrstuvwxyz")


def chapter(number: str) -> str:
    """702 of 702.19b."""
    return number.partition(".")[0]


def misses(judge: Judge, questions: Sequence[Question]) -> list[Miss]:
    """The misses among the questions that rules decide."""
    known, found = headings(judge.rulebook), []
    for question in questions:
        if not question.deciding:
            continue
        numbers = judge.ranked(question.question, DEPTH).numbers
        ranks = [first_rank(numbers, item, known) or DEPTH for item in question.deciding]
        if min(ranks) > FIRST:
            found.append(Miss(question, numbers, min(ranks)))
    return found


def table(questions: Sequence[Question], found: Sequence[Miss]) -> str:
    """The causes as Markdown: how many, and how long those questions are."""
    asked = sum(bool(question.deciding) for question in questions)
    lines = ["| cause | misses | share of all | median words |", "| --- | --- | --- | --- |"]
    for cause, title in enumerate(CAUSES):
        lengths = [len(miss.question.question.split()) for miss in found if miss.cause == cause]
        words = f"{median(lengths):.0f}" if lengths else ""
        lines.append(f"| {title} | {len(lengths)} | {len(lengths) / max(asked, 1):.3f} | {words} |")
    return "\n".join(lines)


def main(words: Sequence[str]) -> None:
    """Print the table for each file, or for `dev`."""
    judge, paths = Library.at_home().judge(), [word for word in words if word != LIST]
    sets = {path: read_questions(path) for path in paths} or {"dev": load_questions(SHIPPED, "dev")}
    for name, questions in sets.items():
        found = misses(judge, questions)
        print(f"{name}: {len(found)} of {sum(bool(each.deciding) for each in questions)} missed\n")
        print(table(questions, found))
        for miss in found if LIST in words else ():
            wanted = ", ".join("=".join(item) for item in miss.question.deciding)
            print(f"\n{wanted} at {miss.rank}, found {', '.join(miss.numbers[:FIRST])}: {miss.question.question}")


if __name__ == "__main__":
    main(sys.argv[1:])
