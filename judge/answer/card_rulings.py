"""The cards that a question names → their official rulings that fit the question, the likeliest first.

A logistic regression over a few features of a question and a ruling. `python -m eval.fit rulings` learns it from
rulings that a reader graded for the shipped posts; one fits where the log-odds are at least 0. A ruling that shares no
word with the question but the card's name never does.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from index.encoder.encoder import Encoder, Vectors
from judge.answer.case_features import read_words
from judge.answer.linear_model import LinearModel, shipped_model
from judge.records import CardRuling, NamedCards

FILE = "rulings.json"
MOST_CARDS = 3
LOOKED_AT = 5  # of each card; more, and of more cards, settle no more questions
MOST_FITTING = 2


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
class RulingFinder:
    """Tells which rulings fit a question; `encoder` encodes it and the rulings."""

    encoder: Encoder
    model: LinearModel

    @classmethod
    def shipped(cls, encoder: Encoder) -> "RulingFinder":
        """With the model that the package ships."""
        return cls(encoder, shipped_model(FILE, RulingFeatures._fields))

    def fitting(self, question: str, named: Iterable[NamedCards], rules: Vectors) -> tuple[CardRuling, ...]:
        """The rulings that fit; `rules` as in `candidates`."""
        scored = [
            (self.model.log_odds(features), ruling) for ruling, features in self.candidates(question, named, rules)
        ]
        best = sorted((each for each in scored if each[0] >= 0), key=lambda each: -each[0])
        return tuple(ruling for _, ruling in best[:MOST_FITTING])

    def candidates(
        self, question: str, named: Iterable[NamedCards], rules: Vectors
    ) -> Iterator[tuple[CardRuling, RulingFeatures]]:
        """The rulings of the cards that are certainly named, with their features; each card's nearest by words first.

        `rules` are the vectors of the rules found for the question, shape (rules, dimensions), none where there are
        none.
        """
        cards = [each.cards[0] for each in named if each.mention.certain and len(each.cards) == 1]
        for card in [card for card in cards if card.rulings][:MOST_CARDS]:
            near = card.rulings[:LOOKED_AT]
            asked, vectors = np.split(self.encoder.encode([question, *(ruling.text for ruling in near)]), [1])
            cosines = vectors @ asked[0]
            likeness = (vectors @ rules.T).mean(axis=1) if len(rules) else np.zeros(len(near))
            best, rulings = float(cosines.max()), math.log(len(card.rulings))
            for place, (ruling, cosine) in enumerate(zip(near, cosines.tolist(), strict=True)):
                found = CardRuling(card.card.name, ruling)
                if _share_words(question, found):
                    yield found, RulingFeatures(cosine, cosine - best, float(likeness[place]), rulings, 1 / (1 + place))


def _share_words(question: str, found: CardRuling) -> bool:
    words = read_words(found.ruling.text).stems - read_words(found.card).stems
    return bool(words & read_words(question).stems)
