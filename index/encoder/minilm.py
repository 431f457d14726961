"""Texts → unit vectors by all-MiniLM-L6-v2, tuned or not, with ONNX Runtime and without torch.

`tokenizers` splits the texts into word pieces and the published file has a vector for each; the rest is the graph that
`index/make/graph.py` makes.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from index.encoder.adapter import Adapter, Matrix
from index.encoder.base_model import TOKENIZER, WEIGHTS
from index.encoder.weights import graph_weights, read_tensors

GRAPH = "minilm.onnx"
LONGEST = 256
TOKENS_AT_ONCE = 512


class OnnxSession(Protocol):
    """What runs the graph: ONNX Runtime, or what a study compares with it."""

    def run(self, outputs: Sequence[str], inputs: Mapping[str, NDArray[Any]]) -> Sequence[Matrix]:
        """The outputs of these names."""


def load_session(weights: Mapping[str, Matrix]) -> OnnxSession:
    """The graph with these weights in ONNX Runtime, which runs it in the caller's thread."""
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    given = [onnxruntime.OrtValue.ortvalue_from_numpy(weight) for weight in weights.values()]
    options.add_external_initializers(list(weights), given)
    graph = (files("index") / "models" / GRAPH).read_bytes()
    session: OnnxSession = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    return session


class MiniLM:
    """The model in memory; several threads may use it at once.

    Texts that fit in one batch run in the caller's thread and no other; more take as many threads as there are cores.
    """

    def __init__(
        self,
        folder: Path,
        adapter: Adapter | None = None,
        load: Callable[[Mapping[str, Matrix]], OnnxSession] = load_session,
    ) -> None:
        """`folder` holds the published files, checked by `index.encoder.base_model`."""
        tensors = read_tensors(folder / WEIGHTS)
        self._tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
        self._tokenizer.enable_truncation(LONGEST)
        self._tokenizer.no_padding()
        self._words = tensors["embeddings.word_embeddings.weight"]
        first_type = tensors["embeddings.token_type_embeddings.weight"][0]
        self._positions = tensors["embeddings.position_embeddings.weight"] + first_type
        kept = adapter.directions.T if adapter else np.eye(self._words.shape[1], dtype=np.float32)
        self._directions = np.ascontiguousarray(kept)
        self._session = load(graph_weights(adapter.changed(tensors) if adapter else tensors))

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Unit vectors, float32, shape (texts, dimensions)."""
        tokens = [self._tokenizer.encode(text).ids for text in texts]
        vectors = np.empty((len(texts), self._directions.shape[1]), np.float32)

        def encode_batch(rows: list[int]) -> None:
            vectors[rows] = self._run([tokens[row] for row in rows])

        batches = list(batch_by_length([len(each) for each in tokens]))
        if len(batches) == 1:
            encode_batch(batches[0])
        elif batches:
            with ThreadPoolExecutor(os.cpu_count()) as threads:
                list(threads.map(encode_batch, batches))
        return vectors

    def _run(self, tokens: Sequence[Sequence[int]]) -> Matrix:
        """The vectors of one batch, each text padded to the longest."""
        lengths = np.array([len(each) for each in tokens], np.int32)
        longest = int(lengths.max())
        ids = np.array([[*each, *[0] * (longest - len(each))] for each in tokens])
        inputs = {
            "embedded": self._words[ids] + self._positions[:longest],
            "lengths": lengths,
            "shares": ((np.arange(longest) < lengths[:, None]) / lengths[:, None])[:, None].astype(np.float32),
            "directions": self._directions,
        }
        vectors: Matrix = self._session.run(["vectors"], inputs)[0][:, 0]
        return vectors


def batch_by_length(lengths: Sequence[int]) -> Iterator[list[int]]:
    """The places of texts in batches, the shortest first, each batch at most TOKENS_AT_ONCE tokens with its padding."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lambda place: lengths[place]):
        if batch and (len(batch) + 1) * lengths[place] > TOKENS_AT_ONCE:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch
