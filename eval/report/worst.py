"""A run and the rules → its worst questions: the rules that should have been found and those that were."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from eval.records import Item, Run
from eval.scores.measures import NAMES, first_rank, heading_numbers
from eval.scores.summary import FIELDS
from index.errors import RuleError
from index.records import Edition, Rule, Rulebook
from judge.messages import PLAIN_LABEL, PLAIN_ONLY_LABEL

MOST_QUESTIONS = 20
MOST_FOUND = 5
NDCG = NAMES.index("ndcg@10")


class Rules(Protocol):
    """The rules of an edition, to look up."""

    @property
    def edition(self) -> Edition:
        """The edition."""

    @property
    def rulebook(self) -> Rulebook:
        """All of its rules."""

    def find(self, number: str) -> Rule:
        """The rule of a number; raises RuleError when there is none."""

    def plain(self, rule: str) -> str:
        """Our plain wording of a rule, "" where there is none."""


@dataclass(frozen=True)
class ShownRule:
    """One rule below a question; `problem` says why it cannot be shown."""

    number: str
    note: str
    heading: str = ""
    text: str = ""
    examples: tuple[str, ...] = ()
    plain: str = ""
    plain_label: str = ""
    problem: str = ""


@dataclass(frozen=True)
class WorstQuestion:
    """One question with a bad ranking; `needed` says how many of the wanted rules it takes, "" for a single one."""

    question: str
    labels: tuple[str, ...]
    needed: str
    wanted: tuple[ShownRule, ...]
    found: tuple[ShownRule, ...]
    why: str


def worst_questions(run: Run, rules: Rules) -> list[WorstQuestion]:
    """The questions of a run with the lowest nDCG@10, at most 20."""
    return [_worst_question(run, row, rules) for row in worst_rows(run)]


def worst_rows(run: Run, count: int = MOST_QUESTIONS) -> list[int]:
    """The rows of the questions with nDCG@10 below 1, the lowest first, ties broken by question id."""
    scores = run.scores[:, NDCG]
    imperfect = [row for row in range(len(scores)) if scores[row] < 1]
    return sorted(imperfect, key=lambda row: (scores[row], run.questions[row].id))[:count]


def _worst_question(run: Run, row: int, rules: Rules) -> WorstQuestion:
    question, numbers = run.questions[row], run.rankings[row].numbers
    values = [getattr(question, field) for field in FIELDS]
    labels = (question.id, *(f"difficulty {each}" if each.isdigit() else each for each in values if each))
    together = "all of these" if question.need == "all" else "one of these"
    return WorstQuestion(
        question.question,
        (*labels, f"nDCG@10 {run.scores[row, NDCG]:.3f}"),
        together if len(question.deciding) > 1 else "",
        tuple(shown for item in question.deciding for shown in _shown_item(item, numbers, rules)),
        tuple(_shown(number, f"rank {rank}", rules) for rank, number in enumerate(numbers[:MOST_FOUND], 1)),
        question.why,
    )


def _shown_item(item: Item, numbers: Sequence[str], rules: Rules) -> list[ShownRule]:
    first, *others = item
    same = f"says the same as {first}"
    return [_shown(first, _rank_note(item, numbers, rules), rules), *(_shown(each, same, rules) for each in others)]


def _rank_note(item: Item, numbers: Sequence[str], rules: Rules) -> str:
    rank = first_rank(numbers, item, heading_numbers(rules.rulebook))
    if rank:
        return f"rank {rank}"
    return f"not in the first {len(numbers)}" if numbers else "not found"


def _shown(number: str, note: str, rules: Rules) -> ShownRule:
    try:
        rule = rules.find(number)
    except RuleError as error:
        return ShownRule(number, note, problem=str(error))
    if rules.edition.official:
        return ShownRule(
            number, note, rule.heading, rule.text, rule.examples, rules.plain(rule.id), plain_label=PLAIN_LABEL
        )
    wording = rules.plain(rule.id) or rule.text
    return ShownRule(number, note, rule.heading, "", rule.examples, wording, plain_label=PLAIN_ONLY_LABEL)
