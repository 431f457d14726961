"""The best rules by the linear ranking → the same rules reordered by gradient-boosted trees (LambdaMART, Burges 2010).

The trees look at what one weight for each signal cannot express: whether a rule leads in several signals at once, how
far it is behind the leader, and how much evidence its section, its parent and its subrules have. `python -m eval.fit`
grows them with LightGBM and writes them to `index/models/reranker.npz`; here they are only evaluated.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from index.encoder.encoder import Vectors
from index.records import Passage
from index.rules.numbers import is_subrule, number_of_id, parent_number, rule_number
from index.search.evidence import softmax
from index.search.features import FEATURES, Rows, places_of
from index.search.ranks import best_rows, reciprocal_ranks
from index.words import stems

FILE = "reranker.npz"
CANDIDATES = 60
NEAR = 30
RANKED = ("question", "plain", "text", "centroid", "words", "likelihood")
CANDIDATE_FEATURES = (
    *FEATURES,
    "linear",
    "behind the leader",
    "chance",
    *(f"rank by {name}" for name in RANKED),
    "best of the section",
    "rest of the section",
    "parent",
    "best child",
    "near questions",
    "near questions of the section",
    "words of the heading",
    "behind the best question",
    "is a subrule",
    "length of the question",
    "best view of all",
)


@dataclass(frozen=True)
class Trees:
    """A forest of binary trees, padded to the same number of nodes; arrays of shape (trees, nodes).

    At node n a row goes to `left[n]` when its `feature[n]` is at most `threshold[n]`, else to `right[n]`; a leaf leads
    to itself and has a `value`. `sharpness` turns the sum of values into chances by a softmax.
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int16]
    right: NDArray[np.int16]
    value: NDArray[np.float32]
    sharpness: float

    def scores(self, rows: Vectors) -> Vectors:
        """The sum of the trees' values for every row; `rows` has shape (rows, features)."""
        count, width = rows.shape
        values, start = rows.ravel(), np.arange(count) * width
        feature, threshold, children = self._nodes
        node = np.repeat(np.arange(len(self.feature))[:, None] * self.feature.shape[1], count, axis=1)
        for _ in range(self._depth):
            larger = values.take(feature.take(node) + start) > threshold.take(node)
            node = children.take(2 * node + larger)
        total: Vectors = self.value.ravel().take(node).sum(axis=0)
        return total

    @cached_property
    def _nodes(self) -> tuple[Rows, Vectors, Rows]:
        """The feature, the threshold and the two children of every node, tree after tree."""
        first = np.arange(len(self.feature))[:, None] * self.feature.shape[1]
        children = np.stack([self.left + first, self.right + first], axis=2).astype(np.intp)
        return self.feature.ravel().astype(np.intp), self.threshold.ravel(), children.ravel()

    @cached_property
    def _depth(self) -> int:
        """How many steps lead from the root to the farthest leaf."""
        level = np.zeros(self.feature.shape, np.int64)
        for node in range(self.feature.shape[1]):
            for side in (self.left, self.right):
                child = side[:, node].astype(np.intp)
                rows = np.flatnonzero(child > node)
                level[rows, child[rows]] = level[rows, node] + 1
        return int(level.max(initial=0))

    def save(self, path: Path) -> None:
        """Write what `load` reads."""
        arrays: dict[str, Any] = {field.name: np.asarray(getattr(self, field.name)) for field in fields(self)}
        np.savez_compressed(path, **arrays)

    @classmethod
    def load(cls, path: Path) -> "Trees":
        """Read what `save` wrote."""
        with np.load(path, allow_pickle=False) as saved:
            arrays = {field.name: saved[field.name] for field in fields(cls)}
        return cls(**{**arrays, "sharpness": float(arrays["sharpness"])})


@cache
def shipped_trees() -> Trees:
    """The trees that the package ships."""
    with as_file(files("index") / "models" / FILE) as path:
        return Trees.load(path)


@dataclass(frozen=True)
class RuleFamily:
    """Where every rule stands among the others: its section (`702.19` for 702.19b), its parent, its heading's words.

    `sections` and `parents` have the shape (rules,); a rule without a parent among them has -1. `near` gives the rule
    of every passage that is a typical question.
    """

    sections: Rows
    parents: Rows
    subrule: NDArray[np.bool_]
    headings: tuple[frozenset[str], ...]
    questions: Rows
    near: Rows

    @classmethod
    def from_passages(cls, passages: Sequence[Passage], rules: Sequence[str]) -> "RuleFamily":
        """The family of rules, whose ids are numbers, from their passages."""
        numbers = list(map(number_of_id, rules))
        sections = list(map(rule_number, numbers))
        place = {rule: at for at, rule in enumerate(rules)}
        kinds = np.array([passage.kind for passage in passages])
        questions = np.flatnonzero(kinds == "question")
        return cls(
            np.unique(sections, return_inverse=True)[1].astype(np.intp) if sections else np.zeros(0, np.intp),
            np.array([place.get(parent_number(number) or "", -1) for number in numbers], np.intp),
            np.array(list(map(is_subrule, numbers)), bool),
            _headings(passages, rules),
            questions,
            places_of(passages, rules)[questions],
        )


def _headings(passages: Sequence[Passage], rules: Sequence[str]) -> tuple[frozenset[str], ...]:
    """The stems of every rule's nearest title."""
    titles = dict.fromkeys(rules, "")
    for passage in passages:
        if passage.kind in ("rule", "plain") and passage.rule in titles:
            titles[passage.rule] = passage.context.rpartition("› ")[2]
    return tuple(map(frozenset, stems(list(titles.values())))) if titles else ()


def candidate_features(
    question: str, features: Vectors, linear: Vectors, cosines: Vectors, family: RuleFamily
) -> tuple[Rows, Vectors]:
    """The places of the best rules by their linear scores, best first, and what the trees look at of them.

    `features` has the shape (rules, features), `linear` (rules,), `cosines` (passages,); the result's second part
    (candidates, candidate features).
    """
    best = best_rows(linear, CANDIDATES)
    chances = softmax(linear)
    section, parent = family.sections[best], family.parents[best]
    best_of_section = np.zeros(family.sections.max(initial=-1) + 1, np.float32)
    np.maximum.at(best_of_section, family.sections, chances)
    best_child = np.zeros(len(linear), np.float32)
    below = family.parents >= 0
    np.maximum.at(best_child, family.parents[below], chances[below])
    near = family.near[best_rows(cosines[family.questions], NEAR)]
    near_rules = np.bincount(near, minlength=len(linear)) / NEAR
    near_sections = np.bincount(family.sections[near], minlength=len(best_of_section)) / NEAR
    asked = frozenset(stems([question])[0])
    heading = [len(family.headings[at] & asked) / max(1, len(family.headings[at])) for at in best]
    by_question = features[:, FEATURES.index("question")]
    columns = [
        *features[best].T,
        linear[best],
        linear[best] - linear.max(initial=0.0),
        chances[best],
        *(reciprocal_ranks(features[:, FEATURES.index(name)], best) for name in RANKED),
        best_of_section[section],
        np.bincount(family.sections, chances)[section] - chances[best],
        np.where(parent >= 0, chances[parent], 0),
        best_child[best],
        near_rules[best],
        near_sections[section],
        heading,
        by_question[best] - by_question.max(initial=0.0),
        family.subrule[best],
        np.full(len(best), len(question.split())),
        np.full(len(best), features[:, FEATURES.index("best of the views")].max(initial=0.0)),
    ]
    return best, np.stack([np.asarray(column, np.float32) for column in columns], axis=1)
