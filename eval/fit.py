"""The `dev` half of the shipped question set → the weights of the ranking and of the confidence (python -m eval.fit).

It reads the edition in use in the home folder, which should be an official one, and writes `index/plain/ranking.json`
and `judge/confidence.json` in the checkout. Questions of `test` are never looked at.
"""

import json
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from eval.declining import auroc
from eval.measures import found, headings
from eval.records import Question
from eval.shipped import SHIPPED, load_questions
from index.ranking import BARE, COVERED, FEATURES
from index.ranking import FILE as RANKING
from index.search import Search
from judge.confidence import FILE as CONFIDENCE
from judge.confidence import SIGNS, signs
from judge.library import Library

PENALTY, CONFIDENCE_PENALTY = 1e-3, 1e-2
POOL = 300
FOLDS = 5
MAY_DECLINE, MAY_ANSWER = 0.05, 0.10
DIGITS = 4
WITHOUT_PLAIN = frozenset({"rule", "example", "glossary", "undecided"})

Numbers = NDArray[np.float64]
Objective = Callable[[Numbers], tuple[float, Numbers]]


@dataclass(frozen=True)
class Example:
    """The features of all rules for one question, and for each deciding item which rules find it."""

    features: Numbers
    items: tuple[NDArray[np.bool_], ...]


def examples(search: Search, numbers: Sequence[str], questions: Sequence[Question], known: Set[str]) -> list[Example]:
    """An example for every question that rules decide; `numbers` are those of `search.rules`, `known` the headings."""
    made = [example(search, numbers, question, known) for question in questions if question.deciding]
    return [each for each in made if each.items]


def example(
    search: Search, numbers: Sequence[str], question: Question, known: Set[str], said: str | None = None
) -> Example:
    """The example of one question, asked in other words where `said` has them.

    An item that no rule with passages finds is left out.
    """
    features = search.features(search.evidence(said or question.question)).astype(np.float64)
    items = (
        np.array([any(found(number, wanted, known) for wanted in item) for number in numbers])
        for item in question.deciding
    )
    return Example(features, tuple(item for item in items if item.any()))


def fit_ranking(made: Sequence[Example]) -> Numbers:
    """Weights, none below 0, that make the softmax over the rules likeliest for the deciding items."""
    spread = np.mean([example.features.std(axis=0) for example in made], axis=0) + 1e-9
    pools = [_pool(example, spread) for example in made]

    def objective(weights: Numbers) -> tuple[float, Numbers]:
        loss, slope = PENALTY * float(weights @ weights), 2 * PENALTY * weights
        for pool in pools:
            scores = pool.features @ weights
            chances = np.exp(scores - scores.max())
            chances /= chances.sum()
            for item in pool.items:
                share = chances[item].sum() + 1e-12
                pull = (chances[item] / share) @ pool.features[item] - chances @ pool.features
                loss -= float(np.log(share)) / len(pool.items) / len(pools)
                slope = slope - pull / len(pool.items) / len(pools)
        return loss, slope

    weights: Numbers = _least(objective, np.ones(len(spread)), [(0.0, None)] * len(spread)) / spread
    return weights


def _pool(example: Example, spread: Numbers) -> Example:
    """The example with the rules alone that have much evidence, or decide; the others have next to no chance."""
    features = example.features / spread
    rows = np.union1d(np.argsort(-features.sum(axis=1))[:POOL], np.flatnonzero(np.any(example.items, axis=0)))
    return Example(features[rows], tuple(item[rows] for item in example.items))


