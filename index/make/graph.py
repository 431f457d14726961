"""The architecture of MiniLM → index/models/minilm.onnx, a graph without weights (python -m index.make.graph).

The weights keep their published names; `index/encoder/minilm.py` hands them to ONNX Runtime with the graph.
Each layer's matrices of queries, keys and values are one, because ONNX Runtime has one operator for all of attention.

Matrices are multiplied as 8-bit integers. The weights are quantized by column when they are loaded, the states of a
text as they are computed (dynamic quantization). Before the two wide products each token's states are divided by the
largest of them, so that one token with large states doesn't cost the others precision.
"""

import logging
from pathlib import Path
from typing import Any

from onnx import ModelProto, NodeProto, TensorProto, helper

from index.encoder.weights import GRAPH, SCALE

log = logging.getLogger(__name__)
RUNTIME = "com.microsoft"  # fused operators, which ONNX itself does not have
VERSIONS = {"": 17, RUNTIME: 1}
FORMAT = 8
WIDTH, INNER, HEADS, LAYERS = 384, 1536, 12, 6
EPSILON = 1e-12


class _Graph:
    """Nodes and the weights that they need, in the order in which they are added."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.weights: list[TensorProto] = []

    def weight(self, name: str, *shape: int, kind: TensorProto.DataType = TensorProto.FLOAT) -> str:
        """Declare a weight that is handed over when the graph is loaded."""
        tensor = TensorProto(name=name, data_type=kind, dims=shape, data_location=TensorProto.EXTERNAL)
        tensor.external_data.add(key="location", value="given")
        self.weights.append(tensor)
        return name

    def add(self, operator: str, inputs: list[str], output: str, domain: str = "", **attributes: Any) -> str:
        """Add a node and return the name of its output."""
        self.nodes.append(helper.make_node(operator, inputs, [output], domain=domain, **attributes))
        return output

    def normalize(self, added: str, states: str, place: str, dense: str) -> str:
        """LayerNorm of the states and what a layer's half adds to them, with the bias of its last product."""
        scale, shift = (self.weight(f"{place}.LayerNorm.{kind}", WIDTH) for kind in ("weight", "bias"))
        inputs = [added, states, scale, shift, self.weight(f"{dense}.bias", WIDTH)]
        return self.add("SkipLayerNormalization", inputs, f"{place}.states", RUNTIME, epsilon=EPSILON)

    def product(self, states: str, dense: str, rows: int, columns: int, *, by_token: bool = False) -> str:
        """The states of a text times a matrix."""
        matrix = self.matrix(f"{dense}.weight", rows, columns)
        if not by_token:
            return self.multiply(states, matrix, dense)
        largest = self.add("ReduceMax", [self.add("Abs", [states], f"{dense}.sizes")], f"{dense}.largest", axes=[-1])
        even = self.multiply(self.add("Div", [states, largest], f"{dense}.even"), matrix, f"{dense}.product")
        return self.add("Mul", [even, largest], dense)

    def matrix(self, name: str, rows: int, columns: int) -> list[str]:
        """Declare a matrix of 8-bit integers and the scales of its columns."""
        whole = self.weight(name, rows, columns, kind=TensorProto.INT8)
        return [whole, self.weight(f"{name}{SCALE}", columns)]

    def multiply(self, states: str, matrix: list[str], output: str) -> str:
        """States, scaled by the largest of them, times a matrix."""
        return self.add("DynamicQuantizeMatMul", [states, *matrix], output, RUNTIME)

    def attend(self, states: str, name: str) -> str:
        """All heads of attention over the states."""
        whole, scales = self.matrix(f"{name}.self.weight", WIDTH, 3 * WIDTH)
        small, scale, zero = parts = [f"{name}.{part}" for part in ("small", "scale", "zero")]
        self.nodes.append(helper.make_node("DynamicQuantizeLinear", [states], parts))
        inputs = [small, whole, self.weight(f"{name}.self.bias", 3 * WIDTH), scale, scales, "", zero]
        return self.add("QAttention", inputs, f"{name}.heads", RUNTIME, num_heads=HEADS)

    def layer(self, states: str, name: str) -> str:
        """One layer of BERT: attention, then two products with GELU between them; each half is added and normalized."""
        attention, inner, output = f"{name}.attention", f"{name}.intermediate.dense", f"{name}.output"
        dense = f"{attention}.output.dense"
        added = self.product(self.attend(states, attention), dense, WIDTH, WIDTH)
        states = self.normalize(added, states, f"{attention}.output", dense)
        wide = self.product(states, inner, WIDTH, INNER, by_token=True)
        active = self.add("BiasGelu", [wide, self.weight(f"{inner}.bias", INNER)], f"{inner}.gelu", RUNTIME)
        dense = f"{output}.dense"
        added = self.product(active, dense, INNER, WIDTH, by_token=True)
        return self.normalize(added, states, output, dense)


class _FloatGraph(_Graph):
    """The same graph in float32."""

    def product(self, states: str, dense: str, rows: int, columns: int, *, by_token: bool = False) -> str:
        """The states of a text times a matrix."""
        return self.add("MatMul", [states, self.weight(f"{dense}.weight", rows, columns)], dense)

    def attend(self, states: str, name: str) -> str:
        """All heads of attention over the states."""
        whole, bias = self.weight(f"{name}.self.weight", WIDTH, 3 * WIDTH), self.weight(f"{name}.self.bias", 3 * WIDTH)
        return self.add("Attention", [states, whole, bias], f"{name}.heads", RUNTIME, num_heads=HEADS)


def make_graph(*, quantized: bool = True) -> ModelProto:
    """A text's embedded tokens → layers → their mean → the kept directions → its unit vector.

    The graph in float32 is for comparison.
    """
    graph = _Graph() if quantized else _FloatGraph()
    norm = [graph.weight(f"embeddings.LayerNorm.{kind}", WIDTH) for kind in ("weight", "bias")]
    states = graph.add("LayerNormalization", ["embedded", *norm], "states", epsilon=EPSILON)
    for number in range(LAYERS):
        states = graph.layer(states, f"encoder.layer.{number}")
    mean = graph.add("ReduceMean", [states], "mean", axes=[1], keepdims=0)
    kept = graph.add("MatMul", [mean, "directions"], "kept")
    graph.add("LpNormalization", [kept], "vector", axis=-1, p=2)
    inputs = [
        helper.make_tensor_value_info("embedded", TensorProto.FLOAT, [1, "tokens", WIDTH]),
        helper.make_tensor_value_info("directions", TensorProto.FLOAT, [WIDTH, "dimensions"]),
    ]
    output = helper.make_tensor_value_info("vector", TensorProto.FLOAT, [1, "dimensions"])
    versions = [helper.make_opsetid(domain, version) for domain, version in VERSIONS.items()]
    made = helper.make_graph(graph.nodes, "minilm", inputs, [output], graph.weights)
    return helper.make_model(made, opset_imports=versions, ir_version=FORMAT)


def main() -> None:
    """Write the graph in the checkout."""
    path = Path(__file__).parents[1] / "models" / GRAPH
    path.write_bytes(make_graph().SerializeToString())
    log.info("wrote %s, %d bytes", GRAPH, path.stat().st_size)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    main()
