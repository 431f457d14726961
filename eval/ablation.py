"""Question sets and the two encoders → one table: what each part of the search is worth.

    python -m eval.ablation [FILE...]

Every row is a search with only some features, its weights learnt anew from the `dev` half of the shipped questions. On
`dev` itself each fifth is ranked by weights learnt from the other four. `test` and the files, which are in the numbers
of the edition in use, are only measured. Prints Markdown.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from eval.fit import FOLDS, Example, Numbers, example, fit_ranking
from eval.intervals import bootstrap
from eval.measures import NAMES, headings, score
from eval.questions import read_questions
from eval.records import Question
from eval.shipped import SHIPPED, load_questions
from index.ranking import FEATURES
from index.vectors import BASE_ENCODER, DEFAULT_ENCODER, SentenceEncoder
from judge.library import Library

DEPTH = 20
SHOWN = ("hit@1", "hit@5", "all@5", "hit@10", "mrr@10")
WITH_INTERVAL = "hit@5"
OF_VIEW = {
    "text": ("text", "words of text"),
    "plain": ("plain", "words of plain"),
    "question": ("question", "words of question", "second question", "third question", "number of questions"),
}
WORDS = tuple(name for name in FEATURES if name.startswith("words of"))
# Title, whether the encoder is the tuned one, the features; added one after the other, then taken away one by one.
ROWS: tuple[tuple[str, bool, frozenset[str]], ...] = (
    ("official text, by vectors", False, frozenset({"text"})),
    ("+ by words", False, frozenset(OF_VIEW["text"])),
    ("+ plain wording", False, frozenset({*OF_VIEW["text"], *OF_VIEW["plain"]})),
    ("+ typical questions", False, frozenset(FEATURES)),
    ("+ tuned encoder (the judge)", True, frozenset(FEATURES)),
    ("without the official text", True, frozenset(FEATURES) - {*OF_VIEW["text"]}),
    ("without the plain wording", True, frozenset(FEATURES) - {*OF_VIEW["plain"]}),
    ("without the typical questions", True, frozenset(FEATURES) - {*OF_VIEW["question"], "best of the views"}),
    ("without words (BM25)", True, frozenset(FEATURES) - {*WORDS}),
    ("without the second and third question", True, frozenset(FEATURES) - {"second question", "third question"}),
    ("without the number of questions", True, frozenset(FEATURES) - {"number of questions"}),
)


@dataclass(frozen=True)
class Measurer:
    """The examples of every set by one encoder, in the order of its questions, and what scoring needs."""

    examples: Mapping[str, Sequence[Example]]
    sets: Mapping[str, Sequence[Question]]
    numbers: Sequence[str]
    known: frozenset[str]

    def row(self, features: frozenset[str]) -> dict[str, Numbers]:
        """The scores of each set's questions, shape (questions, measures), with only these features."""
        kept = np.array([name in features for name in FEATURES], np.float64)
        some = {
            name: [replace(each, features=each.features * kept) for each in made]
            for name, made in self.examples.items()
        }
        dev = some["dev"]
        weights = fit_ranking([each for each in dev if each.items])
        scores = {name: self._score(name, [each.features @ weights for each in made]) for name, made in some.items()}
        return scores | {"dev": self._score("dev", _by_the_others(dev))}

    def _score(self, name: str, totals: Sequence[Numbers]) -> Numbers:
        scored = []
        for question, total in zip(self.sets[name], totals, strict=True):
            best = np.argsort(-np.round(total, 6), kind="stable")[: 2 * DEPTH]
            numbers = list(dict.fromkeys(self.numbers[at] for at in best))[:DEPTH]
            scored.append(score(question, numbers, self.known) or (0.0,) * len(NAMES))
        return np.array(scored)


def _by_the_others(made: Sequence[Example]) -> list[Numbers]:
    """The totals of every example by weights that were learnt without its own fifth."""
    totals: list[Numbers] = [np.zeros(0)] * len(made)
    for fold in range(FOLDS):
        weights = fit_ranking([each for at, each in enumerate(made) if at % FOLDS != fold and each.items])
        for at in range(fold, len(made), FOLDS):
            totals[at] = made[at].features @ weights
    return totals


def measurer(encoder: SentenceEncoder, sets: Mapping[str, Sequence[Question]]) -> Measurer:
    """The examples of all sets over the edition in use, by an encoder."""
    judge = Library.at_home().judge(encoder=encoder)
    search = judge.search
    assert search is not None
    numbers, known = [judge.rulebook.by_id[rule].number for rule in search.rules], headings(judge.rulebook)
    made = {name: [example(search, numbers, each, known) for each in some] for name, some in sets.items()}
    return Measurer(made, sets, numbers, known)


def table(sets: Mapping[str, Sequence[Question]], measurers: Mapping[bool, Measurer]) -> str:
    """The rows as Markdown, one part for each set; `measurers` by whether their encoder is the tuned one."""
    rows = {title: measurers[tuned].row(features) for title, tuned, features in ROWS}
    lines = []
    for name, questions in sets.items():
        lines += ["", f"{name}: {len(questions)} questions", ""]
        lines += [f"| search | {' | '.join(SHOWN)} |", f"| --- |{' --- |' * len(SHOWN)}"]
        for title, scores in rows.items():
            means, (low, high) = scores[name].mean(axis=0), bootstrap(scores[name])
            cells = []
            for measure in SHOWN:
                at = NAMES.index(measure)
                interval = f" ({low[at]:.3f}–{high[at]:.3f})" if measure == WITH_INTERVAL else ""
                cells.append(f"{means[at]:.3f}{interval}")
            lines.append(f"| {title} | {' | '.join(cells)} |")
    return "\n".join(lines[1:])


def main(paths: Sequence[str]) -> None:
    """Print the table over the shipped questions and those of the files."""
    sets = {split: load_questions(SHIPPED, split) for split in ("dev", "test")}
    sets |= {Path(path).stem: read_questions(path) for path in paths}
    answerable = {name: [each for each in questions if each.deciding] for name, questions in sets.items()}
    encoders = {False: SentenceEncoder.from_name(BASE_ENCODER), True: SentenceEncoder.from_name(DEFAULT_ENCODER)}
    print(table(answerable, {tuned: measurer(encoder, answerable) for tuned, encoder in encoders.items()}))


if __name__ == "__main__":
    main(sys.argv[1:])
