"""The plain rulebook → the adapter of the default encoder (python -m index.make.train).

Every question and wording of the plain rulebook is moved closer to the other passages of its rule than to those of all
other rules: a supervised contrastive loss (Khosla et al. 2020) against a memory bank with the latest vector of every
passage (Wu et al. 2018). It learns from nothing else: no official text, no question of a question set. The changes to
the matrices have a low rank, see `index/encoder/adapter.py`. Two cores take about half an hour.
"""

import hashlib
import json
import logging
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from index.encoder.adapter import FILE, KEPT, RANK, Adapter
from index.encoder.base_model import BASE_ENCODER, default_folder
from index.encoder.sentence_transformer import SentenceTransformerModel
from index.plain.chapters import read_plain
from index.plain.edition import plain_rulebook
from index.plain.unanswerable import shipped_unanswerable
from index.search.passages import make_passages, searched_text

log = logging.getLogger(__name__)
RECORD = "adapter.json"
LEARNED_FROM = ("plain", "question", "unanswerable")
LONGEST = 96
AT_ONCE = 16
LOG_EVERY = 20


@dataclass(frozen=True)
class Settings:
    """How long and how strongly the encoder is tuned; `sharpness` is one over the temperature of the loss."""

    passes: int = 2
    batch: int = 64
    rate: float = 1e-4
    warm_up: float = 0.1
    decay: float = 0.01
    sharpness: float = 20.0
    seed: int = 0
    threads: int = 2


@dataclass(frozen=True)
class Passages:
    """The texts to learn from and, row by row, their rule."""

    texts: tuple[str, ...]
    rules: tuple[int, ...]

    @classmethod
    def of_plain(cls) -> "Passages":
        """The wordings and typical questions of the plain rulebook, and the unanswerable questions."""
        plain = read_plain()
        passages = make_passages(plain_rulebook(plain), plain.by_number, shipped_unanswerable())
        found = [passage for passage in passages if passage.kind in LEARNED_FROM]
        place = {rule: at for at, rule in enumerate(dict.fromkeys(passage.rule for passage in found))}
        return cls(tuple(map(searched_text, found)), tuple(place[passage.rule] for passage in found))

    @property
    def anchors(self) -> list[int]:
        """The rows whose rule has another passage."""
        counts = np.bincount(self.rules)
        return [row for row, rule in enumerate(self.rules) if counts[rule] > 1]

    @property
    def hash(self) -> str:
        """A hash of the texts to learn from."""
        return hashlib.sha256("\n".join(self.texts).encode()).hexdigest()


def train(
    passages: Passages, base: SentenceTransformerModel, settings: Settings, rank: int = RANK
) -> tuple[Adapter, float]:
    """Tune the base encoder, and return its changes as an adapter, with the loss at the end."""
    import torch

    torch.manual_seed(settings.seed)
    torch.set_num_threads(settings.threads)
    bank = torch.from_numpy(base.encode(passages.texts)).clone()
    network = base.model[0].auto_model
    tuned = _thaw(network)
    before = {name: weight.detach().clone() for name, weight in tuned.items()}
    loss = _tune(network, base.model.tokenizer, list(tuned.values()), bank, passages, settings)
    network.eval()
    changes = {name: (weight.detach() - before[name]).numpy() for name, weight in tuned.items()}
    return Adapter.from_changes(changes, bank.numpy(), rank), loss


def _thaw(network: Any) -> dict[str, Any]:
    """The matrices of the layers, which are tuned; the embeddings and everything else stay fixed."""
    tuned = {}
    for name, weight in network.named_parameters():
        weight.requires_grad = name.startswith("encoder.") and weight.ndim == 2
        if weight.requires_grad:
            weight.data = weight.data.clone()
            tuned[name] = weight
    return tuned


