"""How many shipped questions get the same first ten rules from FAISS and from pgvector, over the edition in use.

JUDGE_HOME=FOLDER .venv/bin/python scripts/rankings.py
"""

import time
from dataclasses import replace

import numpy as np
from postgres import pgvector_server, postgres

from eval.questions.shipped import SHIPPED, SPLITS, load_questions
from index.encoder.encoder import DEFAULT_ENCODER, SentenceEncoder, Vectors
from index.home import home_folder
from index.search.pgvector import PgVectors
from index.search.search import Search
from index.search.vector_index import VectorEngine
from judge.library import Library

FIRST = 10  # rules of a ranking that are compared


def first_rules(search: Search, question: str) -> list[str]:
    """The rules that a search ranks first."""
    return [hit.rule for hit in search.search(question).hits[:FIRST]]


def cosine_times(engine: VectorEngine, questions: Vectors) -> str:
    """How long all cosines of a question take."""
    times = []
    for question in questions:
        began = time.perf_counter()
        engine.scores(question)
        times.append(time.perf_counter() - began)
    p50, p95 = np.percentile(times, (50, 95)) * 1000
    return f"{p50:.1f} ms (p95 {p95:.1f} ms)"


def main() -> None:
    """Print how many are the same, and what both engines take."""
    library, encoder = Library(home_folder()), SentenceEncoder.from_name(DEFAULT_ENCODER)
    edition = library.edition_in_use()
    flat = library.judge(edition, encoder).search
    questions = [each.question for split in SPLITS for each in load_questions(SHIPPED, split)]
    with postgres(pgvector_server()) as server:
        began = time.perf_counter()
        engine = replace(flat, vectors=PgVectors.written(server.url, "rankings", flat.vectors.rows))
        written = time.perf_counter() - began
        same = sum(first_rules(flat, each) == first_rules(engine, each) for each in questions)
        vectors = encoder.encode(questions)
        ours, other = cosine_times(flat.vectors, vectors), cosine_times(engine.vectors, vectors)
    print(
        f"{same} of {len(questions)} questions have the same first {FIRST} rules in the same order, over {edition} with"
    )
    print(f"{len(flat.passages):,} passages. Written in {written:.0f} s. All cosines: FAISS {ours}, pgvector {other}.")


if __name__ == "__main__":
    main()
