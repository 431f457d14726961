"""The procedures of an edition and the vectors of their questions → the one that a question resembles most."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from index.encoder.encoder import Vectors
from index.plain.procedures import Procedure
from index.search.ranks import Rows
from index.search.vector_index import VectorIndex

# What the cosine of a procedure's mean vector and the chances of its steps count beside that of its nearest question.
MEAN, CHANCES = 0.5, 0.2


@dataclass(frozen=True)
class NearProcedure:
    """A procedure with its nearest question, and the cosine of that question and the one asked."""

    procedure: Procedure
    question: str
    cosine: float


@dataclass(frozen=True)
class ProcedureIndex:
    """Procedures and the unit vectors of all their questions in order, shape (questions, dimensions)."""

    procedures: tuple[Procedure, ...]
    vectors: Vectors

    @classmethod
    def empty(cls) -> "ProcedureIndex":
        """The index of an edition without procedures."""
        return cls((), np.zeros((0, 0), np.float32))

    def nearest(self, vector: Vectors, chances: Mapping[str, float]) -> NearProcedure | None:
        """The procedure that a question resembles most, None where there is none.

        `vector` is the question's unit vector, shape (dimensions,), and `chances` are those of the rules found for it.
        """
        if not self.procedures:
            return None
        cosines = self._index.scores(vector)
        best = np.maximum.reduceat(cosines, self._starts)
        of_steps = np.zeros(len(self.procedures))
        for rule, chance in chances.items():
            for at in self._having.get(rule, ()):
                of_steps[at] += chance
        nearest = int(np.argmax(best + MEAN * self._means.scores(vector) + CHANCES * of_steps))
        procedure, start = self.procedures[nearest], self._starts[nearest]
        question = int(np.argmax(cosines[start : start + len(procedure.questions)]))
        return NearProcedure(procedure, procedure.questions[question], float(best[nearest]))

    def save(self, path: Path) -> None:
        """Write what `load` reads."""
        described = json.dumps([asdict(each) for each in self.procedures], ensure_ascii=False)
        np.savez(path, vectors=self.vectors, procedures=np.frombuffer(described.encode("utf-8"), np.uint8))

    @classmethod
    def load(cls, path: Path) -> "ProcedureIndex":
        """Read what `save` wrote."""
        with np.load(path, allow_pickle=False) as saved:
            described, vectors = json.loads(saved["procedures"].tobytes().decode("utf-8")), saved["vectors"]
        procedures = (Procedure(each["title"], tuple(each["steps"]), tuple(each["questions"])) for each in described)
        return cls(tuple(procedures), vectors)

    @cached_property
    def _starts(self) -> Rows:
        """The row of each procedure's first question."""
        counts = [len(each.questions) for each in self.procedures]
        return np.cumsum([0, *counts[:-1]], dtype=np.intp)

    @cached_property
    def _having(self) -> dict[str, list[int]]:
        """The places of the procedures that have a rule among their steps, by the rule's id."""
        having: dict[str, list[int]] = {}
        for at, procedure in enumerate(self.procedures):
            for step in procedure.steps:
                having.setdefault(step, []).append(at)
        return having

    @cached_property
    def _index(self) -> VectorIndex:
        """The vectors of the questions."""
        return VectorIndex.from_vectors(self.vectors)

    @cached_property
    def _means(self) -> VectorIndex:
        """The mean of each procedure's vectors, as a unit vector."""
        sums = np.add.reduceat(self.vectors, self._starts)
        return VectorIndex.from_vectors(
            sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), np.float32(1e-9))
        )


def procedure_texts(procedures: Sequence[Procedure]) -> list[str]:
    """The questions of procedures, in the order of the rows of their vectors."""
    return [question for procedure in procedures for question in procedure.questions]
