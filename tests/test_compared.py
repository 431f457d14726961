"""eval/compared.py: weights learnt from `dev` and the table, by hand."""

import numpy as np

from eval.compared import answerable_sets, learnt_scores, table
from eval.fit import Example
from eval.measures import NAMES
from eval.records import Question

NUMBERS = ["100.1", "100.2", "100.3", "100.4", "100.5", "100.6"]


def _question(at: int) -> Question:
    return Question(f"q{at}", f"Why {at}?", ((NUMBERS[at % 6],),))


def _example(at: int, telling: bool = True) -> Example:
    """The first feature tells the deciding rule, or the rule after it; the second says nothing."""
    wanted = np.arange(6) == at % 6
    told = wanted if telling else np.roll(wanted, 1)
    return Example(np.column_stack([told.astype(float), np.full(6, 0.5)]), (wanted,))


def test_weights_come_from_dev_and_the_others_are_measured_with_them() -> None:
    made = {"dev": [_example(at) for at in range(12)], "other": [_example(0), _example(1, telling=False)]}
    sets = {name: [_question(at) for at in range(len(some))] for name, some in made.items()}
    scores = learnt_scores(made, sets, NUMBERS, frozenset())
    hit, rank = NAMES.index("hit@1"), NAMES.index("mrr@10")
    assert scores["dev"][:, hit].tolist() == [1.0] * 12
    assert scores["other"][:, hit].tolist() == [1.0, 0.0]
    # The rule after it first, then the others in the edition's order: 100.3, 100.1, 100.2.
    assert scores["other"][:, rank].round(4).tolist() == [1.0, 0.3333]


def test_each_fifth_of_dev_is_ranked_without_itself() -> None:
    # Only the questions of the first fifth are told by the feature: nothing can be learnt for them from the others.
    made = {"dev": [_example(at, telling=at % 5 == 0) for at in range(30)]}
    sets = {"dev": [_question(at) for at in range(30)]}
    first = learnt_scores(made, sets, NUMBERS, frozenset())["dev"][::5, NAMES.index("hit@1")]
    assert first.tolist() == [float(at % 6 == 0) for at in range(0, 30, 5)]


def test_the_table() -> None:
    scores = np.zeros((2, len(NAMES)))
    scores[0, [NAMES.index("hit@1"), NAMES.index("hit@5")]] = 1
    assert table({"ours": [_question(0), _question(1)]}, {"by name": {"ours": scores}}).split("\n") == [
        "ours: 2 questions",
        "",
        "| search | hit@1 | hit@5 | all@5 | hit@10 | mrr@10 |",
        "| --- | --- | --- | --- | --- | --- |",
        "| by name | 0.500 | 0.500 (0.000–1.000) | 0.000 | 0.000 | 0.000 |",
    ]


def test_only_questions_that_rules_decide_are_compared() -> None:
    sets = answerable_sets([])
    assert list(sets) == ["dev", "test"]
    assert all(question.deciding for questions in sets.values() for question in questions)
    assert not {question.id for question in sets["dev"]} & {question.id for question in sets["test"]}