def _tune(network: Any, tokenizer: Any, weights: list[Any], bank: Any, passages: Passages, settings: Settings) -> float:
    """Train on all anchors and return the mean loss of the last pass."""
    import torch

    rules = torch.tensor(passages.rules)
    steps = list(_batches(passages.anchors, settings))
    optimizer = torch.optim.AdamW(weights, lr=settings.rate, weight_decay=settings.decay)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: share_of_rate(step, len(steps), settings.warm_up)
    )
    losses: list[float] = []
    network.train()
    for step, rows in enumerate(steps, 1):
        vectors = _encode(network, tokenizer, [passages.texts[row] for row in rows])
        loss = _loss(vectors, bank, rows, rules, settings.sharpness)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        schedule.step()
        bank[rows] = vectors.detach()
        losses.append(float(loss.detach()))
        if step % LOG_EVERY == 0:
            log.info("step %d of %d, loss %.3f", step, len(steps), float(np.mean(losses[-LOG_EVERY:])))
    return float(np.mean(losses[-(len(steps) // settings.passes) :]))


def _batches(anchors: Sequence[int], settings: Settings) -> Iterator[list[int]]:
    order = random.Random(settings.seed)
    for _ in range(settings.passes):
        rows = list(anchors)
        order.shuffle(rows)
        yield from (rows[start : start + settings.batch] for start in range(0, len(rows), settings.batch))


def share_of_rate(step: int, steps: int, warm_up: float) -> float:
    """The share of the learning rate at a step: rising to 1 during the warm-up, then falling to 0."""
    return min(1.0, (step + 1) / (warm_up * steps)) * (steps - step) / steps


def _encode(network: Any, tokenizer: Any, texts: Sequence[str]) -> Any:
    """Unit vectors with their gradient, shape (texts, dimensions); texts of similar length are encoded together."""
    import torch

    order = sorted(range(len(texts)), key=lambda row: len(texts[row]))
    parts = []
    for start in range(0, len(order), AT_ONCE):
        some = [texts[row] for row in order[start : start + AT_ONCE]]
        tokens = tokenizer(some, padding=True, truncation=True, max_length=LONGEST, return_tensors="pt")
        with torch.autocast("cpu", dtype=torch.bfloat16):
            states = network(**tokens).last_hidden_state
        states, mask = states.float(), tokens["attention_mask"].unsqueeze(-1).float()
        parts.append(torch.nn.functional.normalize((states * mask).sum(1) / mask.sum(1), dim=-1))
    return torch.cat(parts)[torch.argsort(torch.tensor(order))]


def _loss(vectors: Any, bank: Any, rows: Sequence[int], rules: Any, sharpness: float) -> Any:
    """The negative log of the share of the passages of the same rule, without the anchor itself."""
    import torch

    scores = vectors @ bank.T * sharpness
    itself = torch.zeros_like(scores, dtype=torch.bool)
    itself[torch.arange(len(rows)), torch.tensor(rows)] = True
    same = (rules[torch.tensor(rows)][:, None] == rules[None]) & ~itself
    of_rule = torch.logsumexp(scores.masked_fill(~same, -torch.inf), dim=1)
    return (torch.logsumexp(scores.masked_fill(itself, -torch.inf), dim=1) - of_rule).mean()


def main() -> None:
    """Tune the default encoder to the plain rulebook and write the adapter with its record in the checkout."""
    passages, settings = Passages.of_plain(), Settings()
    adapter, loss = train(passages, SentenceTransformerModel.load(str(default_folder()), offline=True), settings)
    folder = Path(__file__).parents[1] / "models"
    adapter.save(folder / FILE)
    record = {
        "base": BASE_ENCODER,
        "passages": len(passages.texts),
        "data": passages.hash,
        "settings": asdict(settings),
        "rank": RANK,
        "kept": KEPT,
        "loss": round(loss, 4),
        "adapter": adapter.hash,
    }
    (folder / RECORD).write_text(json.dumps(record, indent=2) + "\n", "utf-8")
    log.info("wrote %s, loss %.3f", FILE, loss)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    main()
