"""Features → log-odds, by weights that `python -m eval.fit` learned and wrote into `index/models`."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class LinearModel:
    """The weight of each feature by its name, in their order, and the constant, so that 0 is the threshold."""

    weights: dict[str, float]
    constant: float

    def as_json(self) -> dict[str, float]:
        """The weights by the names of the features, and the constant."""
        return self.weights | {"constant": self.constant}

    def log_odds(self, features: Iterable[float]) -> float:
        """The log-odds of features in the order of the weights."""
        return self.constant + sum(
            weight * value for weight, value in zip(self.weights.values(), features, strict=True)
        )


@cache
def shipped_model(file: str, names: Sequence[str]) -> LinearModel:
    """The model in a file of `index/models`, with its features in the order of `names`."""
    model = json.loads((files("index") / "models" / file).read_text("utf-8"))
    return LinearModel({name: model[name] for name in names}, model["constant"])
