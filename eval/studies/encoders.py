"""Questions → what the default encoder takes in other runtimes, side by side.

    OMP_NUM_THREADS=1 python -m eval.studies.encoders FILE [--repeat 3]

Needs the packages of the extra `studies`. Every question is encoded by all runtimes in turn, by one thread, and a
runtime's time for it is the shortest of several. A cold start is a new process that encodes one question. Prints
Markdown; memory needs Linux.
"""

import argparse
import math
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import files
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from eval.questions.read import read_questions
from index.encoder.adapter import Adapter, Matrix
from index.encoder.base_model import default_folder
from index.encoder.encoder import DEFAULT_ENCODER, Model, SentenceEncoder
from index.plain.chapters import read_plain

HEADS, LAYERS = 12, 6
CALIBRATED_ON = 200
EXAMPLES = ["Does it fly?", "Does it fly where no other one is high enough to reach it, or must it stay on the ground?"]
REFERENCE = "sentence-transformers, float32"
ONNX, TORCH = ("onnxruntime", "flatbuffers", "protobuf"), ("torch", "sympy", "networkx")
TRANSFORMERS = (*TORCH, "sentence-transformers", "transformers", "scikit-learn", "scipy")

Weights = Mapping[str, Matrix]
Inputs = Mapping[str, Any]


class Operations(NamedTuple):
    """What NumPy and torch do not write alike."""

    array: Callable[[Any], Any]
    softmax: Callable[[Any], Any]
    gelu: Callable[[Any], Any]
    normalize: Callable[[Any, Any, Any], Any]


class WrittenOut:
    """The graph of MiniLM written out for one text, in NumPy or torch."""

    def __init__(self, weights: Weights, operations: Operations) -> None:
        self._weights = {name: operations.array(weight) for name, weight in weights.items()}
        self._operations = operations

    def run(self, outputs: Sequence[str], inputs: Inputs) -> Sequence[Matrix]:
        """The text's unit vector, shape (1, 1, dimensions)."""
        states = self._normalize(self._operations.array(inputs["embedded"][0]), "embeddings")
        for number in range(LAYERS):
            states = self._layer(states, f"encoder.layer.{number}")
        vector = np.asarray(states.mean(0)) @ inputs["directions"]
        return [(vector / np.linalg.norm(vector))[None, None]]

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


def numpy_session(weights: Weights) -> WrittenOut:
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


