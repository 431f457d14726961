"""A small question set with the runs of two systems, worked out by hand; numbers of our small rules."""

from eval.records import Question, Run
from eval.run import run
from eval.scores.measures import heading_numbers
from index.records import Rulebook
from judge.records import Ranking

QUESTIONS = [
    Question(
        "q 1",
        'Is <b>bold</b> & "brave" {enough} | $here?',
        (("702.19b", "510.1c"), ("702.2b",)),
        need="all",
        category="combat",
        difficulty="3",
        style="short",
        why="They <say> so.",
    ),
    Question("q2", "And this?", (("702.19",),), ("104.2",), category="other", difficulty="1", style="short"),
    Question("q3", "Will it rain?", (), category="other", difficulty="1"),
]
ANSWERS = {
    QUESTIONS[0].question: Ranking(("104.2", "510.1c", "702.19b"), 0.9, "answered", 1),
    QUESTIONS[1].question: Ranking(("702.19a", "104.2", "702.19"), 0.6, "answered", 1),
    QUESTIONS[2].question: Ranking(("702.19",), 0.2, "declined"),
}


def small_runs(rulebook: Rulebook) -> list[Run]:
    """`judge` with the answers above, and `none`, which finds nothing and gives no confidence; no time passes."""
    systems = {"judge": lambda question, k: ANSWERS[question], "none": lambda question, k: Ranking(())}
    return run(QUESTIONS, systems, heading_numbers(rulebook), clock=lambda: 0.0)
