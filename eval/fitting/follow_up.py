"""Turns of conversations, and questions that stand alone → the weights that tell follow-up questions from new ones."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from eval.questions.dialogues import Turns
from eval.records import Array, Flags, Question
from index.search.search import Search
from judge.question.follow_up import CONSTANT, CUE, VECTOR, Features, features, searched_pair

LEAST_DIALOGUES = 2  # a cue in fewer is left out
EVERY = 4  # of the questions that stand alone
UNRELATED = "unrelated"
STANDING_ALONE = 1500.0  # as many dialogues these questions count for, all together
STRENGTH = 0.05
SPREAD = 0.2  # what a component of a vector is divided by
FOLDS = 10
DIGITS = 4


@dataclass(frozen=True)
class FollowUpExamples:
    """The features of questions, whether each is a follow-up, how much it counts, and the first question before it."""

    features: tuple[Features, ...]
    follow_up: Flags
    counts: Array
    first: tuple[str, ...]

    def some(self, those: Flags) -> "FollowUpExamples":
        """The examples that are marked."""
        chosen = np.flatnonzero(those)
        return FollowUpExamples(
            tuple(self.features[at] for at in chosen),
            self.follow_up[those],
            self.counts[those],
            tuple(self.first[at] for at in chosen),
        )


def examples(search: Search, turns: Sequence[Turns], questions: Sequence[Question]) -> FollowUpExamples:
    """Last turns, and some questions that have nothing to do with the one before them in their set."""
    alone = unrelated(questions)
    find = partial(search.search, k=1)
    made = tuple(
        features(searched_pair(each.turns[-1], each.turns[-2], find, search.encoder)) for each in [*turns, *alone]
    )
    counts = [1.0] * len(turns) + [STANDING_ALONE / max(1, len(alone))] * len(alone)
    first = (*(each.turns[0] for each in turns), *[""] * len(alone))
    return FollowUpExamples(made, np.array([each.follow_up for each in [*turns, *alone]]), np.array(counts), first)


def unrelated(questions: Sequence[Question], every: int = EVERY) -> list[Turns]:
    """Some of the questions, after the one before each in its set, which has nothing to do with it."""
    pairs = ((questions[at - 1].question, questions[at].question) for at in range(0, len(questions), every))
    return [Turns(pair, False, UNRELATED) for pair in pairs]


def fit_follow_up(made: FollowUpExamples) -> dict[str, float]:
    """The weights by the names of the features, and the constant."""
    from sklearn.linear_model import LogisticRegression

    names = _names(made)
    values = _values(made.features, names)
    mean, scale = values.mean(axis=0), values.std(axis=0) + 1e-9
    cues = np.array([name.startswith(CUE) for name in names])
    mean[cues], scale[cues] = 0.0, 1.0
    components = np.array([name.startswith(VECTOR) for name in names])
    mean[components], scale[components] = 0.0, SPREAD
    model = LogisticRegression(C=STRENGTH, max_iter=3000)
    model.fit((values - mean) / scale, made.follow_up, made.counts)
    weights = model.coef_[0] / scale
    constant = float(model.intercept_[0] - mean @ weights)
    rounded = {name: round(float(weight), DIGITS) for name, weight in zip(names, weights, strict=True)}
    return rounded | {CONSTANT: round(constant, DIGITS)}


def report(made: FollowUpExamples) -> str:
    """How many last turns are told apart by weights learned without the dialogues of the same beginning, in a line."""
    place = {first: at % FOLDS for at, first in enumerate(sorted(set(made.first) - {""}))}
    folds = np.array([place.get(first, -1) for first in made.first])
    right = 0
    for fold in range(FOLDS):
        weights, held_out = fit_follow_up(made.some(folds != fold)), made.some(folds == fold)
        right += int(np.sum((_log_odds(held_out.features, weights) > 0) == held_out.follow_up))
    return f"{right} of {np.sum(folds >= 0)} last turns rightly taken as follow-up or new, cross-validated"


def _names(made: FollowUpExamples) -> list[str]:
    """The features that are not cues, and the cues that enough examples of dialogues have."""
    found = Counter(name for each, first in zip(made.features, made.first, strict=True) if first for name in each)
    return sorted(name for name, count in found.items() if count >= LEAST_DIALOGUES or not name.startswith(CUE))


def _values(some: Iterable[Features], names: Sequence[str]) -> Array:
    return np.array([[each.get(name, 0.0) for name in names] for each in some], np.float64).reshape(-1, len(names))


def _log_odds(some: Iterable[Features], weights: dict[str, float]) -> Array:
    names = [name for name in weights if name != CONSTANT]
    log_odds: Array = _values(some, names) @ np.array([weights[name] for name in names]) + weights[CONSTANT]
    return log_odds
