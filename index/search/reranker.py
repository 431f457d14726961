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
from index.search.features import FEATURES
from index.search.ranks import Rows, best_rows, reciprocal_ranks
from index.words import stems

LeafBits = NDArray[np.unsignedinteger]

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
        """The sum of the trees' values for every row; `rows` has shape (rows, features).

        All tests of all trees are made at once (QuickScorer, Lucchese et al. 2015): one that fails rules out the leaves
        below its left side, and the first leaf that is left is the one that a walk through the tree would reach.
        """
        tests, columns = self._tests, np.ascontiguousarray(rows.T)
        left = np.full((len(rows), len(tests.values)), np.iinfo(tests.bits).max, tests.bits)
        for feature, thresholds, leaves in tests.of_features:
            left &= leaves.take(thresholds.searchsorted(columns[feature]), axis=0)
        # A power of two has its exponent above the 23 bits of a float's fraction.
        first = ((left & (~left + tests.bits.type(1))).astype(np.float32).view(np.int32) >> 23) - 127
        places = first + np.arange(len(tests.values)) * tests.values.shape[1]
        total: Vectors = tests.values.ravel().take(places.T).sum(axis=0)
        return total

    @cached_property
    def _tests(self) -> "_Tests":
        return _Tests.of(self)

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


@dataclass(frozen=True)
class _Tests:
    """The tests of trees, feature by feature, and the values of the leaves, shape (trees, leaves), from the left.

    Of each feature in a test: its place, its thresholds in order, and the leaves of every tree, as bits, that are left
    where a value exceeds the first n of them, shape (1 + thresholds, trees).
    """

    of_features: tuple[tuple[int, Vectors, LeafBits], ...]
    values: Vectors

    @property
    def bits(self) -> np.dtype[np.unsignedinteger]:
        """The type of the bits, of which there are as many as the largest tree has leaves."""
        return self.of_features[0][2].dtype

    @classmethod
    def of(cls, trees: Trees) -> "_Tests":
        """The tests of trees in which every node comes after the one above it, with at most 64 leaves each."""
        left, right = trees.left.astype(np.intp), trees.right.astype(np.intp)
        count, first = _leaves(left, right)
        inner = left != np.arange(left.shape[1])
        bits = next(each for each in (np.uint16, np.uint32, np.uint64) if count.max() <= np.iinfo(each).bits)
        below_left = ((1 << np.take_along_axis(count, left, 1).astype(object)) - 1) << np.maximum(first, 0).astype(
            object
        )
        others = np.where(inner, np.invert(below_left.astype(bits)), bits(np.iinfo(bits).max))
        values = np.zeros((len(left), int(count.max())), np.float32)
        tree, node = np.nonzero(~inner & (first >= 0))
        values[tree, first[tree, node]] = trees.value[tree, node]
        of_features = (_of_feature(trees, others, feature) for feature in np.unique(trees.feature).tolist())
        return cls(tuple(of_features), values)


def _of_feature(trees: Trees, others: LeafBits, feature: int) -> tuple[int, Vectors, LeafBits]:
    """One of `_Tests.of_features`; `others` are the leaves that a failed test of each node leaves."""
    tree, node = np.nonzero(trees.feature == feature)
    thresholds, place = np.unique(trees.threshold[tree, node], return_inverse=True)
    left = np.full((1 + len(thresholds), len(others)), np.iinfo(others.dtype).max, others.dtype)
    np.bitwise_and.at(left, (1 + place, tree), others[tree, node])
    return feature, thresholds, np.bitwise_and.accumulate(left, axis=0)


def _leaves(left: Rows, right: Rows) -> tuple[Rows, Rows]:
    """How many leaves are below every node, and the place of the first of them, -1 for a node that nothing leads to."""
    trees, nodes = np.arange(len(left)), left.shape[1]
    count, first = np.ones_like(left), np.full_like(left, -1)
    for node in reversed(range(nodes)):
        inner = left[:, node] != node
        below = count[trees, left[:, node]] + count[trees, right[:, node]]
        count[:, node] = np.where(inner, below, 1)
    first[:, 0] = 0
    for node in range(nodes):
        inner = trees[(left[:, node] != node) & (first[:, node] >= 0)]
        first[inner, left[inner, node]] = first[inner, node]
        first[inner, right[inner, node]] = first[inner, node] + count[inner, left[inner, node]]
    return count, first


@cache
def shipped_trees() -> Trees:
    """The trees that the package ships."""
    with as_file(files("index") / "models" / FILE) as path:
        return Trees.load(path)


@dataclass(frozen=True)
class RuleFamily:
    """Where every rule stands among the others: its section (`702.19` for 702.19b), its parent, its heading's words.

    `sections` and `parents` have the shape (rules,); a rule without a parent among them has -1. `questions` are the
    rows of the passages that are typical questions.
    """

    sections: Rows
    parents: Rows
    subrule: NDArray[np.bool_]
    headings: tuple[frozenset[str], ...]
    questions: Rows

    @classmethod
    def from_passages(cls, passages: Sequence[Passage], rules: Sequence[str]) -> "RuleFamily":
        """The family of rules, whose ids are numbers, from their passages."""
        numbers = list(map(number_of_id, rules))
        sections = list(map(rule_number, numbers))
        place = {rule: at for at, rule in enumerate(rules)}
        kinds = np.array([passage.kind for passage in passages])
        return cls(
            np.unique(sections, return_inverse=True)[1].astype(np.intp) if sections else np.zeros(0, np.intp),
            np.array([place.get(parent_number(number) or "", -1) for number in numbers], np.intp),
            np.array(list(map(is_subrule, numbers)), bool),
            _headings(passages, rules),
            np.flatnonzero(kinds == "question"),
        )


def _headings(passages: Sequence[Passage], rules: Sequence[str]) -> tuple[frozenset[str], ...]:
    """The stems of every rule's nearest title."""
    titles = dict.fromkeys(rules, "")
    for passage in passages:
        if passage.kind in ("rule", "plain") and passage.rule in titles:
            titles[passage.rule] = passage.context.rpartition("› ")[2]
    return tuple(map(frozenset, stems(list(titles.values())))) if titles else ()


def candidate_features(
    question: str, features: Vectors, linear: Vectors, near: Rows, family: RuleFamily
) -> tuple[Rows, Vectors]:
    """The places of the best rules by their linear scores, best first, and what the trees look at of them.

    `features` has the shape (rules, features), `linear` (rules,), and the result's second part (candidates,
    candidate features). `near` are the places of the rules of the nearest typical questions.
    """
    best = best_rows(linear, CANDIDATES)
    chances = softmax(linear)
    section, parent = family.sections[best], family.parents[best]
    best_of_section = np.zeros(family.sections.max(initial=-1) + 1, np.float32)
    np.maximum.at(best_of_section, family.sections, chances)
    best_child = np.zeros(len(linear), np.float32)
    below = family.parents >= 0
    np.maximum.at(best_child, family.parents[below], chances[below])
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
