"""Questions → the trees that reorder the best rules (LambdaMART by LightGBM), and the sharpness of their chances."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from eval.examples import SearchedRules
from eval.fitting.ranking import folds
from eval.records import Array, Flags, Question
from eval.scores.measures import finds
from index.search.reranker import Trees

ROUNDS = 200
SEEDS = 3
PARAMETERS: dict[str, Any] = {
    "objective": "lambdarank",
    "lambdarank_truncation_level": 5,
    "num_leaves": 15,
    "learning_rate": 0.05,
    "min_data_in_leaf": 30,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 2,
    "verbose": -1,
}
SHARPNESSES = np.geomspace(0.2, 8.0, 40)


@dataclass(frozen=True)
class Candidates:
    """What the trees look at of one question's candidates, shape (candidates, features), and which of them decide."""

    features: Array
    decides: Flags


def candidates(rules: SearchedRules, questions: Sequence[Question]) -> list[Candidates]:
    """The candidates of every answerable question that has a deciding rule among them."""
    made = [_candidates(rules, question) for question in questions if question.deciding]
    return [each for each in made if each.decides.any()]


def fit_reranker(questions: Sequence[Candidates]) -> Trees:
    """Grow the trees, and choose the sharpness by which held-out chances are likeliest."""
    held_out = [
        (trees.scores(questions[at].features.astype(np.float32)).astype(np.float64), questions[at].decides)
        for learned, rest in folds(len(questions))
        for trees in [grow([questions[at] for at in learned])]
        for at in rest
    ]
    return replace(grow(questions), sharpness=_sharpness(held_out))


def grow(questions: Sequence[Candidates]) -> Trees:
    """The trees of several runs that differ in their random seed, each counting the same."""
    import lightgbm

    features = np.concatenate([question.features for question in questions])
    labels = np.concatenate([question.decides for question in questions]).astype(int)
    groups = [len(question.features) for question in questions]
    trees = []
    for seed in range(SEEDS):
        data = lightgbm.Dataset(features, label=labels, group=groups)
        model = lightgbm.train(PARAMETERS | {"seed": seed}, data, ROUNDS).dump_model()
        trees += [tree["tree_structure"] for tree in model["tree_info"]]
    return _as_arrays(trees)


def _candidates(rules: SearchedRules, question: Question) -> Candidates:
    search = rules.search
    scores = search.scores_of(question.question)
    features = search.features(scores)
    near = search.nearest_questions(scores.cosines)
    best, looked_at = search.candidates(question.question, features, search.linear_scores(features), near)
    wanted = [number for item in question.deciding for number in item]
    decides = [any(finds(rules.numbers[at], number, rules.headings) for number in wanted) for at in best]
    return Candidates(looked_at.astype(np.float64), np.array(decides))


def _sharpness(held_out: Sequence[tuple[Array, Flags]]) -> float:
    """The factor of the scores by whose softmax the deciding rules are likeliest."""
    from scipy.special import logsumexp

    losses = [
        -np.mean([logsumexp(factor * scores[decides]) - logsumexp(factor * scores) for scores, decides in held_out])
        for factor in SHARPNESSES
    ]
    return round(float(SHARPNESSES[int(np.argmin(losses))]), 4)


def _as_arrays(trees: Sequence[dict[str, Any]]) -> Trees:
    """LightGBM's nested nodes as padded arrays; the mean over the seeds is built into the values."""
    flat = [_flatten(tree) for tree in trees]
    size = max(map(len, flat))
    arrays = np.zeros((5, len(flat), size))
    arrays[2:4] = np.arange(size)
    for at, nodes in enumerate(flat):
        arrays[:, at, : len(nodes)] = np.array(nodes).T
    feature, threshold, left, right, value = arrays
    return Trees(
        feature.astype(np.int16),
        threshold.astype(np.float32),
        left.astype(np.int16),
        right.astype(np.int16),
        (value / SEEDS).astype(np.float32),
        sharpness=1.0,
    )


def _flatten(tree: dict[str, Any]) -> list[tuple[float, ...]]:
    """The nodes of a tree in order: feature, threshold, left, right, value."""
    nodes: list[tuple[float, ...]] = []

    def add(node: dict[str, Any]) -> int:
        at = len(nodes)
        nodes.append((0, 0, at, at, node.get("leaf_value", 0.0)))
        if "split_feature" in node:
            left, right = add(node["left_child"]), add(node["right_child"])
            nodes[at] = (node["split_feature"], node["threshold"], left, right, 0.0)
        return at

    add(tree)
    return nodes
