"""index/make/graph.py: the shipped graph is the one that it makes, and the published weights fit into it."""

from importlib.resources import files

import onnx

from index.encoder.base_model import WEIGHTS, default_folder
from index.encoder.minilm import GRAPH
from index.encoder.weights import graph_weights, read_tensors
from index.make.graph import make_graph


def test_the_shipped_graph_is_what_the_command_makes() -> None:
    shipped = (files("index") / "models" / GRAPH).read_bytes()
    assert onnx.load_model_from_string(shipped) == make_graph()
    assert len(shipped) < 20_000


def test_the_published_weights_fit() -> None:
    wanted = {each.name: tuple(each.dims) for each in make_graph().graph.initializer}
    given = graph_weights(read_tensors(default_folder() / WEIGHTS))
    assert {name: weight.shape for name, weight in given.items()} == wanted
