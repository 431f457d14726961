"""Examples → the weights of the linear ranking."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from eval.examples import TrainingExample
from eval.records import Array
from index.search.ranks import Rows

PENALTY = 1e-3
CANDIDATES = 300
FOLDS = 5

Bounds = Sequence[tuple[float | None, float | None]]
Objective = Callable[[Array], tuple[float, Array]]


def fit_ranking(examples: Sequence[TrainingExample]) -> Array:
    """The non-negative weights that maximize the softmax likelihood of the deciding rules."""
    scale = np.mean([example.features.std(axis=0) for example in examples], axis=0) + 1e-9
    pools = [_candidates(example, scale) for example in examples]

    def objective(weights: Array) -> tuple[float, Array]:
        loss, gradient = PENALTY * float(weights @ weights), 2 * PENALTY * weights
        for pool in pools:
            pool_loss, pool_gradient = _ranking_loss(pool, weights)
            loss, gradient = loss + pool_loss / len(pools), gradient + pool_gradient / len(pools)
        return loss, gradient

    weights: Array = _minimize(objective, np.ones(len(scale)), [(0.0, None)] * len(scale)) / scale
    return weights


def _candidates(example: TrainingExample, scale: Array) -> TrainingExample:
    """The example reduced to rules with strong features and to deciding rules; the others have almost no effect."""
    scaled = example.features / scale
    rows = np.union1d(np.argsort(-scaled.sum(axis=1))[:CANDIDATES], np.flatnonzero(np.any(example.items, axis=0)))
    return TrainingExample(scaled[rows], tuple(item[rows] for item in example.items))


def _ranking_loss(pool: TrainingExample, weights: Array) -> tuple[float, Array]:
    """The mean negative log likelihood of an example's items, and its gradient."""
    from scipy.special import softmax

    probabilities = softmax(pool.features @ weights)
    expected = probabilities @ pool.features
    loss, gradient = 0.0, np.zeros(len(weights))
    for item in pool.items:
        share = probabilities[item].sum() + 1e-12
        loss -= float(np.log(share)) / len(pool.items)
        gradient -= ((probabilities[item] / share) @ pool.features[item] - expected) / len(pool.items)
    return loss, gradient


def _minimize(objective: Objective, start: Array, bounds: Bounds) -> Array:
    from scipy.optimize import minimize

    result = minimize(objective, start, jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(result.x, np.float64)


def folds(count: int) -> Iterator[tuple[Rows, Rows]]:
    """Five folds of `count` questions, as (rows to learn from, rows held out); every fifth question is in one fold."""
    from sklearn.model_selection import PredefinedSplit

    yield from PredefinedSplit(np.arange(count) % FOLDS).split()
