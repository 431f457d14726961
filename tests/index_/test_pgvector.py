"""index/search/pgvector.py: the same scores and rankings from a real PostgreSQL with pgvector, and clear problems."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fake_encoder import BagOfWords
from postgres import PROGRAMS, free_port, pgvector_server, postgres
from sqlalchemy import create_engine, text

from eval.questions.shipped import load_questions
from index.encoder.encoder import DEFAULT_ENCODER, SentenceEncoder, Vectors
from index.plain.align import align_plain
from index.records import PlainRulebook, Rulebook
from index.search.build import prepare_search
from index.search.pgvector import VARIABLE, PgVectors, VectorEngineError
from index.search.search import Search
from index.search.vector_index import VectorIndex
from judge.library import Library

pytestmark = pytest.mark.patient

QUESTIONS = ("does trample go over?", "what does flying do?", "may I pay life?", "702.19")
SHIPPED = 40


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A PostgreSQL server with pgvector."""
    with postgres(pgvector_server()) as server:
        yield server.url


def unit_vectors(count: int) -> Vectors:
    """Vectors of length 1, shape (count, 384)."""
    drawn = np.random.default_rng(7).normal(size=(count, 384))
    vectors: Vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    return vectors


def test_scores_are_those_of_faiss(address: str) -> None:
    vectors = unit_vectors(500)
    flat, found = VectorIndex.from_vectors(vectors), PgVectors.written(address, "random", vectors)
    np.testing.assert_array_equal(found.rows, vectors)
    np.testing.assert_allclose(found.scores(vectors[3]), flat.scores(vectors[3]), atol=1e-6)
    assert [row for row, _ in found.search(vectors[3], 20)] == [row for row, _ in flat.search(vectors[3], 20)]


def test_an_index_is_written_once_and_ranks_as_before(
    address: str, home: Path, rulebook: Rulebook, plain: PlainRulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = align_plain(plain, rulebook)
    before = prepare_search(rulebook, entries, BagOfWords(), home)
    monkeypatch.setenv(VARIABLE, address)
    first, again = (prepare_search(rulebook, entries, BagOfWords(), home) for _ in range(2))
    assert isinstance(first.vectors, PgVectors) and isinstance(again.vectors, PgVectors)
    for question in QUESTIONS:
        hits = [hit.rule for hit in before.search(question).hits]
        assert hits and [hit.rule for hit in again.search(question).hits] == hits
    assert first.vectors.table == again.vectors.table
    query = text(f"SELECT count(*) FROM {first.vectors.table}")
    with create_engine(address.replace("postgresql:", "postgresql+psycopg:")).connect() as connection:
        assert connection.execute(query).scalar() == len(before.passages)


@pytest.mark.slow
def test_shipped_questions_are_ranked_the_same(address: str, home: Path) -> None:
    whole = Library(home).judge("plain", SentenceEncoder.from_name(DEFAULT_ENCODER)).search
    # Writing all the vectors takes half a minute; scripts/rankings.py compares all.
    some = [row for row, passage in enumerate(whole.passages) if passage.rule.startswith("5")]
    vectors = whole.vectors.rows[some]
    flat = Search.from_passages([whole.passages[row] for row in some], vectors, whole.encoder)
    engine = replace(flat, vectors=PgVectors.written(address, "plain", flat.vectors.rows))
    for each in load_questions("shipped", "dev")[:SHIPPED]:
        expected = [hit.rule for hit in flat.search(each.question).hits]
        assert [hit.rule for hit in engine.search(each.question).hits] == expected, each.question


def test_problems_are_said_in_one_line(address: str) -> None:
    vectors = unit_vectors(2)
    away = f"postgresql://me:secret@127.0.0.1:{free_port()}/postgres"
    with pytest.raises(VectorEngineError, match=r"^the vectors at .*:\*\*\*@.* start it, or unset JUDGE_VECTORS\.$"):
        PgVectors.written(away, "any", vectors)
    with pytest.raises(VectorEngineError, match=r"^found sqlite in JUDGE_VECTORS; expected postgresql://"):
        PgVectors.written("sqlite:///x", "any", vectors)
    with pytest.raises(VectorEngineError, match=r"^found no address in JUDGE_VECTORS; expected postgresql://"):
        PgVectors.written("far away", "any", vectors)


def test_a_server_without_pgvector_is_named() -> None:
    if not PROGRAMS:
        pytest.skip("PostgreSQL is missing; scripts/install-system installs it")
    with (
        postgres() as server,
        pytest.raises(VectorEngineError, match=r"^found PostgreSQL without pgvector at .*; install it there, or unset"),
    ):
        PgVectors.written(server.url, "any", unit_vectors(2))
