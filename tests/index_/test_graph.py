"""index/make/graph.py: the shipped graph is the one that it makes, and the published weights fit into it."""

import onnx

from index.encoder.base_model import WEIGHTS, default_folder
from index.encoder.weights import graph_weights, quantized, read_tensors, shipped_graph
from index.make.graph import make_graph


def test_the_shipped_graph_is_what_the_command_makes() -> None:
    assert onnx.load_model_from_string(shipped_graph()) == make_graph()
    assert len(shipped_graph()) < 30_000


def test_the_published_weights_fit() -> None:
    weights = graph_weights(read_tensors(default_folder() / WEIGHTS))
    for graph, given in ((make_graph(), quantized(weights)), (make_graph(quantized=False), weights)):
        wanted = {each.name: (each.data_type, tuple(each.dims)) for each in graph.graph.initializer}
        kinds = {name: onnx.helper.np_dtype_to_tensor_dtype(weight.dtype) for name, weight in given.items()}
        assert {name: (kinds[name], weight.shape) for name, weight in given.items()} == wanted
