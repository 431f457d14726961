"""index/encoder/minilm.py: the vectors of sentence-transformers without its imports, for one text, many and threads."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from index.encoder.adapter import KEPT, Adapter
from index.encoder.base_model import BASE_ENCODER, default_folder
from index.encoder.encoder import SentenceEncoder
from index.encoder.minilm import TOKENS_AT_ONCE, batch_by_length
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


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    """The default encoder."""
    return SentenceEncoder.from_name()


@pytest.mark.slow
def test_vectors_are_those_of_sentence_transformers(encoder: SentenceEncoder) -> None:
    reference = SentenceTransformerModel.load(str(default_folder()), offline=True)
    assert SentenceEncoder.from_name(BASE_ENCODER).encode(TEXTS) == pytest.approx(reference.encode(TEXTS), abs=2e-6)
    Adapter.shipped().change(reference.model)
    expected = reference.encode(TEXTS)
    assert encoder.encode(TEXTS) == pytest.approx(expected, abs=2e-6)
    assert np.concatenate([encoder.encode([text]) for text in TEXTS]) == pytest.approx(expected, abs=2e-6)


def test_encoding_imports_no_heavy_package() -> None:
    program = (
        "import json, sys; from index.encoder.encoder import SentenceEncoder; "
        "SentenceEncoder.from_name().encode(['Does it fly?', 'No.']); print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(HEAVY) & set(json.loads(done.stdout)) == set()
    assert done.stderr == ""


def test_vectors_keep_the_order_of_the_texts(encoder: SentenceEncoder) -> None:
    texts = TEXTS * 8
    together = encoder.encode(texts)
    assert together.dtype == np.float32
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(len(texts)), abs=1e-5)
    assert together == pytest.approx(np.tile(encoder.encode(TEXTS), (8, 1)), abs=2e-6)


def test_no_texts_have_no_vectors(encoder: SentenceEncoder) -> None:
    assert encoder.encode([]).shape == (0, KEPT)


def test_threads_may_encode_at_once(encoder: SentenceEncoder) -> None:
    alone = [encoder.encode([text])[0] for text in TEXTS]
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda place: encoder.encode([TEXTS[place]])[0], list(range(len(TEXTS))) * 8))
    assert np.stack(made) == pytest.approx(np.stack(alone * 8), abs=1e-6)


@pytest.mark.parametrize(
    ("lengths", "batches"),
    [
        pytest.param([], [], id="none"),
        pytest.param([7], [[0]], id="one"),
        pytest.param([30, 10, 20], [[1, 2, 0]], id="the shortest first"),
        pytest.param([256, 256, 256], [[0, 1], [2]], id="as many tokens as allowed"),
        pytest.param([10, 256, 200, 250], [[0, 2], [3, 1]], id="padding counts"),
        pytest.param([TOKENS_AT_ONCE + 1, 3], [[1], [0]], id="one too long"),
    ],
)
def test_batches(lengths: list[int], batches: list[list[int]]) -> None:
    assert list(batch_by_length(lengths)) == batches
