"""index/encoder/minilm.py: the vectors of sentence-transformers without its imports, for one text, many and threads."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from eval.studies.runtimes import float_session
from index.encoder.adapter import KEPT, Adapter, Matrix
from index.encoder.base_model import BASE_ENCODER, default_folder
from index.encoder.encoder import SentenceEncoder
from index.encoder.minilm import MiniLM
from index.encoder.sentence_transformer import SentenceTransformerModel

pytestmark = pytest.mark.patient

HEAVY = ("gradio", "pandas", "scipy", "sentence_transformers", "sklearn", "torch", "transformers")
TEXTS = [
    "Does it fly?",
    "",
    "Æther… naïve 漢字 🪲 {T}, {2/W}: +1/+1",
    "My 3/3 beetle has trample and is blocked by a 1/1. How much damage goes through? " * 4,
    "a text that is longer than the model reads " * 60,
]
SAYING = [text for text in TEXTS if text]


def cosines(ours: Matrix, theirs: Matrix) -> Matrix:
    """The cosine of each unit vector with the one in its place."""
    each: Matrix = np.sum(ours * theirs, axis=1)
    return each


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    """The default encoder."""
    return SentenceEncoder.from_name()


@pytest.mark.slow
def test_vectors_are_those_of_sentence_transformers(encoder: SentenceEncoder) -> None:
    reference = SentenceTransformerModel.load(str(default_folder()), offline=True)
    base = SentenceEncoder.from_name(BASE_ENCODER)
    assert cosines(base.encode(SAYING), reference.encode(SAYING)).min() > 0.995
    exact = MiniLM(default_folder(), None, float_session)
    assert exact.encode(TEXTS) == pytest.approx(reference.encode(TEXTS), abs=2e-6)
    Adapter.shipped().change(reference.model)
    expected = reference.encode(TEXTS)
    assert cosines(encoder.encode(SAYING), reference.encode(SAYING)).min() > 0.995
    exact = MiniLM(default_folder(), Adapter.shipped(), float_session)
    assert exact.encode(TEXTS) == pytest.approx(expected, abs=2e-6)


def test_encoding_imports_no_heavy_package() -> None:
    program = (
        "import json, sys; from index.encoder.encoder import SentenceEncoder; "
        "SentenceEncoder.from_name().encode(['Does it fly?', 'No.']); print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(HEAVY) & set(json.loads(done.stdout)) == set()
    assert done.stderr == ""


@pytest.mark.slow
def test_a_pair_is_read_as_one_text_of_two_parts() -> None:
    import torch

    model = SentenceTransformerModel.load(str(default_folder()), offline=True).model
    tokens = model.tokenizer(TEXTS[0], TEXTS[3], return_tensors="pt")
    with torch.inference_mode():
        mean = model[0].auto_model(**tokens).last_hidden_state.mean(dim=1)
        expected = torch.nn.functional.normalize(mean, dim=-1)[0].numpy()
    assert MiniLM(default_folder(), None, float_session).encode_pair(TEXTS[0], TEXTS[3]) == pytest.approx(
        expected, abs=2e-6
    )


def test_vectors_keep_the_order_of_the_texts(encoder: SentenceEncoder) -> None:
    texts = TEXTS * 8
    together = encoder.encode(texts)
    assert together.dtype == np.float32
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(len(texts)), abs=1e-5)
    assert np.array_equal(together, np.tile(encoder.encode(TEXTS), (8, 1)))


def test_no_texts_have_no_vectors(encoder: SentenceEncoder) -> None:
    assert encoder.encode([]).shape == (0, KEPT)


def test_threads_may_encode_at_once(encoder: SentenceEncoder) -> None:
    alone = [encoder.encode([text])[0] for text in TEXTS]
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda place: encoder.encode([TEXTS[place]])[0], list(range(len(TEXTS))) * 8))
    assert np.array_equal(np.stack(made), np.stack(alone * 8))
