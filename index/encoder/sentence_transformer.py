"""Texts → unit vectors by any sentence-transformers model, on the CPU; importing that package takes seconds."""

import hashlib
import os
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

from index.encoder.adapter import Matrix
from index.errors import EncoderError

BATCH = 64


class SentenceTransformerModel:
    """A loaded model; `model` is sentence-transformers' own."""

    def __init__(self, model: Any) -> None:
        self.model = model

    @classmethod
    def load(cls, name: str, offline: bool) -> "SentenceTransformerModel":
        """A model by its name on the hub or its folder.

        Raises EncoderError when there is none, and where sentence-transformers is not installed.
        """
        if offline:
            os.environ["HF_HUB_OFFLINE"] = "1"
        try:
            from sentence_transformers import SentenceTransformer
            from transformers.utils import logging
        except ModuleNotFoundError as error:
            raise EncoderError(
                f'found no package {error.name}; expected sentence-transformers for the encoder "{name}"; run: '
                f"{sys.executable} -m pip install sentence-transformers"
            ) from error

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            return cls(SentenceTransformer(name, device="cpu"))
        except (OSError, ValueError, KeyError) as error:
            reason = str(error).splitlines()[0][:120]
            raise EncoderError(
                f'found no sentence-transformers model at "{name}" ({reason}); expected the name or the folder of one.'
            ) from error

    @property
    def hash(self) -> str:
        """A hash of all weights."""
        digest = hashlib.sha256()
        for key, tensor in sorted(self.model.state_dict().items()):
            digest.update(key.encode())
            digest.update(tensor.cpu().float().numpy().tobytes())
        return digest.hexdigest()

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Unit vectors, float32, shape (texts, dimensions)."""
        import torch

        # One question gains little from a second thread, and where the cores are busy waiting for it takes ten times
        # as long. MKL's number of threads is one for all, so it is not set back after each question.
        usual = _usual_threads()
        torch.set_num_threads(1 if len(texts) == 1 else usual)
        with torch.inference_mode():
            made = self.model.encode(list(texts), batch_size=BATCH, convert_to_tensor=True, show_progress_bar=False)
            vectors: Matrix = torch.nn.functional.normalize(made.float(), dim=-1).numpy()
        return vectors


@cache
def _usual_threads() -> int:
    """As many as torch takes by itself; asked before anything else is set."""
    import torch

    return torch.get_num_threads()
