"""The cards that a question names → their official rulings that fit the question.

A ruling fits by the cosine of its vector to that of the question, and by the words that it shares with it.
"""

from collections.abc import Iterable, Iterator, Sequence

from index.cards.records import Ruling
from index.encoder.encoder import Encoder
from judge.answer.case_features import CaseFeatures, read_words
from judge.records import CardRuling, NamedCards, ReadCard

MOST_CARDS = 2
LOOKED_AT = 3
# Of 28 players' questions with a card in brackets, five have a ruling from here on, and four of these settle them.
FITS_FROM = 0.64


def fitting_rulings(
    question: str, named: Iterable[NamedCards], features: CaseFeatures, encoder: Encoder
) -> tuple[CardRuling, ...]:
    """The best ruling of each card that is certainly named, of two at most, where it fits."""
    cards = [each.cards[0] for each in named if each.mention.certain and len(each.cards) == 1]
    return tuple(_fitting(question, [card for card in cards if card.rulings][:MOST_CARDS], features, encoder))


def _fitting(
    question: str, cards: Sequence[ReadCard], features: CaseFeatures, encoder: Encoder
) -> Iterator[CardRuling]:
    for card in cards:
        near = card.rulings[:LOOKED_AT]
        asked, *vectors = encoder.encode([question, *(ruling.text for ruling in near)])
        shares = (_shared(question, ruling, card.card.name, features) for ruling in near)
        scores = [float(asked @ vector) + share / 2 for vector, share in zip(vectors, shares, strict=True)]
        best = scores.index(max(scores))
        if scores[best] >= FITS_FROM:
            yield CardRuling(card.card.name, near[best])


def _shared(question: str, ruling: Ruling, name: str, features: CaseFeatures) -> float:
    """The share of a ruling's words, weighed by rarity, that a question has; the card's name doesn't count."""
    words = read_words(ruling.text).stems - read_words(name).stems
    return features.total_rarity(words & read_words(question).stems) / max(features.total_rarity(words), 1e-9)
