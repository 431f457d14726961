"""Vector engines compared: build time, recall against the flat index, and times, over synthetic passages.

    .venv/bin/python scripts/vectors.py --count 1000000 --engine faiss --engine clustered --engine pgvector
    JUDGE_HOME=FOLDER .venv/bin/python scripts/vectors.py --count 300000 --answers

Passages are drawn around the vectors of the plain rulebook, questions are the shipped ones. With --answers, whole
answers are measured: the edition in use gets typical questions, drawn around its own, until it has so many passages.
"""

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from eval.questions.shipped import load_questions
from index.cards.store import CardStore
from index.encoder.bundled import shipped_vectors
from index.encoder.encoder import DEFAULT_ENCODER, SentenceEncoder, Vectors
from index.search.reranker import shipped_trees
from index.search.saved import load_search, save_search
from index.search.search import UNANSWERABLE, Search
from index.search.vector_index import CLUSTERS, NEAREST_CLUSTERS, HalfPrecisionIndex, VectorIndex
from judge.judge import Judge
from judge.library import Library
from judge.lookup.cards import CardFinder

QUESTIONS, DEPTHS = 200, (10, 20, 100)
SPREAD = 0.04  # the deviation of each dimension; unit vectors of 192 dimensions have 0.072
BATCH = 10_000
SOURCE, WARMING = "synthetic", 20
HNSW = {"M": 16, "efConstruction": 128}
BREADTH = 256

Found = list[int]
Finder = Callable[[Vectors], Found]


@dataclass(frozen=True)
class Result:
    """What one engine takes and finds."""

    engine: str
    build: float
    memory: float
    recall: tuple[float, ...]
    p50: float
    p95: float


def synthetic(count: int, weights: str) -> Vectors:
    """Unit vectors around those of the plain rulebook, shape (count, dimensions)."""
    return around(np.stack(list(shipped_vectors(weights).values())), count)


def around(base: Vectors, count: int) -> Vectors:
    """Unit vectors around others, shape (count, dimensions)."""
    chance = np.random.default_rng(2026)
    vectors = np.empty((count, base.shape[1]), np.float32)
    for start in range(0, count, BATCH):
        part = base[chance.integers(0, len(base), min(BATCH, count - start))]
        part = part + chance.normal(0, SPREAD, part.shape).astype(np.float32)
        vectors[start : start + BATCH] = part / np.linalg.norm(part, axis=1, keepdims=True)
    return vectors


@contextmanager
def faiss(vectors: Vectors, options: argparse.Namespace) -> Iterator[Finder]:
    """The flat index."""
    index = VectorIndex.from_vectors(vectors)
    yield lambda question: [row for row, _ in index.search(question, DEPTHS[-1])]


@contextmanager
def half(vectors: Vectors, options: argparse.Namespace) -> Iterator[Finder]:
    """The index for passages, all of them compared."""
    index = HalfPrecisionIndex.from_vectors(vectors)
    yield lambda question: [row for row, _ in index.search(question, DEPTHS[-1])]


@contextmanager
def clustered(vectors: Vectors, options: argparse.Namespace) -> Iterator[Finder]:
    """The index for many passages."""
    index = HalfPrecisionIndex.from_vectors(vectors, CLUSTERS, NEAREST_CLUSTERS)
    yield lambda question: [row for row, _ in index.search(question, DEPTHS[-1])]


@contextmanager
def milvus(vectors: Vectors, options: argparse.Namespace) -> Iterator[Finder]:
    """Milvus Lite in this process, with HNSW."""
    from pymilvus import DataType, MilvusClient

    with tempfile.TemporaryDirectory() as folder:
        client: Any = MilvusClient(f"{folder}/vectors.db")
        schema = MilvusClient.create_schema()
        schema.add_field("row", DataType.INT64, is_primary=True)
        schema.add_field("vector", DataType.FLOAT_VECTOR, dim=vectors.shape[1])
        index = MilvusClient.prepare_index_params()
        index.add_index("vector", index_type="HNSW", metric_type="IP", params=HNSW)
        client.create_collection("passages", schema=schema, index_params=index)
        for start in range(0, len(vectors), BATCH):
            part = vectors[start : start + BATCH]
            client.insert("passages", [{"row": start + at, "vector": each} for at, each in enumerate(part)])
        client.flush("passages")
        client.load_collection("passages")
        asked = {"params": {"ef": BREADTH}}

        def find(question: Vectors) -> Found:
            named = {"limit": DEPTHS[-1], "search_params": asked, "output_fields": ["row"]}
            return [int(each["row"]) for each in client.search("passages", data=[question], **named)[0]]

        yield find
        client.close()


@contextmanager
def pgvector(vectors: Vectors, options: argparse.Namespace) -> Iterator[Finder]:
    """PostgreSQL with pgvector, with HNSW."""
    import psycopg
    from postgres import pgvector_server, postgres

    with (
        postgres(options.postgres or pgvector_server()) as server,
        psycopg.connect(server.url, autocommit=True) as connection,
    ):
        run = connection.execute
        run("CREATE EXTENSION vector")
        run(f"CREATE TABLE passages (row int, vector vector({vectors.shape[1]}))")
        with connection.cursor() as cursor, cursor.copy("COPY passages FROM STDIN") as copy:
            for row, vector in enumerate(vectors):
                copy.write_row((row, "[" + ",".join(map(repr, vector.tolist())) + "]"))
        run("SET maintenance_work_mem = '6GB'")
        run(
            "CREATE INDEX ON passages USING hnsw (vector vector_ip_ops)"
            f" WITH (m = {HNSW['M']}, ef_construction = {HNSW['efConstruction']})"
        )
        run(f"SET hnsw.ef_search = {BREADTH}")

        def find(question: Vectors) -> Found:
            asked = "[" + ",".join(map(repr, question.tolist())) + "]"
            query = f"SELECT row FROM passages ORDER BY vector <#> %s::vector LIMIT {DEPTHS[-1]}"
            return [row for (row,) in run(query, (asked,)).fetchall()]

        yield find


