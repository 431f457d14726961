"""Texts → unit vectors by all-MiniLM-L6-v2, tuned or not, with ONNX Runtime and without torch.

`tokenizers` splits the texts into word pieces and the published file has a vector for each; the rest is the graph that
`index/make/graph.py` makes.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from index.encoder.adapter import Adapter, Matrix
from index.encoder.base_model import TOKENIZER, WEIGHTS
from index.encoder.weights import TensorRows, graph_weights, quantized, read_tensors, shipped_graph

LONGEST = 256


class OnnxSession(Protocol):
    """What runs the graph: ONNX Runtime, or what a study compares with it."""

    def run(self, outputs: Sequence[str], inputs: Mapping[str, NDArray[Any]]) -> Sequence[Matrix]:
        """The outputs of these names."""


def load_session(weights: Mapping[str, Matrix]) -> OnnxSession:
    """The shipped graph with these weights, quantized."""
    return onnx_session(shipped_graph(), quantized(weights))


def onnx_session(graph: Path | bytes, weights: Mapping[str, NDArray[Any]]) -> OnnxSession:
    """A graph with the weights that it leaves out in ONNX Runtime, which runs it in the caller's thread."""
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    given = [onnxruntime.OrtValue.ortvalue_from_numpy(weight) for weight in weights.values()]
    options.add_external_initializers(list(weights), given)
    session: OnnxSession = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    return session


class MiniLM:
    """The model in memory; several threads may use it at once.

    One text runs in the caller's thread and no other; more take as many threads as there are cores. Each is encoded by
    itself, so it has the same vector alone and among others.
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
        self._words = TensorRows(folder / WEIGHTS, "embeddings.word_embeddings.weight")
        types = tensors["embeddings.token_type_embeddings.weight"]
        self._positions = tensors["embeddings.position_embeddings.weight"] + types[0]
        self._second_type = types[1] - types[0]
        kept = adapter.directions.T if adapter else np.eye(self._words.width, dtype=np.float32)
        self._directions = np.ascontiguousarray(kept)
        self._session = load(graph_weights(adapter.changed(tensors) if adapter else tensors))

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Unit vectors, float32, shape (texts, dimensions)."""
        if len(texts) <= 1:
            vectors = list(map(self._encode, texts))
        else:
            with ThreadPoolExecutor(os.cpu_count()) as threads:
                vectors = list(threads.map(self._encode, texts))
        return np.array(vectors, np.float32).reshape(len(texts), self._directions.shape[1])

    def _encode(self, text: str) -> Matrix:
        """A text's unit vector."""
        tokens = self._tokenizer.encode(text).ids
        return self._run(self._words[tokens] + self._positions[: len(tokens)])

    def encode_pair(self, first: str, second: str) -> Matrix:
        """The unit vector of two texts that are read as one, float32, shape (dimensions,)."""
        read = self._tokenizer.encode(first, second)
        of_second = np.array(read.type_ids, np.float32)[:, None] * self._second_type
        return self._run(self._words[read.ids] + self._positions[: len(read.ids)] + of_second)

    def _run(self, embedded: Matrix) -> Matrix:
        """The unit vector of embedded tokens, shape (tokens, width)."""
        vector: Matrix = self._session.run(["vector"], {"embedded": embedded[None], "directions": self._directions})[0][
            0
        ]
        return vector
