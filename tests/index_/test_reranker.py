"""index/search/reranker.py: trees by hand, and what they look at."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fake_encoder import BagOfWords

from index.records import Passage
from index.search.passages import searched_text
from index.search.reranker import CANDIDATE_FEATURES, RuleFamily, Trees, shipped_trees
from index.search.search import Search

# The first tree: feature 0 at most 0.5 → 1, else feature 1 at most 2 → 10, else 20. The second: always 0.5.
TREES = Trees(
    feature=np.array([[0, 0, 1, 0, 0], [0] * 5], np.int16),
    threshold=np.array([[0.5, 0, 2, 0, 0], [0] * 5], np.float32),
    left=np.array([[1, 1, 3, 3, 4], [0, 1, 2, 3, 4]], np.int16),
    right=np.array([[2, 1, 4, 3, 4], [0, 1, 2, 3, 4]], np.int16),
    value=np.array([[0, 1, 0, 10, 20], [0.5, 0, 0, 0, 0]], np.float32),
    sharpness=2.0,
)
PASSAGES = [
    Passage("702.19", "rule", "Spare damage.", "Keyword Abilities › Trample"),
    Passage("702.19b", "rule", "Assign the rest.", "Keyword Abilities › Trample"),
    Passage("702.19b", "question", "how much tramples over"),
    Passage("702.2", "rule", "Any scratch kills.", "Keyword Abilities › Deathtouch"),
]


def test_trees_by_hand() -> None:
    rows = np.array([[0.5, 9], [0.6, 2], [0.6, 2.1]], np.float32)
    assert TREES.scores(rows).tolist() == [1.5, 10.5, 20.5]
    assert TREES.scores(np.zeros((0, 2), np.float32)).tolist() == []


def test_trees_give_what_a_walk_through_them_gives() -> None:
    trees, random = shipped_trees(), np.random.default_rng(7)
    rows = random.choice(trees.threshold.ravel(), (40, len(CANDIDATE_FEATURES)))  # many values are at a threshold
    node = np.zeros((len(trees.feature), len(rows)), np.intp)
    each, row = np.arange(len(node))[:, None], np.arange(len(rows))[None]
    for _ in range(trees.feature.shape[1]):
        smaller = rows[row, trees.feature[each, node]] <= trees.threshold[each, node]
        node = np.where(smaller, trees.left[each, node], trees.right[each, node])
    np.testing.assert_array_equal(trees.scores(rows), trees.value[each, node].sum(axis=0))


@pytest.mark.parametrize("depth", [1, 16, 17, 33, 63])
def test_a_tree_may_have_up_to_64_leaves(depth: int) -> None:
    nodes = np.arange(2 * depth + 1)
    inner = (nodes % 2 == 0) & (nodes < 2 * depth)  # the value of leaf n is n: at most n goes left, more goes on
    chain = Trees(
        feature=np.zeros((1, len(nodes)), np.int16),
        threshold=np.where(inner, nodes / 2, 0).astype(np.float32)[None],
        left=np.where(inner, nodes + 1, nodes).astype(np.int16)[None],
        right=np.where(inner, nodes + 2, nodes).astype(np.int16)[None],
        value=np.where(inner, 0, nodes // 2).astype(np.float32)[None],
        sharpness=1.0,
    )
    rows = np.arange(depth + 2, dtype=np.float32)[:, None]
    assert chain.scores(rows).tolist() == [*range(depth + 1), depth]


def test_saved_trees_are_the_same(tmp_path: Path) -> None:
    TREES.save(tmp_path / "trees.npz")
    loaded = Trees.load(tmp_path / "trees.npz")
    rows = np.random.default_rng(1).random((20, 2)).astype(np.float32) * 3
    np.testing.assert_array_equal(loaded.scores(rows), TREES.scores(rows))
    assert loaded.sharpness == 2.0


def test_the_shipped_trees_look_at_these_features() -> None:
    trees = shipped_trees()
    assert int(trees.feature.max()) < len(CANDIDATE_FEATURES)
    assert trees.sharpness > 0


def test_the_family_of_rules() -> None:
    family = RuleFamily.from_passages(PASSAGES, ["702.19", "702.19b", "702.2"])
    assert family.sections.tolist() == [0, 0, 1]
    assert family.parents.tolist() == [-1, 0, -1]
    assert family.subrule.tolist() == [False, True, False]
    assert list(map(set, family.headings)) == [{"trampl"}, {"trampl"}, {"deathtouch"}]
    assert family.questions.tolist() == [2]


def _search() -> Search:
    encoder = BagOfWords()
    return Search.from_passages(PASSAGES, encoder.encode([searched_text(each) for each in PASSAGES]), encoder)


def test_what_the_trees_look_at() -> None:
    search, question = _search(), "how much tramples over"
    scores = search.scores_of(question)
    features = search.features(scores)
    near = search.nearest_questions(scores.cosines)
    best, rows = search.candidates(question, features, search.linear_scores(features), near)
    assert sorted(best.tolist()) == [0, 1, 2]
    looked_at = {name: rows[best.tolist().index(1), at] for at, name in enumerate(CANDIDATE_FEATURES)}
    assert looked_at["behind the leader"] == 0
    assert looked_at["rank by question"] == 1
    assert looked_at["words of the heading"] == 1
    assert looked_at["is a subrule"] == 1
    assert looked_at["length of the question"] == 4


def test_the_trees_decide_the_order() -> None:
    at = CANDIDATE_FEATURES.index("is a subrule")
    rules_first = Trees(
        feature=np.array([[at, 0, 0]], np.int16),
        threshold=np.array([[0.5, 0, 0]], np.float32),
        left=np.array([[1, 1, 2]], np.int16),
        right=np.array([[2, 1, 2]], np.int16),
        value=np.array([[0, 1, 0]], np.float32),
        sharpness=1.0,
    )
    search = _search()
    assert search.search("how much tramples over").hits[0].rule == "702.19b"
    hits = replace(search, trees=rules_first).search("how much tramples over").hits
    assert hits[-1].rule == "702.19b"
    assert sum(hit.score for hit in hits) <= 1.0001
