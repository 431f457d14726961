"""The similarity of a question to all passages and rules → the features of every rule, and from them its score.

A rule has three views: its own text (with examples and glossary), its plain wording, and its typical questions. It is
also scored as a whole: by the mean of its vectors, and by the words of everything that is said about it, which of them
the question shares (`bm25.py`) and how likely they make it (`query_likelihood.py`). `python -m eval.fit` learns the
weights from the `dev` half of the question set and writes them to `index/models/ranking.json`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

import numpy as np

from index.encoder.encoder import Vectors
from index.records import Passage
from index.search.ranks import Rows

FILE = "ranking.json"
COVERED, BARE = "with the plain rulebook", "without the plain rulebook"
VIEW_OF = {"rule": "text", "example": "text", "glossary": "text", "plain": "plain", "question": "question"}
VIEWS = ("text", "plain", "question")
FEATURES = (*VIEWS, "best of the views", "second question", "number of questions", "centroid", "words", "likelihood")
FARTHEST = 1.5


@dataclass(frozen=True)
class FeatureExtractor:
    """The rows of each view's passages, rule by rule: `starts` is where the rows of `rules` begin."""

    rows: Mapping[str, Rows]
    starts: Mapping[str, Rows]
    rules: Mapping[str, Rows]
    size: int

    @classmethod
    def of_passages(cls, passages: Sequence[Passage], rules: Sequence[str]) -> "FeatureExtractor":
        """The views of passages; `rules` are the ids of their rules, whose places the features have."""
        places = places_of(passages, rules)
        kinds = np.array([VIEW_OF.get(passage.kind, "") for passage in passages])
        rows, starts, found = {}, {}, {}
        for view in VIEWS:
            those = np.flatnonzero(kinds == view)
            rows[view] = those[np.argsort(places[those], kind="stable")]
            found[view], starts[view] = np.unique(places[rows[view]], return_index=True)
        return cls(rows, starts, found, len(rules))

    @property
    def covered(self) -> bool:
        """Whether at least half of the rules have typical questions."""
        return 2 * len(self.rules["question"]) >= self.size

    def features(self, cosines: Vectors, centroids: Vectors, words: Vectors, likelihoods: Vectors) -> Vectors:
        """The features of every rule, shape (rules, features), from the cosine of every passage.

        `centroids` are the cosines of the rules' mean vectors, `words` the word scores of all that is said about them,
        which count as shares of the best, and `likelihoods` how likely that makes the question's words (natural
        logarithms): from 1 for the best to 0 for those `FARTHEST` below. A rule without a passage in a view has 0.
        """
        scores = {view: cosines.take(self.rows[view]) for view in VIEWS}
        best = {view: self._best(view, scores[view]) for view in VIEWS}
        near = [self._of_all(view, best[view]) for view in VIEWS]
        second = self._second_question(scores["question"], best["question"])
        whole = [np.maximum(centroids, 0), _share_of_best(words), _near_the_best(likelihoods)]
        return np.stack([*near, np.max(near, axis=0), second, self._numbers, *whole], axis=1)

    def _best(self, view: str, scores: Vectors) -> Vectors:
        """The best of a view's scores for the rules that have one."""
        return np.maximum.reduceat(scores, self.starts[view]) if len(scores) else scores

    def _of_all(self, view: str, scores: Vectors) -> Vectors:
        """The scores of the rules in a view, at least 0, for every rule."""
        all_scores = np.zeros(self.size, np.float32)
        all_scores[self.rules[view]] = np.maximum(scores, 0)
        return all_scores

    def _second_question(self, scores: Vectors, best: Vectors) -> Vectors:
        """The second best score of every rule's questions, of which `best` has the best."""
        left = scores * (scores != np.repeat(best, self._lengths))
        return self._of_all("question", self._best("question", left))

    @cached_property
    def _lengths(self) -> Rows:
        """The number of questions of each rule that has any."""
        return np.diff(np.append(self.starts["question"], len(self.rows["question"])))

    @cached_property
    def _numbers(self) -> Vectors:
        """The logarithm of one more than the number of every rule's questions: how often people ask about it."""
        numbers = np.zeros(self.size, np.float32)
        numbers[self.rules["question"]] = self._lengths
        logarithms: Vectors = np.log1p(numbers)
        return logarithms


def places_of(passages: Sequence[Passage], subjects: Sequence[str]) -> Rows:
    """The place in `subjects` of each passage's subject, -1 where it is not among them."""
    place = {subject: at for at, subject in enumerate(subjects)}
    return np.array([place.get(each.rule, -1) for each in passages], np.intp)


def _share_of_best(scores: Vectors) -> Vectors:
    best = scores.max(initial=0.0)
    return scores / best if best > 0 else scores


def _near_the_best(likelihoods: Vectors) -> Vectors:
    best = likelihoods.max() if len(likelihoods) else 0.0
    near: Vectors = np.maximum(1 + (likelihoods - best) / np.float32(FARTHEST), 0)
    return near


@cache
def shipped_weights(covered: bool = True) -> Vectors:
    """The weight of each feature; others where the plain rulebook covers less than half of an edition."""
    weights = json.loads((files("index") / "models" / FILE).read_text("utf-8"))[COVERED if covered else BARE]
    return np.array([weights[name] for name in FEATURES], np.float32)
