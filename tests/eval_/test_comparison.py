"""eval/studies/comparison.py: weights learned from `dev`, and the table, by hand."""

import numpy as np
import pytest

from eval.examples import SearchedRules, TrainingExample
from eval.records import Question
from eval.scores.measures import NAMES
from eval.studies.comparison import answerable_sets, learned_scores, table
from index.search.search import Search

NUMBERS = ("100.1", "100.2", "100.3", "100.4", "100.5", "100.6")


@pytest.fixture
def rules(search: Search) -> SearchedRules:
    """Six rules without headings; the examples below take the place of the search."""
    return SearchedRules(search, NUMBERS, frozenset())


def _question(at: int) -> Question:
    return Question(f"q{at}", f"Why {at}?", ((NUMBERS[at % 6],),))


def _example(at: int, telling: bool = True) -> TrainingExample:
    """The first feature marks the deciding rule, or else the next one; the second feature is constant."""
    deciding = np.arange(6) == at % 6
    marked = deciding if telling else np.roll(deciding, 1)
    return TrainingExample(np.column_stack([marked.astype(float), np.full(6, 0.5)]), (deciding,))


def test_weights_from_dev_are_measured_on_other_sets(rules: SearchedRules) -> None:
    examples = {"dev": [_example(at) for at in range(12)], "other": [_example(0), _example(1, telling=False)]}
    sets = {name: [_question(at) for at in range(len(some))] for name, some in examples.items()}
    scores = learned_scores(examples, sets, rules)
    hit, rank = NAMES.index("hit@1"), NAMES.index("mrr@10")
    assert scores["dev"][:, hit].tolist() == [1.0] * 12
    assert scores["other"][:, hit].tolist() == [1.0, 0.0]
    # The next rule comes first, then the others in the order of the edition: 100.3, 100.1, 100.2.
    assert scores["other"][:, rank].round(4).tolist() == [1.0, 0.3333]


def test_each_fold_of_dev_is_ranked_without_itself(rules: SearchedRules) -> None:
    # The feature only works for the first fold, so the other folds teach nothing about it.
    examples = {"dev": [_example(at, telling=at % 5 == 0) for at in range(30)]}
    sets = {"dev": [_question(at) for at in range(30)]}
    first = learned_scores(examples, sets, rules)["dev"][::5, NAMES.index("hit@1")]
    assert first.tolist() == [float(at % 6 == 0) for at in range(0, 30, 5)]


def test_table() -> None:
    scores = np.zeros((2, len(NAMES)))
    scores[0, [NAMES.index("hit@1"), NAMES.index("hit@5")]] = 1
    assert table({"ours": [_question(0), _question(1)]}, {"by name": {"ours": scores}}).split("\n") == [
        "ours: 2 questions",
        "",
        "| search | hit@1 | hit@5 | all@5 | hit@10 | mrr@10 |",
        "| --- | --- | --- | --- | --- | --- |",
        "| by name | 0.500 | 0.500 (0.000–1.000) | 0.000 | 0.000 | 0.000 |",
    ]


def test_only_answerable_questions_are_compared() -> None:
    sets = answerable_sets([])
    assert list(sets) == ["dev", "test"]
    assert all(question.deciding for questions in sets.values() for question in questions)
    assert not {question.id for question in sets["dev"]} & {question.id for question in sets["test"]}
