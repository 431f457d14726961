"""A question and the one before it → how likely it refers back, by MiniLM reading both as one text.

A cross-encoder (Nogueira and Cho 2019): the default encoder with one more adapter, whose two outputs stand for a new
question and for a follow-up. `python -m eval.fit cross-encoder` makes `index/models/cross_encoder.npz`;
`cross_encoder.json` beside it says from which adapter of the encoder.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import as_file, files
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from index.encoder.adapter import Adapter
from index.encoder.base_model import default_folder

if TYPE_CHECKING:
    from index.encoder.minilm import MiniLM

FILE, RECORD = "cross_encoder.npz", "cross_encoder.json"
SHARPNESS = 6.0
MOST = SHARPNESS * 2**0.5  # the two outputs are the components of a unit vector


class CrossEncoder(Protocol):
    """Whatever reads a question beside the one before it."""

    def log_odds(self, question: str, earlier: str) -> float:
        """The log odds that the question refers back, from -MOST to MOST."""


class MiniLMCrossEncoder:
    """The model, loaded when it first has something to read; several threads may use it."""

    def __init__(self, load: "Callable[[], MiniLM]") -> None:
        self._load = load
        self._lock = Lock()

    def load(self) -> "MiniLM":
        """The model, which the first thread that needs it loads.

        Raises EncoderError when the encoder's weights are missing or not the published ones.
        """
        with self._lock:
            model = self._load()
            self._load = lambda: model
        return model

    def log_odds(self, question: str, earlier: str) -> float:
        """The log odds that the question refers back, from -MOST to MOST.

        Raises EncoderError as `load` does.
        """
        new, follow_up = self.load().encode_pair(question, earlier)
        return SHARPNESS * float(follow_up - new)


@cache
def shipped_cross_encoder() -> MiniLMCrossEncoder:
    """The one that the package ships."""
    return MiniLMCrossEncoder(_load_shipped)


def _load_shipped() -> "MiniLM":
    from index.encoder.minilm import MiniLM

    with as_file(files("index") / "models" / FILE) as path:
        return MiniLM(default_folder(), Adapter.shipped().followed_by(Adapter.load(path)))