def torch_session(weights: Weights) -> WrittenOut:
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

    def __init__(self, path: Path) -> None:
        import openvino

        settings = {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": "f32"}
        self._request = openvino.Core().compile_model(path, "CPU", settings).create_infer_request()

    def run(self, outputs: Sequence[str], inputs: Inputs) -> Sequence[Matrix]:
        """The unit vectors, shape (texts, 1, dimensions)."""
        return [self._request.infer(dict(inputs))[0].copy()]


def onnx_session(path: Path) -> Any:
    """A converted graph in ONNX Runtime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def _minilm(session: Callable[[Weights], Any]) -> Model:
    from index.encoder.minilm import MiniLM

    return MiniLM(default_folder(), Adapter.shipped(), session)


def _reference() -> Any:
    from index.encoder.sentence_transformer import SentenceTransformerModel

    model = SentenceTransformerModel.load(str(default_folder()), offline=True)
    Adapter.shipped().change(model.model)
    return model


class Traced:
    """sentence-transformers in bfloat16, recorded by torch.jit.trace: the judge's encoder before ONNX Runtime."""

    def __init__(self) -> None:
        import torch

        self._model = _reference().model.bfloat16().eval().requires_grad_(False)
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
                return [np.zeros((1, 1, given["directions"].shape[1]), np.float32)]

        recording = _minilm(lambda weights: Recorder())
        for question in questions[:: len(questions) // CALIBRATED_ON]:
            recording.encode([question])
        self._inputs = iter(inputs)

    def get_next(self) -> Inputs | None:
        """The next inputs, None at the end."""
        return next(self._inputs, None)


def convert(folder: Path) -> None:
    """Write the graph with its weights as float32.onnx, dynamic.onnx and static.onnx, the last two int8 per channel."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic, quantize_static

    from index.encoder.weights import graph_weights, read_tensors
    from index.make.graph import make_graph

    model = make_graph()
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
    quantize_dynamic(whole, folder / "dynamic.onnx", **how)
    quantize_static(whole, folder / "static.onnx", Calibration(), **how)


@dataclass(frozen=True)
class Runtime:
    """A way to encode, and the packages that it needs beside NumPy and tokenizers."""

    load: Callable[[], Model]
    packages: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """What the packages take on disk, in MB."""
        found = [Path(str(file.locate())) for package in self.packages for file in files(package) or []]
        return round(sum(path.stat().st_size for path in found if path.is_file()) / 1e6)


def runtimes(folder: Path) -> dict[str, Runtime]:
    """Everything that is compared; `folder` holds what `convert` wrote."""
    return {
        "ONNX Runtime, float32 (the judge's)": Runtime(lambda: SentenceEncoder.from_name(DEFAULT_ENCODER), ONNX),
        "ONNX Runtime, int8, dynamic": Runtime(lambda: _minilm(lambda _: onnx_session(folder / "dynamic.onnx")), ONNX),
        "ONNX Runtime, int8, static": Runtime(lambda: _minilm(lambda _: onnx_session(folder / "static.onnx")), ONNX),
        "OpenVINO, float32": Runtime(lambda: _minilm(lambda _: OpenVino(folder / "float32.onnx")), ("openvino",)),
        "NumPy": Runtime(lambda: _minilm(numpy_session)),
        "torch alone": Runtime(lambda: _minilm(torch_session), TORCH),
        "torch, traced, bfloat16 (before)": Runtime(Traced, TRANSFORMERS),
        REFERENCE: Runtime(_reference, TRANSFORMERS),
    }


def times(models: Mapping[str, Model], questions: Sequence[str], repeat: int) -> dict[str, list[float]]:
    """The milliseconds of every question with every model, which take turns in being the first."""
    taken: dict[str, list[float]] = {name: [] for name in models}
    for place, question in enumerate(questions):
        start = place % len(models)
        for name in [*list(models)[start:], *list(models)[:start]]:
            taken[name].append(min(_milliseconds(models[name], question) for _ in range(repeat)))
    return taken


def _milliseconds(model: Model, question: str) -> float:
    start = perf_counter()
    model.encode([question])
    return (perf_counter() - start) * 1000


def cold_start(arguments: Sequence[str], repeat: int) -> tuple[float, int]:
    """The seconds of a new process, the shortest of several, and its memory in MB."""
    taken, memory = [], 0
    for _ in range(repeat):
        start = perf_counter()
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)
        taken.append(perf_counter() - start)
        memory = int(done.stdout.split()[-1])
    return min(taken), memory


def _print_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    print(pages * 4096 // 1_000_000)


def table(folder: Path, questions: Sequence[str], repeat: int) -> str:
    """The comparison as Markdown."""
    compared = runtimes(folder)
    models = {name: runtime.load() for name, runtime in compared.items()}
    vectors = {name: np.concatenate([model.encode([each]) for each in questions]) for name, model in models.items()}
    taken = times(models, questions, repeat)
    ours = float(np.median(next(iter(taken.values()))))
    lines = [
        "| runtime | ms p50 | p95 | of ours | cosine least | mean | cold s | memory MB | packages MB |",
        "| --- |" + " --- |" * 8,
    ]
    for name, runtime in compared.items():
        p50, p95 = np.percentile(taken[name], [50, 95])
        cosine = np.sum(vectors[name] * vectors[REFERENCE], axis=1)
        seconds, memory = cold_start(["-m", "eval.studies.encoders", "--cold", name, str(folder)], repeat)
        lines.append(f"| {name} | {p50:.1f} | {p95:.1f} | {p50 / ours:.2f} | {cosine.min():.6f} | {cosine.mean():.6f} |"
                     f" {seconds:.2f} | {memory} | {runtime.size} |")  # fmt: skip
    alone, memory = cold_start(
        ["-c", "import torch; from eval.studies.encoders import _print_memory as p; p()"], repeat
    )
    lines.append(f"| (importing torch alone) | | | | | | {alone:.2f} | {memory} | {Runtime(Traced, TORCH).size} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, or encode one question in a cold process."""
    parser = argparse.ArgumentParser(prog="python -m eval.studies.encoders")
    parser.add_argument("file", help="questions, or the folder of the converted graphs with --cold")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--cold", metavar="RUNTIME", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.cold:
        model = runtimes(Path(given.file))[given.cold].load()  # still there when memory is read
        model.encode(["Does it fly?"])
        _print_memory()
        return
    with TemporaryDirectory() as folder:
        convert(Path(folder))
        print(table(Path(folder), [each.question for each in read_questions(given.file)], given.repeat))


if __name__ == "__main__":
    main()
