"""Two questions of a conversation, and what a search finds for the later one → whether it refers back to the earlier.

A logistic regression over the function words of the later question, its vector, the words that both have in common, and
the evidence of two searches: for the later question alone, and followed by the earlier one. "how much mana" resembles
hardly anything that players ask; "how much mana can I float" does. `python -m eval.fit` learns the weights from the
`dev` halves of the question sets. A cross-encoder reads both questions, and its log odds count, too.
"""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise

import numpy as np

from index.encoder.encoder import Encoder, Vectors
from index.search.evidence import Evidence
from index.search.features import BARE, COVERED
from index.search.search import SearchResult
from index.words import each_word, letter_runs
from judge.question.cross_encoder import CrossEncoder

FILE = "follow_up.json"
CONSTANT = "constant"
FUNCTION_WORDS = each_word(
    "a an the and or but so then though if what when which who whose where why how much many long often also too "
    "instead either again still same else even only just ok okay right wait no yes well hm hmm oh ah nice cool thanks "
    "thx great it its they them their theirs he him his she her hers this that these those one ones do does did is are "
    "was were can could may might will would should has have had be been i my mine me you your we of in on for with "
    "without to from by at as after before during until once not unless other another both all any some more less "
    "there now"
)
CUE, VECTOR = "cue", "vector"
BEGIN, END, CONTENT = "^", "$", "_"
MOST_EARLIER = 3
TYPICAL_FROM = 0.95
CROSS_ENCODER_WEIGHT = 0.7  # anything from 0.5 to 1 does about as well

NO_VECTOR: Vectors = np.zeros(0, np.float32)
NO_VECTOR.flags.writeable = False

Features = dict[str, float]


@dataclass(frozen=True)
class QuestionPair:
    """A question after an earlier one, and the evidence of two searches: for it alone, and with the earlier one.

    `vector` is the question's, shape (dimensions,); that of another encoder than was learned from doesn't count.
    `typical` is the cosine of the nearest typical question, or question of a procedure.
    """

    question: str
    earlier: str
    alone: Evidence
    in_context: Evidence
    vector: Vectors = field(default_factory=lambda: NO_VECTOR)
    typical: float = 0.0


def questions_before(
    asked: str,
    earlier: Sequence[str],
    find: Callable[[str], SearchResult],
    encoder: Encoder,
    cross_encoder: CrossEncoder | None = None,
) -> tuple[str, ...]:
    """Those of the earlier questions that a question refers back to, oldest first; `find` searches for a text."""
    before: list[str] = []
    question = asked
    for one in reversed(earlier[-MOST_EARLIER:]):
        pair = searched_pair(question, one, find, encoder)
        if not is_follow_up(pair, find(question).covered, cross_encoder):
            break
        before.insert(0, one)
        question = one
    return tuple(before)


def searched_pair(question: str, earlier: str, find: Callable[[str], SearchResult], encoder: Encoder) -> QuestionPair:
    """A question after an earlier one, searched for alone and in context."""
    alone, in_context = (find(text) for text in (question, f"{question} {earlier}"))
    typical = [*(hit.score for hit in alone.near[:1]), *([alone.procedure.cosine] if alone.procedure else [])]
    vector = encoder.encode([question])[0]
    return QuestionPair(question, earlier, alone.evidence, in_context.evidence, vector, max(typical, default=0.0))


def is_follow_up(pair: QuestionPair, covered: bool = True, cross_encoder: CrossEncoder | None = None) -> bool:
    """Whether the question can't be understood without the earlier one.

    A question that is nearly a typical one can, such as one that the page offered. `covered` says whether the plain
    rulebook covers the edition that was searched.
    """
    if pair.typical >= TYPICAL_FROM:
        return False
    found = log_odds(pair, covered)
    if cross_encoder:
        found += CROSS_ENCODER_WEIGHT * cross_encoder.log_odds(pair.question, pair.earlier)
    return found > 0


def log_odds(pair: QuestionPair, covered: bool = True) -> float:
    """The log odds of a follow-up by the logistic regression."""
    weights = _weights(covered)
    known = (
        pair
        if sum(name.startswith(VECTOR) for name in weights) == len(pair.vector)
        else replace(pair, vector=NO_VECTOR)
    )
    return weights[CONSTANT] + sum(weights.get(name, 0.0) * value for name, value in features(known).items())


def features(pair: QuestionPair) -> Features:
    """The features of two questions by name; those of cues are 1 where the question has the cue."""
    evidence = {
        f"{where}: {name}": value
        for where, found in (("alone", pair.alone), ("in context", pair.in_context))
        for name, value in asdict(found).items()
    }
    words, known = _words(pair.question), frozenset(_words(pair.earlier))
    content = [word for word in words if word not in FUNCTION_WORDS]
    shared = sum(word in known for word in content)
    lengths = {
        "words": float(len(words)),
        "words, logarithm": math.log1p(len(words)),
        "content": float(len(content)),
        "content, logarithm": math.log1p(len(content)),
        "new content": float(len(content) - shared),
        "shared content": float(shared),
        "share of shared content": shared / (len(content) + 1),
        "no content": float(not content),
    }
    vector = {f"{VECTOR}: {at}": float(value) for at, value in enumerate(pair.vector)}
    return evidence | lengths | vector | {f"{CUE}: {cue}": 1.0 for cue in _cues(words, pair.question)}


def _words(question: str) -> list[str]:
    return letter_runs(question.casefold().replace("’", "").replace("'", ""))


def _cues(words: list[str], question: str) -> set[str]:
    """The function words of a question, and each two tokens in a row, with `_` for a word of content."""
    inside = [word if word in FUNCTION_WORDS else CONTENT for word in words]
    tokens = [BEGIN, *inside, *("?" * question.rstrip().endswith("?")), END]
    return {*inside, *(f"{first} {second}" for first, second in pairwise(tokens))}


@cache
def _weights(covered: bool) -> dict[str, float]:
    both: dict[str, dict[str, float]] = json.loads((files("index") / "models" / FILE).read_text("utf-8"))
    return both[COVERED if covered else BARE]
