"""index/search/features.py: the features of rules, by hand."""

import numpy as np
import pytest

from index.records import Passage, PassageKind
from index.search.features import FARTHEST, FEATURES, FeatureExtractor, shipped_weights

KINDS: tuple[tuple[str, PassageKind], ...] = (
    ("1", "rule"),
    ("1", "question"),
    ("2", "plain"),
    ("1", "question"),
    ("2", "question"),
    ("1", "example"),
    ("Bread", "unanswerable"),
    ("1", "question"),
)
COSINES = np.array([0.1, 0.5, 0.6, 0.9, 0.3, 0.4, 1.0, 0.7], np.float32)
MIDDLES = np.array([0.8, 0.2, -0.1], np.float32)
WORDS = np.array([2, 8, 4], np.float32)
LIKELIHOODS = np.array([0.9, 0.9 - FARTHEST / 4, -2], np.float32)


def _features(cosines: np.ndarray = COSINES) -> dict[str, list[float]]:
    passages = [Passage(rule, kind, "") for rule, kind in KINDS]
    features = FeatureExtractor.of_passages(passages, ["1", "2", "3"]).features(cosines, MIDDLES, WORDS, LIKELIHOODS)
    return {name: [round(float(value), 4) for value in features[:, at]] for at, name in enumerate(FEATURES)}


def test_every_feature_by_hand() -> None:
    assert _features() == {
        "text": [0.4, 0, 0],
        "plain": [0, 0.6, 0],
        "question": [0.9, 0.3, 0],
        "best of the views": [0.9, 0.6, 0],
        "second question": [0.7, 0, 0],
        "number of questions": [round(float(np.log(4)), 4), round(float(np.log(2)), 4), 0],
        "centroid": [0.8, 0.2, 0],
        "words": [0.25, 1, 0.5],
        "likelihood": [1, 0.75, 0],
    }


def test_a_cosine_below_nothing_counts_as_nothing() -> None:
    assert _features(-COSINES)["best of the views"] == [0, 0, 0]


def test_no_passage_at_all() -> None:
    none = np.zeros(0, np.float32)
    assert FeatureExtractor.of_passages([], []).features(none, none, none, none).shape == (0, len(FEATURES))


def test_the_shipped_weights_are_learnt_and_none_is_below_nothing() -> None:
    weights = shipped_weights()
    assert weights.shape == (len(FEATURES),)
    assert (weights >= 0).all()
    assert weights.max() > 1


@pytest.mark.parametrize("kind", ["rule", "example", "plain", "question", "glossary"])
def test_every_kind_of_a_rule_is_seen(kind: PassageKind) -> None:
    features = FeatureExtractor.of_passages([Passage("1", kind, "")], ["1"]).features(
        *np.array([[0.5], [0.4], [1.0], [1.0]])
    )
    assert features[0, FEATURES.index("best of the views")] == 0.5