ENGINES = {"faiss": faiss, "half": half, "clustered": clustered, "milvus": milvus, "pgvector": pgvector}


def measured(name: str, vectors: Vectors, questions: Vectors, best: Sequence[Found], options: Any) -> Result:
    """Build an engine and ask it every question."""
    began = time.perf_counter()
    with ENGINES[name](vectors, options) as find:
        build = time.perf_counter() - began
        for question in questions[:5]:
            find(question)
        seconds, found = [], []
        for question in questions:
            asked = time.perf_counter()
            found.append(find(question))
            seconds.append(time.perf_counter() - asked)
        recall = tuple(
            float(np.mean([len(set(mine[:k]) & set(his[:k])) / k for mine, his in zip(found, best, strict=True)]))
            for k in DEPTHS
        )
        memory = _memory() / 1024
    return Result(name, build, memory, recall, *(float(np.percentile(seconds, share) * 1000) for share in (50, 95)))


def _memory() -> float:
    """The resident memory of this process and of what it started, in MB; shared pages count once for each."""
    total = 0.0
    for process in {os.getpid(), *_children(os.getpid())}:
        try:
            text = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) / 1024
    return total


def _children(process: int) -> Iterator[int]:
    listed = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True).stdout
    for child in map(int, listed.split()):
        yield child
        yield from _children(child)


def grown(search: Search, count: int) -> Search:
    """A search over so many passages: its own, and typical questions around its own."""
    own = [row for row, passage in enumerate(search.passages) if passage.kind == "question"]
    aside = next((row for row, each in enumerate(search.passages) if each.kind == UNANSWERABLE), len(search.passages))
    chosen = np.random.default_rng(2026).choice(own, count - len(search.passages)).tolist()
    more = [replace(search.passages[row], text=f"{search.passages[row].text} {at}") for at, row in enumerate(chosen)]
    vectors = around(search.vectors.rows[own], len(more))
    all_vectors = np.concatenate([search.vectors.rows[:aside], vectors, search.vectors.rows[aside:]])
    passages = [*search.passages[:aside], *more, *search.passages[aside:]]
    return replace(Search.from_passages(passages, all_vectors, search.encoder), trees=search.trees)


def save_grown(count: int, folder: Path) -> None:
    """Save such an index of the edition in use; in a process of its own, since only loading it is measured."""
    save_search(grown(Library.at_home().judge().search, count), SOURCE, folder)


def answers(count: int) -> str:
    """A line about whole answers over so many passages, and the memory that they take."""
    with tempfile.TemporaryDirectory() as folder:
        process = get_context("spawn").Process(target=save_grown, args=(count, Path(folder) / "index"))
        process.start()
        process.join()
        library, encoder = Library.at_home(), SentenceEncoder.from_name(DEFAULT_ENCODER)
        search = replace(load_search(Path(folder) / "index", SOURCE, encoder), trees=shipped_trees())
        judge = Judge(library.reader(), search, CardFinder(CardStore.at(library.home)))
        asked = [each.question for each in load_questions("shipped", "dev")[: QUESTIONS + WARMING]]
        seconds = []
        for question in asked:
            began = time.perf_counter()
            judge.ask(question)
            seconds.append(time.perf_counter() - began)
        p50, p95 = (float(np.percentile(seconds[WARMING:], share) * 1000) for share in (50, 95))
    return f"{count:,} passages: an answer takes p50 {p50:.1f} ms, p95 {p95:.1f} ms; memory {_memory() / 1024:.2f} GB"


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description="Vector engines compared.")
    options.add_argument("--count", type=int, default=100_000)
    options.add_argument("--engine", action="append", choices=list(ENGINES))
    options.add_argument(
        "--postgres", type=Path, metavar="FOLDER", help="where a PostgreSQL with pgvector is installed"
    )
    options.add_argument("--answers", action="store_true", help="measure whole answers over the edition in use instead")
    chosen = options.parse_args()
    if chosen.answers:
        return print(answers(chosen.count))
    encoder = SentenceEncoder.from_name(DEFAULT_ENCODER)
    questions = encoder.encode([each.question for each in load_questions("shipped", "dev")[:QUESTIONS]])
    vectors = synthetic(chosen.count, encoder.weights)
    flat = VectorIndex.from_vectors(vectors)
    best = [[row for row, _ in flat.search(question, DEPTHS[-1])] for question in questions]
    del flat
    print("| engine | passages | build | memory | recall@10 | recall@20 | recall@100 | p50 | p95 |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for name in chosen.engine or list(ENGINES):
        one = measured(name, vectors, questions, best, chosen)
        recall = " | ".join(f"{each:.3f}" for each in one.recall)
        row = f"| {name} | {chosen.count:,} | {one.build:,.0f} s | {one.memory:.1f} GB | {recall}"
        print(f"{row} | {one.p50:.1f} ms | {one.p95:.1f} ms |", flush=True)


if __name__ == "__main__":
    main()