def fit_confidence(values: Numbers, answerable: NDArray[np.bool_]) -> Numbers:
    """Weights, none below 0, and last the constant of a logistic regression; both kinds count the same in all."""
    spread = np.append(values.std(axis=0) + 1e-9, 1.0)
    inputs = np.column_stack([values, np.ones(len(values))]) / spread
    share = np.where(answerable, 0.5 / answerable.sum(), 0.5 / (~answerable).sum())

    def objective(weights: Numbers) -> tuple[float, Numbers]:
        sure = 1 / (1 + np.exp(-(inputs @ weights)))
        right = np.where(answerable, sure, 1 - sure)
        loss = float(-(share * np.log(right + 1e-12)).sum() + CONFIDENCE_PENALTY * weights[:-1] @ weights[:-1])
        slope = inputs.T @ (share * (sure - answerable)) + 2 * CONFIDENCE_PENALTY * np.append(weights[:-1], 0)
        return loss, slope

    bounds = [*[(0.0, None)] * values.shape[1], (None, None)]
    weights: Numbers = _least(objective, np.zeros(inputs.shape[1]), bounds) / spread
    return weights


def _least(objective: Objective, start: Numbers, bounds: Sequence[tuple[float | None, float | None]]) -> Numbers:
    result = minimize(objective, start, jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(result.x, np.float64)


def held_out(values: Numbers, answerable: NDArray[np.bool_]) -> Numbers:
    """What the confidence is made of, below 0 or above it, learnt for each question without its own fifth."""
    folds = np.arange(len(values)) % FOLDS
    sure = np.zeros(len(values))
    for fold in range(FOLDS):
        weights = fit_confidence(values[folds != fold], answerable[folds != fold])
        sure[folds == fold] = values[folds == fold] @ weights[:-1] + weights[-1]
    return sure


def least_sure(sure: Numbers, answerable: NDArray[np.bool_]) -> float:
    """From what on to answer, so that the errors that are allowed are used up alike.

    `MAY_DECLINE` of the questions that rules decide may be declined, `MAY_ANSWER` of the others answered. It is the
    middle of the widest gap between two questions where the greater share of what is allowed is least.
    """
    values = np.unique(sure)
    between = (values[1:] + values[:-1]) / 2
    declined = np.mean(sure[answerable][None] < between[:, None], axis=1) / MAY_DECLINE
    answered = np.mean(sure[~answerable][None] >= between[:, None], axis=1) / MAY_ANSWER
    used = np.maximum(declined, answered)
    gaps = np.where(used == used.min(), np.diff(values), 0)
    return float(between[np.argmax(gaps)])


def main() -> None:
    """Learn both, for an edition with the plain rulebook and for one without, and write them in the checkout."""
    judge = Library.at_home().judge()
    questions = load_questions(SHIPPED, "dev")
    assert judge.search is not None
    rankings: dict[str, object] = {}
    confidences: dict[str, object] = {}
    for title, search in ((COVERED, judge.search), (BARE, judge.search.only(WITHOUT_PLAIN))):
        numbers = [judge.rulebook.by_id[rule].number for rule in search.rules]
        weights = fit_ranking(examples(search, numbers, questions, headings(judge.rulebook)))
        rankings[title] = _named(FEATURES, weights)
        values, answerable = _signs(replace(search, weights=weights.astype(np.float32)), questions)
        sure = held_out(values, answerable)
        least = least_sure(sure, answerable)
        learnt = fit_confidence(values, answerable)
        learnt[-1] -= least
        confidences[title] = _named((*SIGNS, "constant"), learnt)
        area, answered = auroc(sure[answerable], sure[~answerable]), np.mean(sure[answerable] >= least)
        print(f"{title}: on held-out fifths of dev AUROC {area:.3f}, answered {answered:.3f}")
    root = Path(__file__).parent.parent
    for path, chosen in ((root / "index" / "plain" / RANKING, rankings), (root / "judge" / CONFIDENCE, confidences)):
        record = chosen | {"learnt from": f"{len(questions)} questions of dev, edition {judge.edition.id}"}
        path.write_text(json.dumps(record, indent=2) + "\n", "utf-8")


def _signs(search: Search, questions: Sequence[Question]) -> tuple[Numbers, NDArray[np.bool_]]:
    values = np.array([signs(search.search(question.question, 1)) for question in questions], np.float64)
    return values, np.array([bool(question.deciding) for question in questions])


def _named(names: Sequence[str], weights: Numbers) -> dict[str, float]:
    return {name: round(float(weight), DIGITS) for name, weight in zip(names, weights, strict=True)}


if __name__ == "__main__":
    main()
