"""A sentence-transformers model → a function that encodes one text, without Python between the model's steps."""

import warnings
from collections.abc import Callable
from typing import Any

# Two texts of different lengths, so that what is recorded heeds which letters only fill up.
EXAMPLES = ["Does it fly?", "Does it fly where no other one is high enough to reach it, or must it stay on the ground?"]


def traced(model: Any) -> Callable[[str], Any]:
    """A function from a text to the model's vector of it, a tensor of shape (1, dimensions).

    What the model does with two texts is recorded (torch.jit.trace) and done again with another one; so the model's
    steps must not depend on the text, as those of BERT don't, and it needs no prompt.
    """
    import torch

    def whole(ids: Any, mask: Any) -> Any:
        return model({"input_ids": ids, "attention_mask": mask})["sentence_embedding"]

    def inputs(texts: list[str]) -> tuple[Any, Any]:
        features = model.preprocess(texts)
        return features["input_ids"], features["attention_mask"]

    model.eval().requires_grad_(False)
    with warnings.catch_warnings(), torch.inference_mode():
        warnings.simplefilter("ignore")  # of steps that might depend on the text
        recorded = torch.jit.trace(whole, inputs(EXAMPLES), check_trace=False)  # type: ignore[no-untyped-call]

    def encode(text: str) -> Any:
        return recorded(*inputs([text]))

    return encode
