"""Question sets and the two encoders → one table: what each part of the search is worth.

    python -m eval.ablation [FILE...]

Every row is a search over some passages by some features, its weights learnt anew from the `dev` half of the shipped
questions. On `dev` itself each fifth is ranked by weights learnt from the other four. `test` and the files, which are
in the numbers of the edition in use, are only measured. The times are of the search alone, the question's vector being
there: the encoder takes the same for every row. Prints Markdown.
"""

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from eval.compared import answerable_sets, learnt_scores, table
from eval.fit import Example, Numbers, example
from eval.measures import headings
from eval.once import RememberingEncoder
from eval.records import Question
from index.carrier import BASE_ENCODER
from index.ranking import FEATURES, VIEWS
from index.search import Search
from index.vectors import DEFAULT_ENCODER, SentenceEncoder
from judge.judge import Judge
from judge.library import Library

TEXT, PLAIN, QUESTION = frozenset({"rule", "example", "glossary"}), frozenset({"plain"}), frozenset({"question"})
ALL = TEXT | PLAIN | QUESTION
EVERY = frozenset(FEATURES)
WORDS = frozenset({"words", "likelihood"})


@dataclass(frozen=True)
class Row:
    """A search over passages of some kinds by some features; `tuned` says by which encoder."""

    title: str
    tuned: bool
    kinds: frozenset[str]
    features: frozenset[str]


# Added one after the other, then taken away one by one.
ROWS = (
    Row("official text, by vectors", False, TEXT, frozenset({"text"})),
    Row("+ by words", False, TEXT, frozenset({"text", *WORDS})),
    Row("+ plain wording", False, TEXT | PLAIN, frozenset({*VIEWS, "best of the views", *WORDS})),
    Row("+ typical questions", False, ALL, EVERY - {"middle"}),
    Row("+ mean vectors", False, ALL, EVERY),
    Row("+ tuned encoder (the judge)", True, ALL, EVERY),
    Row("without the official text", True, PLAIN | QUESTION, EVERY),
    Row("without the plain wording", True, TEXT | QUESTION, EVERY),
    Row("without the typical questions", True, TEXT | PLAIN, EVERY),
    Row("without words (BM25)", True, ALL, EVERY - {"words"}),
    Row("without likelihoods", True, ALL, EVERY - {"likelihood"}),
    Row("without either", True, ALL, EVERY - WORDS),
    Row("without mean vectors", True, ALL, EVERY - {"middle"}),
    Row("without the second question", True, ALL, EVERY - {"second question"}),
    Row("without the number of questions", True, ALL, EVERY - {"number of questions"}),
)


@dataclass(frozen=True)
class Measurer:
    """The searches by an encoder that knows the vectors of all questions, and what scoring needs."""

    judge: Judge
    sets: Mapping[str, Sequence[Question]]

    def row(self, row: Row) -> tuple[dict[str, Numbers], float]:
        """The scores of each set's questions, shape (questions, measures), and a search's median time in ms."""
        assert self.judge.search is not None
        search, known = self.judge.search.only(row.kinds), headings(self.judge.rulebook)
        numbers = [self.judge.rulebook.by_id[rule].number for rule in search.rules]
        kept = np.array([name in row.features for name in FEATURES], np.float64)
        made = {
            name: [_with(example(search, numbers, each, known), kept) for each in questions]
            for name, questions in self.sets.items()
        }
        return learnt_scores(made, self.sets, numbers, known), _milliseconds(search, self.sets["dev"])


def _milliseconds(search: Search, questions: Sequence[Question]) -> float:
    taken = []
    for question in questions:
        start = time.perf_counter()
        search.search(question.question)
        taken.append(time.perf_counter() - start)
    return 1000 * float(np.median(taken))


def _with(made: Example, kept: Numbers) -> Example:
    return replace(made, features=made.features * kept)


def measurer(name: str, sets: Mapping[str, Sequence[Question]]) -> Measurer:
    """Over the edition in use, by the encoder of a name."""
    encoder = RememberingEncoder(SentenceEncoder.from_name(name))
    encoder.encode([question.question for questions in sets.values() for question in questions])
    return Measurer(Library.at_home().judge(encoder=encoder), sets)


def main(paths: Sequence[str]) -> None:
    """Print the table over the shipped questions and those of the files."""
    answerable = answerable_sets(paths)
    encoders = {False: BASE_ENCODER, True: DEFAULT_ENCODER}
    measurers = {tuned: measurer(name, answerable) for tuned, name in encoders.items()}
    measured = {row.title: measurers[row.tuned].row(row) for row in ROWS}
    print(table(answerable, {title: scores for title, (scores, _) in measured.items()}))
    print("\n| search | ms |\n| --- | --- |")
    print("\n".join(f"| {title} | {milliseconds:.1f} |" for title, (_, milliseconds) in measured.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
