"""The question sets: what sets/questions.jsonl holds, and that nothing the judge learns from holds a test question."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from paths import SharedFile
from rapidfuzz import fuzz, process

from eval.questions.shipped import load_questions
from eval.records import Question
from index.encoder.cache import embed
from index.encoder.encoder import SentenceEncoder
from index.plain.chapters import KEYED_TO, read_plain
from index.plain.procedures import shipped_procedures
from index.plain.unanswerable import shipped_unanswerable
from index.search.procedures import procedure_texts

CATEGORIES = {
    "combat", "stack and priority", "triggers", "replacement and prevention", "layers", "copying",
    "state-based actions", "keywords", "casting and costs", "zones", "tokens and counters", "types", "mana",
    "Commander and multiplayer", "other",
}  # fmt: skip
STYLES = {"short", "situation", "yes/no", "slang", "wrong assumption", "card names"}
NEAR = 0.9
IN_A_ROW = 8
LONGEST_COMMON = 11  # words in a row of short everyday sentences
LEAST_ALIKE = 92  # in percent, by the words in any order


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    """The whole set."""
    return load_questions("shipped", "dev") + load_questions("shipped", "test")


@pytest.fixture(scope="module")
def learnt_from() -> list[str]:
    """Every question that the judge learns from and compares with."""
    typical = [question for entry in read_plain().entries for question in entry.questions]
    aside = [question for kind in shipped_unanswerable() for question in kind.questions]
    return [*typical, *aside, *procedure_texts(shipped_procedures())]


def test_how_many_there_are(questions: list[Question]) -> None:
    answerable = [question for question in questions if question.deciding]
    assert len(answerable) >= 600
    assert len(questions) - len(answerable) >= 120
    assert sum(question.difficulty == "3" for question in answerable) >= 150
    assert sum(question.need == "all" for question in answerable) >= 50
    for split in ("dev", "test"):
        inside = [question for question in questions if question.split == split]
        assert 0.45 < len(inside) / len(questions) < 0.55
        assert {question.category for question in inside} == CATEGORIES


def test_every_field(questions: list[Question]) -> None:
    known = read_plain().by_number
    for question in questions:
        assert question.category in CATEGORIES, question.id
        assert question.style in STYLES, question.id
        assert question.difficulty in ("1", "2", "3"), question.id
        assert question.edition == KEYED_TO
        assert question.why, question.id
        numbers = [*(number for item in question.deciding for number in item), *question.supporting]
        assert set(numbers) <= known.keys(), question.id
        assert len(numbers) == len(set(numbers)), question.id
    assert max(Counter(question.question.casefold() for question in questions).values()) == 1


def test_no_eight_words_of_a_test_question_are_learnt_from(questions: list[Question], learnt_from: list[str]) -> None:
    learned = _runs(learnt_from)
    shared = {
        question.id for question in questions if question.split == "test" and _runs([question.question]) & learned
    }
    assert shared == set()


@pytest.mark.slow
def test_no_test_question_is_near_one_that_is_learnt_from(
    questions: list[Question], learnt_from: list[str], tmp_path: Path
) -> None:
    encoder = SentenceEncoder.from_name()
    tested = [question for question in questions if question.split == "test"]
    cosines = encoder.encode([question.question for question in tested]) @ embed(learnt_from, encoder, tmp_path).T
    near = [
        (question.id, learnt_from[int(row.argmax())], round(float(row.max()), 3))
        for question, row in zip(tested, cosines, strict=True)
        if row.max() > NEAR
    ]
    assert near == []
    assert np.median(cosines.max(axis=1)) > 0.5


@pytest.mark.parametrize(("name", "split"), [("shipped", "test"), ("kinds", "test"), ("posts", None)])
def test_no_test_question_of_any_set_is_learnt_from(name: str, split: str | None, learnt_from: list[str]) -> None:
    tested = [question.question for question in load_questions(name, split)]
    tuned_on = [question.question for kind in ("shipped", "kinds") for question in load_questions(kind, "dev")]
    assert len(tested) > 300
    assert _repeated(tested, [*learnt_from, *tuned_on]) == []


@pytest.mark.official
def test_no_real_question_is_learnt_from(shared: SharedFile, learnt_from: list[str]) -> None:
    tested = [question.question for question in load_questions(str(shared("questions/players-dev.jsonl")))]
    assert len(tested) > 100
    assert _repeated(tested, learnt_from) == []


def _repeated(tested: list[str], learned: list[str]) -> list[tuple[str, str]]:
    """The tested questions with a learned one of nearly the same words, or with a long run of words in common."""
    sorted_words = [
        [" ".join(sorted(re.findall(r"\w+", text.casefold()))) for text in some] for some in (tested, learned)
    ]
    alike = process.cdist(*sorted_words, scorer=fuzz.ratio, score_cutoff=LEAST_ALIKE)
    learned_runs = _runs(learned, LONGEST_COMMON + 1)
    return [(tested[one], learned[other]) for one, other in np.argwhere(alike)] + [
        (text, run) for text in tested for run in _runs([text], LONGEST_COMMON + 1) & learned_runs
    ]


def _runs(texts: Iterable[str], length: int = IN_A_ROW) -> set[str]:
    listed = [re.findall(r"[a-z0-9']+", text.casefold().replace("’", "'")) for text in texts]
    return {" ".join(words[at : at + length]) for words in listed for at in range(len(words) - length + 1)}
