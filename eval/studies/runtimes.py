"""The graph of MiniLM in other runtimes than the judge's, for the comparison in `eval/studies/encoders.py`."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from index.encoder.adapter import Adapter, Matrix
from index.encoder.base_model import default_folder
from index.encoder.encoder import Model
from index.plain.chapters import read_plain

HEADS, LAYERS = 12, 6
CALIBRATED_ON = 200
EXAMPLES = ["Does it fly?", "Does it fly where no other one is high enough to reach it, or must it stay on the ground?"]

ModelWeights = Mapping[str, Matrix]
Inputs = Mapping[str, Any]


class Operations(NamedTuple):
    """The operations that NumPy and torch spell differently."""

    array: Callable[[Any], Any]
    softmax: Callable[[Any], Any]
    gelu: Callable[[Any], Any]
    normalize: Callable[[Any, Any, Any], Any]


class WrittenOut:
    """The graph of MiniLM written out for one text, in NumPy or torch."""

    def __init__(self, weights: ModelWeights, operations: Operations) -> None:
        self._weights = {name: operations.array(weight) for name, weight in weights.items()}
        self._operations = operations

    def run(self, outputs: Sequence[str], inputs: Inputs) -> Sequence[Matrix]:
        """The text's unit vector, shape (1, dimensions)."""
        states = self._normalize(self._operations.array(inputs["embedded"][0]), "embeddings")
        for number in range(LAYERS):
            states = self._layer(states, f"encoder.layer.{number}")
        vector = np.asarray(states.mean(0)) @ inputs["directions"]
        return [(vector / np.linalg.norm(vector))[None]]

    def _layer(self, states: Any, layer: str) -> Any:
        tokens, width = states.shape
        projected = self._dense(states, f"{layer}.attention.self").reshape(tokens, 3 * HEADS, -1).swapaxes(0, 1)
        queries, keys, values = (projected[start : start + HEADS] for start in range(0, 3 * HEADS, HEADS))
        scores = queries @ keys.swapaxes(1, 2) / math.sqrt(width / HEADS)
        heads = (self._operations.softmax(scores) @ values).swapaxes(0, 1).reshape(tokens, width)
        added = self._dense(heads, f"{layer}.attention.output.dense")
        states = self._normalize(states + added, f"{layer}.attention.output")
        inner = self._operations.gelu(self._dense(states, f"{layer}.intermediate.dense"))
        return self._normalize(states + self._dense(inner, f"{layer}.output.dense"), f"{layer}.output")

    def _dense(self, states: Any, name: str) -> Any:
        return states @ self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]

    def _normalize(self, states: Any, name: str) -> Any:
        scale, shift = self._weights[f"{name}.LayerNorm.weight"], self._weights[f"{name}.LayerNorm.bias"]
        return self._operations.normalize(states, scale, shift)


def numpy_session(weights: ModelWeights) -> WrittenOut:
    """NumPy, with GELU's usual approximation by tanh (Hendrycks and Gimpel 2016)."""

    def softmax(scores: Matrix) -> Matrix:
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        shares: Matrix = powers / powers.sum(-1, keepdims=True)
        return shares

    def gelu(inner: Any) -> Any:
        return inner * (0.5 + 0.5 * np.tanh(math.sqrt(2 / math.pi) * (inner + 0.044715 * inner * inner * inner)))

    def normalize(states: Matrix, scale: Matrix, shift: Matrix) -> Matrix:
        centered = states - states.mean(-1, keepdims=True)
        normal: Matrix = centered / np.sqrt((centered * centered).mean(-1, keepdims=True)) * scale + shift
        return normal

    return WrittenOut(weights, Operations(np.asarray, softmax, gelu, normalize))


def torch_session(weights: ModelWeights) -> WrittenOut:
    """torch, without sentence-transformers or transformers."""
    import torch

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)

    def normalize(states: Any, scale: Any, shift: Any) -> Any:
        return torch.nn.functional.layer_norm(states, scale.shape, scale, shift, 1e-12)

    softmax = partial(torch.softmax, dim=-1)
    return WrittenOut(weights, Operations(torch.from_numpy, softmax, torch.nn.functional.gelu, normalize))


