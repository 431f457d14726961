"""Turns of conversations → the adapter with which MiniLM reads a question beside the one before it.

A cross-encoder (Nogueira and Cho 2019) with two outputs, one for a new question and one for a follow-up, that starts
from the tuned encoder. It learns from the `dev` conversations and from `dev` questions that stand alone, after one that
has nothing to do with them. Only the matrices of the layers are tuned, and their changes are kept at a low rank, as in
`index/encoder/adapter.py`. Two cores take some minutes (python -m eval.fit cross-encoder).
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eval.fitting.follow_up import UNRELATED, unrelated
from eval.questions.dialogues import Turns
from eval.records import Question
from index.encoder.adapter import Adapter, Matrix
from index.encoder.base_model import default_folder
from index.encoder.sentence_transformer import SentenceTransformerModel
from index.make.train import share_of_rate
from judge.question.cross_encoder import SHARPNESS

LONGEST = 96
HARD, HARD_COUNT, ALONE_COUNT = "hard", 0.4, 0.5
WIDTH, OUTPUTS = 384, 2
SMOOTHING = 0.1  # of the labels, so that it is less sure of itself (Szegedy et al. 2016)


@dataclass(frozen=True)
class PairSettings:
    """How long and how strongly the encoder is tuned, and the rank of the changes that are kept."""

    passes: int = 4
    batch: int = 32
    rate: float = 1e-4
    head_rate: float = 1e-3
    warm_up: float = 0.1
    decay: float = 0.01
    rank: int = 16
    seed: int = 0
    threads: int = 2


@dataclass(frozen=True)
class PairExample:
    """A question, the one before it, whether it is a follow-up, and how much the example counts."""

    question: str
    earlier: str
    follow_up: bool
    count: float = 1.0


def pair_examples(turns: Sequence[Turns], questions: Sequence[Question]) -> list[PairExample]:
    """Last turns, of which those that were written to be hard count for less, and questions that stand alone."""
    counts = {HARD: HARD_COUNT, UNRELATED: ALONE_COUNT}
    return [
        PairExample(each.turns[-1], each.turns[-2], each.follow_up, counts.get(each.style, 1.0))
        for each in [*turns, *unrelated(questions, every=1)]
    ]


def train_pairs(examples: Sequence[PairExample], settings: PairSettings) -> Adapter:
    """Tune the default encoder on the examples, and return its changes as an adapter."""
    import torch
    from tqdm import tqdm

    torch.manual_seed(settings.seed)
    torch.set_num_threads(settings.threads)
    base = SentenceTransformerModel.load(str(default_folder()), offline=True)
    network, tokenizer = base.model[0].auto_model, base.model.tokenizer
    tuned = _thaw(network, Adapter.shipped())
    before = {name: weight.detach().clone() for name, weight in tuned.items()}
    head = torch.nn.Parameter(torch.randn(OUTPUTS, WIDTH) / WIDTH**0.5)
    groups = [
        {"params": list(tuned.values()), "lr": settings.rate},
        {"params": [head], "lr": settings.head_rate},
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=settings.decay)
    batches = list(_batches(examples, settings))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda at: share_of_rate(at, len(batches), settings.warm_up)
    )
    network.train()
    for some in tqdm(batches, unit=" batches"):
        loss = _loss(_outputs(network, tokenizer, head, some), some)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([*tuned.values(), head], 1.0)
        optimizer.step()
        schedule.step()
    changes = {name: (weight.detach() - before[name]).numpy() for name, weight in tuned.items()}
    return adapter_of(changes, head.detach().numpy(), settings.rank)


def adapter_of(changes: dict[str, Matrix], directions: Matrix, rank: int) -> Adapter:
    """The best approximation of the changes by factors of a rank (Eckart and Young 1936), with these directions."""
    factors = Adapter.from_changes(changes, np.zeros((1, WIDTH), np.float32), rank).factors
    return Adapter(factors, directions)


def _thaw(network: Any, adapter: Adapter) -> dict[str, Any]:
    """The matrices of the layers as the adapter changes them, which are tuned; everything else stays fixed."""
    import torch

    tuned = {}
    for name, weight in network.named_parameters():
        weight.requires_grad = name.startswith("encoder.") and weight.ndim == 2
        if weight.requires_grad:
            first, second = adapter.factors[name]
            weight.data = weight.data + torch.from_numpy(first @ second)
            tuned[name] = weight
    return tuned


def _batches(examples: Sequence[PairExample], settings: PairSettings) -> Iterator[list[PairExample]]:
    """All examples once in every pass; those of similar length are together, which saves padding."""
    dice = random.Random(settings.seed)
    for _ in range(settings.passes):
        order = sorted(examples, key=lambda each: len(each.question) + len(each.earlier) + dice.uniform(0, 60))
        batches = [order[start : start + settings.batch] for start in range(0, len(order), settings.batch)]
        dice.shuffle(batches)
        yield from batches


def _outputs(network: Any, tokenizer: Any, head: Any, some: Sequence[PairExample]) -> Any:
    """The logits of new and follow-up, shape (examples, 2)."""
    import torch

    texts = [each.question for each in some], [each.earlier for each in some]
    tokens = tokenizer(*texts, padding=True, truncation="longest_first", max_length=LONGEST, return_tensors="pt")
    with torch.autocast("cpu", dtype=torch.bfloat16):
        states = network(**tokens).last_hidden_state
    states, mask = states.float(), tokens["attention_mask"].unsqueeze(-1).float()
    mean = (states * mask).sum(1) / mask.sum(1)
    return torch.nn.functional.normalize(mean @ head.T, dim=-1) * SHARPNESS


def _loss(outputs: Any, some: Sequence[PairExample]) -> Any:
    """The mean cross-entropy, in which each example has its count."""
    import torch

    wanted, counts = torch.tensor([int(each.follow_up) for each in some]), torch.tensor([each.count for each in some])
    losses = torch.nn.functional.cross_entropy(outputs, wanted, reduction="none", label_smoothing=SMOOTHING)
    return (losses * counts).sum() / counts.sum()
