"""Question sets and the two encoders → one table: what each part of the search contributes.

    python -m eval.studies.ablation [FILE...]

Each row is a search over some kinds of passages with some features, with its own weights learned from `dev` (see
`comparison.py`). The files must use the rule numbers of the edition in use. Times are for the search alone, with the
question already encoded, since encoding takes equally long in every row. Prints Markdown.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from eval.examples import SearchedRules, whole_search
from eval.records import Array, Question
from eval.studies.comparison import QuestionSets, answerable_sets, learned_scores, table
from eval.systems.cached_encoder import MemoizingEncoder
from index.encoder.base_model import BASE_ENCODER
from index.encoder.encoder import DEFAULT_ENCODER, SentenceEncoder
from index.records import Rulebook
from index.search.features import FEATURES, VIEWS
from index.search.search import Search
from judge.library import Library

TEXT, PLAIN, QUESTION = frozenset({"rule", "example", "glossary"}), frozenset({"plain"}), frozenset({"question"})
ALL = TEXT | PLAIN | QUESTION
EVERY = frozenset(FEATURES)
WORDS = frozenset({"words", "likelihood"})


@dataclass(frozen=True)
class Variant:
    """A search over some kinds of passages with some features; `tuned` selects the tuned encoder."""

    title: str
    tuned: bool
    kinds: frozenset[str]
    features: frozenset[str]


# First the parts are added one by one, then each is removed from the complete search.
ROWS = (
    Variant("official text, by vectors", False, TEXT, frozenset({"text"})),
    Variant("+ by words", False, TEXT, frozenset({"text", *WORDS})),
    Variant("+ plain wording", False, TEXT | PLAIN, frozenset({*VIEWS, "best of the views", *WORDS})),
    Variant("+ typical questions", False, ALL, EVERY - {"centroid"}),
    Variant("+ centroids", False, ALL, EVERY),
    Variant("+ tuned encoder (the judge)", True, ALL, EVERY),
    Variant("without the official text", True, PLAIN | QUESTION, EVERY),
    Variant("without the plain wording", True, TEXT | QUESTION, EVERY),
    Variant("without the typical questions", True, TEXT | PLAIN, EVERY),
    Variant("without BM25", True, ALL, EVERY - {"words"}),
    Variant("without the query likelihood", True, ALL, EVERY - {"likelihood"}),
    Variant("without either", True, ALL, EVERY - WORDS),
    Variant("without centroids", True, ALL, EVERY - {"centroid"}),
    Variant("without the second question", True, ALL, EVERY - {"second question"}),
    Variant("without the number of questions", True, ALL, EVERY - {"number of questions"}),
)


@dataclass(frozen=True)
class Ablation:
    """The complete search by one encoder, which is reduced for each row."""

    rulebook: Rulebook
    search: Search
    sets: QuestionSets

    @classmethod
    def with_encoder(cls, name: str, sets: QuestionSets) -> "Ablation":
        """The search over the edition in use, with all questions already encoded."""
        encoder = MemoizingEncoder(SentenceEncoder.from_name(name))
        encoder.encode([question.question for questions in sets.values() for question in questions])
        library = Library.at_home()
        search = whole_search(library, encoder, library.reader().entries)
        return cls(library.rulebook(), search, sets)

    def measure(self, row: Variant) -> tuple[dict[str, Array], float]:
        """The scores of each set's questions, shape (questions, measures), and the median search time in ms."""
        rules = SearchedRules.from_rulebook(self.search.only(row.kinds), self.rulebook)
        kept = np.array([name in row.features for name in FEATURES], np.float64)
        examples = {
            name: [replace(each, features=each.features * kept) for each in map(rules.example, questions)]
            for name, questions in self.sets.items()
        }
        return learned_scores(examples, self.sets, rules), _milliseconds(rules.search, self.sets["dev"])


def _milliseconds(search: Search, questions: Sequence[Question]) -> float:
    times = []
    for question in questions:
        start = time.perf_counter()
        search.search(question.question)
        times.append(time.perf_counter() - start)
    return 1000 * float(np.median(times))


def main(paths: Sequence[str]) -> None:
    """Print the table for the shipped questions and those in the files."""
    sets = answerable_sets(paths)
    encoders = {False: BASE_ENCODER, True: DEFAULT_ENCODER}
    ablations = {tuned: Ablation.with_encoder(name, sets) for tuned, name in encoders.items()}
    measured = {row.title: ablations[row.tuned].measure(row) for row in ROWS}
    print(table(sets, {title: scores for title, (scores, _) in measured.items()}))
    print("\n| search | ms |\n| --- | --- |")
    print("\n".join(f"| {title} | {milliseconds:.1f} |" for title, (_, milliseconds) in measured.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
