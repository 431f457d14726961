"""A search and a question → a training example: the features of every rule, and which rules decide the question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from eval.records import Array, Flags, Question
from eval.scores.measures import finds, heading_numbers
from index.encoder.encoder import Encoder, SentenceEncoder
from index.plain.unanswerable import shipped_unanswerable
from index.records import PlainEntry, Rulebook
from index.search.build import build_search, prepare_search
from index.search.passages import make_passages
from index.search.search import Search
from judge.library import Library


@dataclass(frozen=True)
class TrainingExample:
    """The features of every rule, shape (rules, features), and for each deciding item the rules that find it."""

    features: Array
    items: tuple[Flags, ...]


@dataclass(frozen=True)
class SearchedRules:
    """A search with the number of each of its rules, and the numbers that are headings."""

    search: Search
    numbers: tuple[str, ...]
    headings: frozenset[str]

    @classmethod
    def from_rulebook(cls, search: Search, rulebook: Rulebook) -> "SearchedRules":
        """The rules of a search over a rulebook."""
        return cls(search, tuple(rulebook.by_id[rule].number for rule in search.rules), heading_numbers(rulebook))

    def features(self, text: str) -> Array:
        """The features of every rule for a question."""
        return self.search.features(self.search.scores_of(text)).astype(np.float64)

    def example(self, question: Question, text: str | None = None) -> TrainingExample:
        """The example of one question; `text` replaces its wording. Items that no searched rule finds are omitted."""
        items = (
            np.array([any(finds(number, wanted, self.headings) for wanted in item) for number in self.numbers])
            for item in question.deciding
        )
        return TrainingExample(self.features(text or question.question), tuple(item for item in items if item.any()))

    def examples(self, questions: Sequence[Question]) -> list[TrainingExample]:
        """An example for each answerable question with a deciding rule that can be found."""
        made = [self.example(question) for question in questions if question.deciding]
        return [each for each in made if each.items]


def open_search(library: Library, encoder: Encoder | None = None) -> tuple[Rulebook, Search]:
    """The edition in use and its search, by the default encoder unless another is given."""
    rulebook = library.rulebook()
    chosen = encoder or SentenceEncoder.from_name()
    return rulebook, prepare_search(rulebook, library.reader().entries, chosen, library.home)


def whole_search(library: Library, encoder: Encoder, plain: Mapping[str, PlainEntry]) -> Search:
    """A search over the edition in use in which every passage has a vector, the official texts too.

    `plain` has plain entries by the ids of their rules; without any, it is the search of a bare edition.
    """
    return build_search(make_passages(library.rulebook(), plain, shipped_unanswerable()), encoder, library.home)
