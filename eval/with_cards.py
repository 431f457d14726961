"""Question sets and the cards of the home folder → one table: what knowing the cards that a question names is worth.

    python -m eval.with_cards [FILE...]

Each row ranks the same questions with one more sign from the cards that they name; its weight is learnt with the others
from the `dev` half of the shipped questions. Needs the cards (`judge cards add`). Prints Markdown.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from eval.compared import Sets, answerable_sets, learnt_scores, table
from eval.fit import Example, Numbers, example
from eval.measures import found, headings
from eval.once import RememberingEncoder
from eval.records import Question
from index.cards.recognise import masked
from index.cards.store import CardStore
from index.home import home_folder
from index.ranking import FEATURES
from index.search import Search
from index.vectors import SentenceEncoder
from judge.cards import CardReader, ReadCard
from judge.judge import Judge
from judge.library import Library

MOST_CARDS = 4
MOST_RULINGS = 3
LONGEST_TEXT = 600
BELOW = 0.7

Sign = Callable[[Search, Question, Sequence[ReadCard]], Numbers]


@dataclass(frozen=True)
class Asked:
    """A question, what stands in place of its cards' names, and the cards that it names for sure."""

    question: Question
    masked: str
    cards: tuple[ReadCard, ...]

    @classmethod
    def read(cls, question: Question, reader: CardReader) -> "Asked":
        """The cards that a question names, by a reader of cards."""
        mentions = reader.names.find_cards(question.question)
        named = [each for each in reader.named_in(question.question) if len(each.cards) == 1]
        cards = tuple(each.cards[0] for each in named[:MOST_CARDS])
        return cls(question, masked(question.question, mentions), cards)


def by_clues(search: Search, question: Question, cards: Sequence[ReadCard]) -> Numbers:
    """1 for each rule that a card's own words lead to, less for its subrules; shape (rules, 1)."""
    wanted = {clue.rule for read in cards for clue in read.clues}
    below = [any(found(rule, each, wanted) for each in wanted) for rule in search.rules]
    return np.array(
        [[1.0 if rule in wanted else BELOW * under] for rule, under in zip(search.rules, below, strict=True)]
    )


def by_rulings(search: Search, question: Question, cards: Sequence[ReadCard]) -> Numbers:
    """The features of the card's rulings nearest to the question, the best of each; shape (rules, features)."""
    texts = [ruling.text for read in cards for ruling in read.rulings[:MOST_RULINGS]]
    return _best_of(search, texts)


def by_card_text(search: Search, question: Question, cards: Sequence[ReadCard]) -> Numbers:
    """The features of the question with the text of its cards behind it; shape (rules, features)."""
    text = " ".join(face.text for read in cards for face in read.card.faces)
    return _best_of(search, [f"{question.question} {text}"[:LONGEST_TEXT]] if text else [])


def _best_of(search: Search, texts: Sequence[str]) -> Numbers:
    best = np.zeros((len(search.rules), len(FEATURES)))
    for text in texts:
        best = np.maximum(best, search.features(search.evidence(text)))
    return best


SIGNS: dict[str, tuple[Sign, ...]] = {
    "rules that the cards' words lead to": (by_clues,),
    "the cards' nearest rulings": (by_rulings,),
    "the question with the cards' text": (by_card_text,),
    "all three": (by_clues, by_rulings, by_card_text),
}


@dataclass(frozen=True)
class Comparison:
    """The judge's search and what the questions of every set name."""

    judge: Judge
    sets: Sets
    asked: Mapping[str, Sequence[Asked]]

    def scores(self, signs: Sequence[Sign], masked: bool = False) -> dict[str, Numbers]:
        """The scores of each set's questions with some signs, or asked without the names of cards."""
        search, known = self.judge.search, headings(self.judge.rulebook)
        assert search is not None
        numbers = [self.judge.rulebook.by_id[rule].number for rule in search.rules]

        def made(each: Asked) -> Example:
            text = each.masked if masked else None
            alone = example(search, numbers, each.question, known, text)
            more = [sign(search, each.question, each.cards) for sign in signs]
            return Example(np.hstack([alone.features, *more]), alone.items)

        examples = {name: [made(each) for each in some] for name, some in self.asked.items()}
        return learnt_scores(examples, self.sets, numbers, known)


def main(paths: Sequence[str]) -> None:
    """Print the table over the shipped questions and those of the files."""
    sets = answerable_sets(paths)
    judge = Library.at_home().judge(encoder=RememberingEncoder(SentenceEncoder.from_name()))
    reader = CardReader.from_store(CardStore.at(home_folder()), judge.rulebook)
    asked = {name: [Asked.read(each, reader) for each in questions] for name, questions in sets.items()}
    compared = Comparison(judge, sets, asked)
    rows = {
        "without cards": compared.scores(()),
        "names replaced by what the card is": compared.scores((), masked=True),
        **{f"+ {title}": compared.scores(signs) for title, signs in SIGNS.items()},
    }
    print(table(sets, rows))
    print("\nThat name a card:", ", ".join(f"{name} {sum(bool(each.cards) for each in asked[name])}" for name in sets))


if __name__ == "__main__":
    main(sys.argv[1:])
