"""The default encoder itself over our small rules."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from small_rules import SMALL_RULES

from index.encoder.adapter import KEPT, Adapter
from index.encoder.base_model import BASE_ENCODER
from index.encoder.encoder import DEFAULT_ENCODER, SentenceEncoder
from index.errors import EncoderError
from index.plain.align import align_plain as align
from index.records import PlainRulebook, Rulebook
from index.search.build import prepare_search
from index.search.search import Search
from judge.judge import Judge
from judge.library import Library
from ui.cli import main

pytestmark = pytest.mark.slow

FILES = {"--run": "run.csv", "--qrels": "qrels", "--beir": "beir", "--report": "report.html"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the index is kept in."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def real_search(rulebook: Rulebook, plain: PlainRulebook, kept: Path) -> Search:
    """The search over our small rules by the default encoder."""
    return prepare_search(rulebook, align(plain, rulebook), SentenceEncoder.from_name(), kept)


def unloadable() -> NoReturn:
    """In the place of a model that must not be needed."""
    raise AssertionError("the model was loaded, although every text had been encoded")


def without_model() -> SentenceEncoder:
    """An encoder that is the default one by name and weights, and cannot encode."""
    default = SentenceEncoder.from_name()
    return SentenceEncoder(default.name, default.weights, unloadable)


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("Can a creature that arrived this turn attack right away?", "302.6"),
        ("If I shove an enormous trampler into a tiny defender, what happens to the leftover damage?", "702.19b"),
    ],
)
def test_paraphrases(rulebook: Rulebook, plain: PlainRulebook, real_search: Search, question: str, rule: str) -> None:
    answer = Judge.from_rulebooks(rulebook, plain, real_search).ask(question)
    assert rule in [each.rule.id for each in answer.citations][:5]


def test_another_subject_is_declined(rulebook: Rulebook, plain: PlainRulebook, real_search: Search) -> None:
    answer = Judge.from_rulebooks(rulebook, plain, real_search).ask("How long do I bake a sourdough bread?")
    assert not answer.answered
    assert answer.confidence < 0.3


def test_an_encoder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match=r"found no sentence-transformers model at .*none"):
        SentenceEncoder.from_name(str(tmp_path / "none"))


def test_vectors(real_search: Search) -> None:
    vectors = real_search.encoder.encode(["trample", "haste", "trample"])
    assert vectors.shape == (3, KEPT)
    assert vectors.dtype.name == "float32"
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.allclose(vectors[0], vectors[2], atol=1e-6)
    assert (real_search.encoder.name, len(real_search.encoder.weights)) == (DEFAULT_ENCODER, 64)


def test_alone_and_among_others_a_text_has_the_same_vector(real_search: Search) -> None:
    texts = ["my guy is summoning sick", "can I trample over a wall? " * 200]
    for text, among in zip(texts, real_search.encoder.encode(texts), strict=True):
        assert np.array_equal(real_search.encoder.encode([text])[0], among)


def test_the_default_is_the_base_and_its_adapter(monkeypatch: pytest.MonkeyPatch) -> None:
    base, tuned = SentenceEncoder.from_name(BASE_ENCODER), SentenceEncoder.from_name()
    assert (base.name, tuned.name) == (BASE_ENCODER, DEFAULT_ENCODER)
    assert tuned.weights != base.weights
    monkeypatch.setattr("index.encoder.encoder.arithmetic", lambda: "another")
    assert {SentenceEncoder.from_name(each.name).weights for each in (base, tuned)}.isdisjoint(
        (base.weights, tuned.weights)
    )
    before, after = (encoder.encode(["my guy is summoning sick"])[0] for encoder in (base, tuned))
    assert 0.3 < float(Adapter.shipped().directions @ before @ after) < 0.99


def test_a_second_time_nothing_is_encoded(
    rulebook: Rulebook, plain: PlainRulebook, real_search: Search, kept: Path
) -> None:
    steps: list[tuple[int, int]] = []
    second = prepare_search(rulebook, align(plain, rulebook), without_model(), kept, lambda *step: steps.append(step))
    assert steps == []
    question = "is a beetle without legs swept away?"
    assert replace(second, encoder=real_search.encoder).search(question) == real_search.search(question)


def test_a_lost_index_is_made_again_from_what_was_encoded(
    rulebook: Rulebook, plain: PlainRulebook, real_search: Search, kept: Path, tmp_path: Path
) -> None:
    shutil.copytree(kept / "embeddings", tmp_path / "embeddings")
    steps: list[tuple[int, int]] = []
    second = prepare_search(
        rulebook, align(plain, rulebook), without_model(), tmp_path, lambda *step: steps.append(step)
    )
    assert steps == [(0, 0)]
    assert second.passages == real_search.passages
    assert (tmp_path / "indexes").is_dir()


QUESTION_SET = """\
{"id": "q1", "question": "Can a creature attack the turn it arrives?", "deciding": ["302.6"], "edition": "2030-01-01"}
{"id": "q2", "question": "Where does spare trample damage go?", "deciding": ["702.19"], "edition": "2030-01-01"}
{"id": "q3", "question": "How long do I bake a sourdough bread?", "deciding": [], "edition": "2030-01-01"}
"""


def test_the_command_measures_and_makes_every_file(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Library(home).add(SMALL_RULES.encode(), "small.txt")
    (tmp_path / "set.jsonl").write_text(QUESTION_SET, "utf-8")
    files = {option: str(tmp_path / name) for option, name in FILES.items()}
    arguments = [part for pair in files.items() for part in pair]
    assert main(["eval", str(tmp_path / "set.jsonl"), "--json", *arguments]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["questions"], summary["edition"]) == (3, "2030-01-01")
    assert list(summary["systems"]) == ["judge", "bm25", "dense", "rrf"]
    assert summary["systems"]["judge"]["hit@5"] == 1
    assert summary["declining"]["judge"]["declined_right"] == 1
    assert all(Path(file).exists() for file in files.values())
    again = ["eval", str(tmp_path / "set.jsonl"), "--system", "judge", "--baseline", files["--run"], "--markdown"]
    assert main(again) == 0
    printed = capsys.readouterr().out
    assert re.match(r"3 questions \(1 unanswerable\), edition 2030-01-01; rules-judge .*\d{4}-\d\d-\d\d\.\n", printed)
    assert "**judge since the previous run.** Of 2 questions, 0 improved, 0 got worse and 2 stayed the same" in printed
