"""Questions → what the default encoder takes in other runtimes, side by side.

    OMP_NUM_THREADS=1 python -m eval.studies.encoders FILE [--repeat 3]

Needs the packages of the extra `studies`. Every question is encoded by all runtimes in turn, by one thread, and a
runtime's time for it is the shortest of several. A cold start is a new process that encodes one question. Prints
Markdown; memory needs Linux.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import files
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np

from eval.questions.read import read_questions
from eval.studies.runtimes import (
    OpenVino,
    Traced,
    convert,
    float_session,
    minilm,
    numpy_session,
    reference,
    torch_session,
)
from index.encoder.encoder import Model
from index.encoder.minilm import load_session, onnx_session

REFERENCE = "sentence-transformers, float32"
ONNX, OPENVINO = ("onnxruntime", "flatbuffers", "protobuf"), ("openvino",)
TORCH = ("torch", "sympy", "networkx")
TRANSFORMERS = (*TORCH, "sentence-transformers", "transformers", "scikit-learn", "scipy")


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
    whole = folder / "float32.onnx"
    return {
        "ONNX Runtime, int8 (the judge's)": Runtime(lambda: minilm(load_session), ONNX),
        "ONNX Runtime, int8, static": Runtime(lambda: minilm(lambda _: onnx_session(folder / "static.onnx", {})), ONNX),
        "ONNX Runtime, float32 (before)": Runtime(lambda: minilm(float_session), ONNX),
        "OpenVINO, float32": Runtime(lambda: minilm(lambda _: OpenVino(whole, "f32")), OPENVINO),
        "OpenVINO, bfloat16": Runtime(lambda: minilm(lambda _: OpenVino(whole, "bf16")), OPENVINO),
        "NumPy": Runtime(lambda: minilm(numpy_session)),
        "torch alone": Runtime(lambda: minilm(torch_session), TORCH),
        "torch, traced, bfloat16 (the first)": Runtime(Traced, TRANSFORMERS),
        REFERENCE: Runtime(reference, TRANSFORMERS),
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