class OpenVino:
    """A converted graph in OpenVINO."""

    def __init__(self, path: Path, precision: str) -> None:
        import openvino

        settings = {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": precision}
        self._request = openvino.Core().compile_model(path, "CPU", settings).create_infer_request()

    def run(self, outputs: Sequence[str], inputs: Inputs) -> Sequence[Matrix]:
        """The text's unit vector, shape (1, dimensions)."""
        return [self._request.infer(dict(inputs))[0].copy()]


def float_session(weights: ModelWeights) -> Any:
    """The judge's graph in float32 in ONNX Runtime."""
    from index.encoder.minilm import onnx_session
    from index.make.graph import make_graph

    return onnx_session(make_graph(quantized=False).SerializeToString(), weights)


def minilm(session: Callable[[ModelWeights], Any]) -> Model:
    """The judge's own encoder with another session."""
    from index.encoder.minilm import MiniLM

    return MiniLM(default_folder(), Adapter.shipped(), session)


def reference() -> Any:
    """The same model in sentence-transformers."""
    from index.encoder.sentence_transformer import SentenceTransformerModel

    model = SentenceTransformerModel.load(str(default_folder()), offline=True)
    Adapter.shipped().change(model.model)
    return model


class Traced:
    """sentence-transformers in bfloat16, recorded by torch.jit.trace: the judge's encoder before ONNX Runtime."""

    def __init__(self) -> None:
        import torch

        self._model = reference().model.bfloat16().eval().requires_grad_(False)
        self._model[0].processing_kwargs = {"text": {"pad_to_multiple_of": 8}}
        torch.set_num_threads(1)
        with torch.inference_mode():
            self._trace = torch.jit.trace(self._vectors, self._inputs(EXAMPLES), check_trace=False)  # type: ignore[no-untyped-call]

    def _vectors(self, ids: Any, mask: Any) -> Any:
        return self._model({"input_ids": ids, "attention_mask": mask})["sentence_embedding"]

    def _inputs(self, texts: Sequence[str]) -> tuple[Any, Any]:
        features = self._model.preprocess(list(texts))
        return features["input_ids"], features["attention_mask"]

    def encode(self, texts: Sequence[str]) -> Matrix:
        """The unit vector of one text."""
        import torch

        with torch.inference_mode():
            vectors: Matrix = torch.nn.functional.normalize(self._trace(*self._inputs(texts)).float(), dim=-1).numpy()
        return vectors


class Calibration:
    """Questions of the plain rulebook as inputs of the graph, for the ranges of int8 activations."""

    def __init__(self) -> None:
        questions = [question for entry in read_plain().entries for question in entry.questions]
        inputs: list[Inputs] = []

        class Recorder:
            def run(self, outputs: Sequence[str], given: Inputs) -> Sequence[Matrix]:
                inputs.append(given)
                return [np.zeros((1, given["directions"].shape[1]), np.float32)]

        recording = minilm(lambda weights: Recorder())
        for question in questions[:: len(questions) // CALIBRATED_ON]:
            recording.encode([question])
        self._inputs = iter(inputs)

    def get_next(self) -> Inputs | None:
        """The next inputs, None at the end."""
        return next(self._inputs, None)


def convert(folder: Path) -> None:
    """Write the float32 graph with its weights as float32.onnx, and as static.onnx in int8 per channel."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_static

    from index.encoder.weights import graph_weights, read_tensors
    from index.make.graph import make_graph

    model = make_graph(quantized=False)
    weights = graph_weights(Adapter.shipped().changed(read_tensors(default_folder() / "model.safetensors")))
    for tensor in model.graph.initializer:
        tensor.CopyFrom(onnx.numpy_helper.from_array(weights[tensor.name], tensor.name))
    floats = [name for node in model.graph.node for name in node.output]  # of fused operators ONNX knows no type
    model.graph.value_info.extend(
        onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in floats[:-1]
    )
    whole = folder / "float32.onnx"
    whole.write_bytes(model.SerializeToString())
    how = {"per_channel": True, "weight_type": QuantType.QInt8, "op_types_to_quantize": ["MatMul", "Attention"],
           "extra_options": {"MatMulConstBOnly": True}}  # fmt: skip
    quantize_static(whole, folder / "static.onnx", Calibration(), **how)
