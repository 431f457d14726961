"""Question sets → one table: what the judge finds for questions whose deciding rules are not among the first five.

    python -m eval.studies.error_analysis [--list] [FILE...]

Without a file the `dev` half of the shipped questions is used. Each miss is counted under the first cause in the table
that fits. Prints Markdown; `--list` adds each missed question with the rules that were wanted and found.
"""

import sys
from collections.abc import Sequence, Set
from dataclasses import dataclass
from statistics import median

from eval.questions.read import read_questions
from eval.questions.shipped import SHIPPED, load_questions
from eval.records import Question
from eval.run import System
from eval.scores.measures import first_rank, heading_numbers
from index.rules.numbers import chapter_number, rule_number
from judge.library import Library

FIRST = 5
NEXT = 10
DEPTH = 3000
LIST = "--list"
CAUSES = (
    "a neighboring rule is found (same rule or section, such as 603.2e for 603.2f)",
    "the right chapter is found, but not the section",
    "another chapter; the deciding rule ranks sixth to tenth",
    "another chapter; the deciding rule ranks lower",
)


@dataclass(frozen=True)
class Miss:
    """A question with no deciding rule among the first five; `rank` is the rank of the first deciding rule."""

    question: Question
    numbers: tuple[str, ...]
    rank: int

    @property
    def cause(self) -> int:
        """The index of the cause in CAUSES."""
        wanted = [number for item in self.question.deciding for number in item]
        for cause, part in enumerate((rule_number, chapter_number)):
            if {part(number) for number in wanted} & {part(number) for number in self.numbers[:FIRST]}:
                return cause
        return 2 if self.rank <= NEXT else 3


def find_misses(rank: System, questions: Sequence[Question], headings: Set[str]) -> list[Miss]:
    """The misses among the answerable questions."""
    misses = []
    for question in questions:
        if not question.deciding:
            continue
        numbers = rank(question.question, DEPTH).numbers
        best = min(first_rank(numbers, item, headings) or DEPTH for item in question.deciding)
        if best > FIRST:
            misses.append(Miss(question, numbers, best))
    return misses


def table(questions: Sequence[Question], misses: Sequence[Miss]) -> str:
    """The causes as Markdown: how many misses each has, and how long their questions are."""
    answerable = sum(bool(question.deciding) for question in questions)
    lines = ["| cause | misses | share of all | median words |", "| --- | --- | --- | --- |"]
    for cause, title in enumerate(CAUSES):
        lengths = [len(miss.question.question.split()) for miss in misses if miss.cause == cause]
        words = f"{median(lengths):.0f}" if lengths else ""
        lines.append(f"| {title} | {len(lengths)} | {len(lengths) / max(answerable, 1):.3f} | {words} |")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    """Print the table for each file, or for `dev`."""
    judge, paths = Library.at_home().judge(), [each for each in arguments if each != LIST]
    sets = {path: read_questions(path) for path in paths} or {"dev": load_questions(SHIPPED, "dev")}
    for name, questions in sets.items():
        misses = find_misses(judge.rank, questions, heading_numbers(judge.reader.rulebook))
        print(f"{name}: {len(misses)} of {sum(bool(each.deciding) for each in questions)} missed\n")
        print(table(questions, misses))
        for miss in misses if LIST in arguments else ():
            wanted = ", ".join("=".join(item) for item in miss.question.deciding)
            print(f"\n{wanted} at {miss.rank}, found {', '.join(miss.numbers[:FIRST])}: {miss.question.question}")


if __name__ == "__main__":
    main(sys.argv[1:])
