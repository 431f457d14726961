"""The cards that a question names → their official rulings that fit the question, the likeliest first.

A logistic regression over a few features of a question and a ruling. `python -m eval.fit` learns it from rulings that
a reader graded for the shipped posts; one fits from 0.5 on. A ruling that shares no word with the question but the
card's name never does.
"""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from index.encoder.encoder import Encoder, Vectors
from judge.answer.case_features import read_words
from judge.records import CardRuling, NamedCards, ReadCard

FILE = "rulings.json"
MOST_CARDS = 3
LOOKED_AT = 5  # of each card; more, and of more cards, settle no more questions
MOST_FITTING = 2
NO_RULES = 0.0


class RulingFeatures(NamedTuple):
    """What a ruling has to do with a question.

    `cosine` is that of their vectors, `behind` how far it is below the best of the card, `rules` the mean cosine of the
    ruling and the rules found for the question, `rulings` the logarithm of how many the card has, and `words` one over
    the ruling's place among them by the words that it shares with the question.
    """

    cosine: float
    behind: float
    rules: float
    rulings: float
    words: float


@dataclass(frozen=True)
class RulingModel:
    """The weight of each feature by its name, and the constant."""

    weights: dict[str, float]
    constant: float

    @classmethod
    def shipped(cls) -> "RulingModel":
        """The model that the package ships."""
        return _shipped()

    def as_json(self) -> dict[str, float]:
        """The weights by the names of the features, and the constant."""
        return self.weights | {"constant": self.constant}

    def log_odds(self, features: RulingFeatures) -> float:
        """At least 0 where a ruling with these features fits."""
        weights = [self.weights[name] for name in features._fields]
        return self.constant + sum(weight * value for weight, value in zip(weights, features, strict=True))


@dataclass(frozen=True)
class RulingFinder:
    """Tells which rulings fit a question; `encoder` encodes it and the rulings."""

    encoder: Encoder
    model: RulingModel

    def fitting(self, question: str, named: Iterable[NamedCards], rules: Vectors) -> tuple[CardRuling, ...]:
        """The rulings that fit, of the cards that are certainly named; `rules` as in `candidates`."""
        cards = [each.cards[0] for each in named if each.mention.certain and len(each.cards) == 1]
        scored = [
            (self.model.log_odds(features), ruling) for ruling, features in self.candidates(question, cards, rules)
        ]
        best = sorted((each for each in scored if each[0] >= 0), key=lambda each: -each[0])
        return tuple(ruling for _, ruling in best[:MOST_FITTING])

    def candidates(
        self, question: str, cards: Iterable[ReadCard], rules: Vectors
    ) -> Iterator[tuple[CardRuling, RulingFeatures]]:
        """The rulings that may fit, with their features, card by card and the nearest by words first.

        `rules` are the vectors of the rules found for the question, shape (rules, dimensions), none where there are
        none.
        """
        some = [card for card in cards if card.rulings][:MOST_CARDS]
        for card in some:
            near = card.rulings[:LOOKED_AT]
            asked, *vectors = self.encoder.encode([question, *(ruling.text for ruling in near)])
            cosines = np.stack(vectors) @ asked
            likeness = (np.stack(vectors) @ rules.T).mean(axis=1) if len(rules) else np.full(len(near), NO_RULES)
            best, rulings = float(cosines.max()), math.log(len(card.rulings))
            for place, (ruling, cosine) in enumerate(zip(near, cosines.tolist(), strict=True)):
                found = CardRuling(card.card.name, ruling)
                if _share_words(question, found):
                    yield found, RulingFeatures(cosine, cosine - best, float(likeness[place]), rulings, 1 / (1 + place))


def _share_words(question: str, found: CardRuling) -> bool:
    words = read_words(found.ruling.text).stems - read_words(found.card).stems
    return bool(words & read_words(question).stems)


@cache
def _shipped() -> RulingModel:
    model = json.loads((files("index") / "models" / FILE).read_text("utf-8"))
    return RulingModel({name: model[name] for name in RulingFeatures._fields}, model["constant"])
