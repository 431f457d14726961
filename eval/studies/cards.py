"""Question sets and the installed cards → one table: what knowing the named cards contributes to the ranking.

    python -m eval.studies.cards [FILE...]

Each row ranks the same questions with further features computed from the cards they name; all weights are learned from
`dev` (see `comparison.py`). Requires cards (`judge cards add`). Prints Markdown.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from eval.examples import SearchedRules, TrainingExample, open_search
from eval.records import Array, Question
from eval.scores.measures import finds
from eval.studies.comparison import QuestionSets, answerable_sets, learned_scores, table
from eval.systems.cached_encoder import MemoizingEncoder
from index.cards.names.recognize import masked
from index.cards.store import CardStore
from index.encoder.encoder import SentenceEncoder
from index.search.features import FEATURES
from judge.library import Library
from judge.lookup.cards import CardReader
from judge.records import ReadCard

MOST_CARDS = 4
MOST_RULINGS = 3
LONGEST_TEXT = 600
SUBRULE_VALUE = 0.7

CardFeature = Callable[[SearchedRules, Question, Sequence[ReadCard]], Array]


@dataclass(frozen=True)
class CardQuestion:
    """A question, its text with card names replaced by what the cards are, and the cards it names unambiguously."""

    question: Question
    masked: str
    cards: tuple[ReadCard, ...]

    @classmethod
    def read(cls, question: Question, reader: CardReader) -> "CardQuestion":
        """Find the cards that a question names."""
        mentions = reader.names.find_cards(question.question)
        named = [each for each in reader.named_in(question.question) if len(each.cards) == 1]
        cards = tuple(each.cards[0] for each in named[:MOST_CARDS])
        return cls(question, masked(question.question, mentions), cards)


def by_rule_links(rules: SearchedRules, question: Question, cards: Sequence[ReadCard]) -> Array:
    """1 for each rule that a card's own words lead to, less for its subrules; shape (rules, 1)."""
    linked = {rule_link.rule for card in cards for rule_link in card.rule_links}
    values = [
        1.0 if rule in linked else SUBRULE_VALUE * any(finds(rule, each, linked) for each in linked)
        for rule in rules.search.rules
    ]
    return np.array(values)[:, None]


def by_rulings(rules: SearchedRules, question: Question, cards: Sequence[ReadCard]) -> Array:
    """The features of the rulings nearest to the question, the maximum of each; shape (rules, features)."""
    return _maximum(rules, [ruling.text for card in cards for ruling in card.rulings[:MOST_RULINGS]])


def by_card_text(rules: SearchedRules, question: Question, cards: Sequence[ReadCard]) -> Array:
    """The features of the question followed by the text of its cards; shape (rules, features)."""
    text = " ".join(face.text for card in cards for face in card.card.faces)
    return _maximum(rules, [f"{question.question} {text}"[:LONGEST_TEXT]] if text else [])


def _maximum(rules: SearchedRules, texts: Sequence[str]) -> Array:
    best = np.zeros((len(rules.numbers), len(FEATURES)))
    for text in texts:
        best = np.maximum(best, rules.features(text))
    return best


CARD_FEATURES: dict[str, tuple[CardFeature, ...]] = {
    "rules linked from the cards' words": (by_rule_links,),
    "the cards' nearest rulings": (by_rulings,),
    "the question with the cards' text": (by_card_text,),
    "all three": (by_rule_links, by_rulings, by_card_text),
}


@dataclass(frozen=True)
class CardStudy:
    """The searched rules and the questions of each set with their cards."""

    rules: SearchedRules
    sets: QuestionSets
    questions: Mapping[str, Sequence[CardQuestion]]

    def scores(self, features: Sequence[CardFeature], masked: bool = False) -> dict[str, Array]:
        """The scores of each set's questions with some card features, or with card names masked."""

        def example(each: CardQuestion) -> TrainingExample:
            alone = self.rules.example(each.question, each.masked if masked else None)
            more = [feature(self.rules, each.question, each.cards) for feature in features]
            return TrainingExample(np.hstack([alone.features, *more]), alone.items)

        examples = {name: [example(each) for each in some] for name, some in self.questions.items()}
        return learned_scores(examples, self.sets, self.rules)


def main(paths: Sequence[str]) -> None:
    """Print the table for the shipped questions and those in the files."""
    sets, library = answerable_sets(paths), Library.at_home()
    rulebook, search = open_search(library, MemoizingEncoder(SentenceEncoder.from_name()))
    reader = CardReader.from_store(CardStore.at(library.home), rulebook)
    questions = {name: [CardQuestion.read(each, reader) for each in some] for name, some in sets.items()}
    study = CardStudy(SearchedRules.from_rulebook(search, rulebook), sets, questions)
    rows = {
        "without cards": study.scores(()),
        "names replaced by what the card is": study.scores((), masked=True),
        **{f"+ {title}": study.scores(features) for title, features in CARD_FEATURES.items()},
    }
    print(table(sets, rows))
    counts = {name: sum(bool(each.cards) for each in some) for name, some in questions.items()}
    print("\nQuestions that name a card:", ", ".join(f"{name} {count}" for name, count in counts.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
