"""Graded rulings → the weights that tell which rulings of a card fit a question."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from eval.questions.rulings import Grades, ruling_id
from eval.records import Array, Question
from judge.answer.card_rulings import RulingFeatures
from judge.answer.linear_model import LinearModel
from judge.judge import Judge
from judge.records import CardRuling

HELPS, SETTLES = 1, 2
DIGITS = 4
FOLDS = 10


@dataclass(frozen=True)
class GradedRuling:
    """A ruling that may fit a question (known by its id), with its features and its grade."""

    question: str
    ruling: CardRuling
    features: RulingFeatures
    grade: int


def graded_rulings(judge: Judge, questions: Sequence[Question], grades: Grades) -> Iterator[GradedRuling]:
    """The graded rulings among those that the judge considers for the questions; there are none without cards."""
    asked = {question for question, _ in grades}
    for question in questions:
        if question.id not in asked:
            continue
        answer = judge.ask(question.question)
        rules = judge.vectors_of_cited(answer)
        for ruling, features in judge.rulings.candidates(question.question, answer.cards, rules):
            grade = grades.get((question.id, ruling_id(ruling)))
            if grade is not None:
                yield GradedRuling(question.id, ruling, features, grade)


def fit_rulings(graded: Sequence[GradedRuling]) -> LinearModel:
    """A logistic regression of whether a ruling helps; one that settles the question counts twice."""
    from sklearn.linear_model import LogisticRegression

    values, helps = _values(graded), np.array([each.grade >= HELPS for each in graded])
    mean, scale = values.mean(axis=0), values.std(axis=0) + 1e-9
    counts = np.array([2.0 if each.grade == SETTLES else 1.0 for each in graded])
    model = LogisticRegression(max_iter=3000).fit((values - mean) / scale, helps, counts)
    weights = model.coef_[0] / scale
    named = zip(RulingFeatures._fields, weights.tolist(), strict=True)
    return LinearModel(
        {name: round(weight, DIGITS) for name, weight in named},
        round(float(model.intercept_[0] - mean @ weights), DIGITS),
    )


def held_out_log_odds(graded: Sequence[GradedRuling]) -> list[float]:
    """The log-odds of each graded ruling by a model that learned from no ruling of the same question."""
    from sklearn.model_selection import GroupKFold

    found = np.zeros(len(graded))
    folds = GroupKFold(FOLDS, shuffle=True, random_state=0)
    for learned, rest in folds.split(found, groups=[each.question for each in graded]):
        model = fit_rulings([graded[at] for at in learned])
        found[rest] = [model.log_odds(graded[at].features) for at in rest]
    return list(found.tolist())


def _values(graded: Sequence[GradedRuling]) -> Array:
    return np.array([each.features for each in graded], np.float64)
