"""The architecture of MiniLM → index/models/minilm.onnx, a graph without weights (python -m index.make.graph).

The weights keep their published names; `index/encoder/minilm.py` hands them to ONNX Runtime with the graph.
Each layer's matrices of queries, keys and values are one, because ONNX Runtime has one operator for all of attention.
"""

import logging
from pathlib import Path
from typing import Any

from onnx import ModelProto, NodeProto, TensorProto, helper

from index.encoder.minilm import GRAPH

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

    def weight(self, name: str, *shape: int) -> str:
        """Declare a weight that is handed over when the graph is loaded."""
        tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=shape, data_location=TensorProto.EXTERNAL)
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

    def layer(self, states: str, name: str) -> str:
        """One layer of BERT: attention, then two products with GELU between them; each half is added and normalized."""
        attention, inner, output = f"{name}.attention", f"{name}.intermediate.dense", f"{name}.output"
        projections = [self.weight(f"{attention}.self.weight", WIDTH, 3 * WIDTH),
                       self.weight(f"{attention}.self.bias", 3 * WIDTH)]  # fmt: skip
        heads = self.add("Attention", [states, *projections, "lengths"], f"{attention}.heads", RUNTIME, num_heads=HEADS)
        dense = f"{attention}.output.dense"
        added = self.add("MatMul", [heads, self.weight(f"{dense}.weight", WIDTH, WIDTH)], dense)
        states = self.normalize(added, states, f"{attention}.output", dense)
        wide = self.add("MatMul", [states, self.weight(f"{inner}.weight", WIDTH, INNER)], inner)
        active = self.add("BiasGelu", [wide, self.weight(f"{inner}.bias", INNER)], f"{inner}.gelu", RUNTIME)
        dense = f"{output}.dense"
        added = self.add("MatMul", [active, self.weight(f"{dense}.weight", INNER, WIDTH)], dense)
        return self.normalize(added, states, output, dense)


def make_graph() -> ModelProto:
    """Embedded tokens → layers → their mean → the kept directions → unit vectors."""
    graph = _Graph()
    norm = [graph.weight(f"embeddings.LayerNorm.{kind}", WIDTH) for kind in ("weight", "bias")]
    states = graph.add("LayerNormalization", ["embedded", *norm], "states", epsilon=EPSILON)
    for number in range(LAYERS):
        states = graph.layer(states, f"encoder.layer.{number}")
    mean = graph.add("MatMul", ["shares", states], "mean")
    kept = graph.add("MatMul", [mean, "directions"], "kept")
    graph.add("LpNormalization", [kept], "vectors", axis=-1, p=2)
    inputs = [
        helper.make_tensor_value_info("embedded", TensorProto.FLOAT, ["texts", "tokens", WIDTH]),
        helper.make_tensor_value_info("lengths", TensorProto.INT32, ["texts"]),
        helper.make_tensor_value_info("shares", TensorProto.FLOAT, ["texts", 1, "tokens"]),
        helper.make_tensor_value_info("directions", TensorProto.FLOAT, [WIDTH, "dimensions"]),
    ]
    output = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", 1, "dimensions"])
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
