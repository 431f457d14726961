"""index/plain/procedures.py and index/search/procedures.py: procedures, and the one that a question resembles most."""

from pathlib import Path

import numpy as np
import pytest
from fake_encoder import BagOfWords

from index.errors import PlainError
from index.plain.chapters import read_plain
from index.plain.procedures import Procedure, in_edition, read_procedures, shipped_procedures
from index.search.procedures import ProcedureIndex, procedure_texts

FILE = """# Title

A paragraph for people.

## Flying a kite
Steps: 900.1, 900.2a

- how do i fly a kite
- kite, step by step

## Landing a kite
Steps: 900.2b, 900.2c, 900.3

- how do i bring it down
"""
FLYING = Procedure("Flying a kite", ("900.1", "900.2a"), ("how do i fly a kite", "kite, step by step"))
LANDING = Procedure("Landing a kite", ("900.2b", "900.2c", "900.3"), ("how do i bring it down",))


@pytest.fixture
def index() -> ProcedureIndex:
    """Both procedures, encoded as bags of words."""
    both = (FLYING, LANDING)
    return ProcedureIndex(both, BagOfWords().encode(procedure_texts(both)))


def test_procedures_with_their_steps_and_questions() -> None:
    assert read_procedures("p.md", FILE) == [FLYING, LANDING]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("## Kites\nSteps: 900.1\n\n- how", "1 steps and 1 questions"),
        ("## Kites\nSteps: 900.1, 900.1\n\n- how", "2 steps and 1 questions"),
        ("## Kites\nSteps: 900.1, 900.2", "2 steps and 0 questions"),
        ("## Kites\n- how", "0 steps and 1 questions"),
        ("## Kites\nSteps: 900.1, then land\n\n- how", 'the step "then land"'),
    ],
)
def test_what_is_no_procedure_is_named(text: str, found: str) -> None:
    with pytest.raises(PlainError) as error:
        read_procedures("p.md", text)
    assert str(error.value).startswith(f'p.md: found "Kites" with {found}, expected 2 to 8 different numbers after')


def test_an_edition_has_other_ids_and_lacks_rules() -> None:
    ids = {"900.1": "901.1", "900.2a": "901.2a", "900.3": "901.3"}
    (kept,) = in_edition([FLYING, LANDING], ids)
    assert kept == Procedure(FLYING.title, ("901.1", "901.2a"), FLYING.questions)


def test_the_nearest_question_is_found(index: ProcedureIndex) -> None:
    (vector,) = BagOfWords().encode(["bring it down"])
    found = index.nearest(vector, {})
    assert found is not None
    assert (found.procedure, found.question) == (LANDING, "how do i bring it down")
    assert found.cosine == pytest.approx(float(index.vectors[2] @ vector))


def test_the_chances_of_the_steps_decide_between_near_ones(index: ProcedureIndex) -> None:
    (vector,) = BagOfWords().encode(["how do i"])
    alone, likely = index.nearest(vector, {}), index.nearest(vector, {"900.1": 0.5, "900.2a": 0.5, "900.2c": 0.0})
    assert alone is not None
    assert likely is not None
    assert likely.procedure == FLYING
    assert index.nearest(vector, {"900.2b": 1.0}) != likely


def test_no_procedures() -> None:
    assert ProcedureIndex.empty().nearest(np.zeros(3, np.float32), {}) is None


def test_saved_and_loaded(index: ProcedureIndex, tmp_path: Path) -> None:
    for each in (index, ProcedureIndex.empty()):
        each.save(tmp_path / "procedures.npz")
        loaded = ProcedureIndex.load(tmp_path / "procedures.npz")
        assert loaded.procedures == each.procedures
        assert np.array_equal(loaded.vectors, each.vectors)


def test_the_shipped_procedures() -> None:
    procedures, known = shipped_procedures(), read_plain().by_number
    assert len(procedures) >= 200
    for procedure in procedures:
        assert all(known[step].plain for step in procedure.steps), procedure.title
        assert len(procedure.questions) >= 7, procedure.title
    titles, questions = [each.title for each in procedures], procedure_texts(procedures)
    assert len(set(titles)) == len(titles)
    assert len({question.casefold() for question in questions}) == len(questions) >= 2000
    assert len({each.steps for each in procedures}) == len(procedures)
