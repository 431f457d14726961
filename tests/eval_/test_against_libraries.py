"""Our measures against ir_measures (trec_eval's own code), on real runs, through the files that we write for it.

The runs are those of the baselines: over our plain rulebook with questions drawn from it, headings and alternatives
among them, and, where the test data is there, over the official edition with real players' questions.
"""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import ir_measures
import numpy as np
import pytest
from fake_encoder import BagOfWords
from paths import official_edition, shared_file

from eval.questions.read import read_questions
from eval.records import DEFAULT_EDITION, Question, Run
from eval.report.beir import judgments
from eval.report.export import with_item_names, write_qrels, write_run
from eval.run import run
from eval.scores.measures import CUTOFFS, NAMES, finds, heading_numbers, only_supporting
from eval.systems.baselines import baselines
from index.plain.chapters import read_plain
from index.plain.edition import plain_rulebook
from index.records import Rulebook
from index.rules.read import read_document

pytestmark = pytest.mark.patient

COUNT = 300


def drawn() -> tuple[Rulebook, list[Question]]:
    """Questions of the plain rulebook, each with rules near the one it belongs to as what it wants."""
    plain = read_plain()
    rulebook, rng = plain_rulebook(plain), random.Random(5)
    numbers = [rule.number for rule in rulebook.numbered]
    questions = []
    for place, entry in enumerate(rng.sample([entry for entry in plain.entries if entry.questions], COUNT)):
        at = numbers.index(entry.number) if entry.number in numbers else 50
        near = rng.sample(numbers[max(0, at - 4) : at + 4], 5)
        deciding = rng.choice([((near[0],),), ((near[0], near[1]), (near[2],)), ((near[0],), (near[1],), (near[2],))])
        asked = " ".join(entry.questions)
        questions.append(Question(f"q{place}", asked, deciding, tuple(near[3:]), rng.choice(["any", "all"])))
    return rulebook, questions


def real() -> tuple[Rulebook, list[Question]]:
    """The official edition and players' questions."""
    questions = read_questions(shared_file("questions/players-dev.jsonl"))
    return read_document(official_edition(DEFAULT_EDITION)), questions


@pytest.fixture(
    scope="module",
    params=[pytest.param(drawn, id="plain-rulebook"), pytest.param(real, id="players", marks=pytest.mark.official)],
)
def measured(request: pytest.FixtureRequest) -> tuple[Rulebook, list[Run]]:
    """Three systems' runs over a rulebook."""
    make: Callable[[], tuple[Rulebook, list[Question]]] = request.param
    rulebook, questions = make()
    return rulebook, run(questions, baselines(rulebook, BagOfWords().encode), heading_numbers(rulebook))


def theirs(folder: Path, each: Run, rulebook: Rulebook) -> dict[str, list[float]]:
    """Every measure for every question as ir_measures finds it in our TREC files."""
    write_run(folder / "run.trec", [each], "x", heading_numbers(rulebook))
    write_qrels(folder / "qrels", each.questions)
    wanted: dict[ir_measures.Measure, str] = {}
    for k in CUTOFFS:
        wanted |= {ir_measures.Success(rel=2) @ k: f"hit@{k}", ir_measures.R(rel=2) @ k: f"recall@{k}"}
        wanted |= {ir_measures.RR(rel=2) @ k: f"mrr@{k}", ir_measures.nDCG @ k: f"ndcg@{k}"}
    qrels = list(ir_measures.read_trec_qrels(str(folder / "qrels")))
    ranked = list(ir_measures.read_trec_run(str(folder / "run.trec")))
    values: dict[str, dict[str, float]] = {}
    for value in ir_measures.iter_calc(list(wanted), qrels, ranked):
        values.setdefault(value.query_id, {})[wanted[value.measure]] = value.value
    for question in each.questions:
        row = values.setdefault(question.id, {})
        for k in CUTOFFS:
            row[f"all@{k}"] = float(row[f"recall@{k}"] == 1) if question.need == "all" else row[f"hit@{k}"]
    return {question.id: [values[question.id][name] for name in NAMES] for question in each.questions}


def finds_two(question: Question, numbers: Sequence[str], headed: frozenset[str]) -> bool:
    """Whether one rule of the ranking finds two items, which a TREC file cannot say."""
    items = [*question.deciding, *((number,) for number in only_supporting(question))]
    return any(sum(any(finds(number, each, headed) for each in item) for item in items) > 1 for number in numbers)


def test_every_measure_of_every_question_is_the_same(measured: tuple[Rulebook, list[Run]], tmp_path: Path) -> None:
    rulebook, runs = measured
    compared = 0
    for each in runs:
        expected = theirs(tmp_path, each, rulebook)
        for question, ranking, row in zip(each.questions, each.rankings, each.scores, strict=True):
            if not finds_two(question, ranking.numbers, heading_numbers(rulebook)):
                np.testing.assert_allclose(row, expected[question.id], atol=1e-9, err_msg=question.id)
                compared += 1
    assert compared >= 0.85 * sum(len(each.questions) for each in runs)
    assert min(each.scores[:, NAMES.index("hit@20")].mean() for each in runs) > 0.1


def test_beir_judgements_find_the_same_hits(measured: tuple[Rulebook, list[Run]]) -> None:
    rulebook, runs = measured
    headed = heading_numbers(rulebook)
    hit, reciprocal = ir_measures.Success(rel=2) @ 5, ir_measures.RR(rel=2) @ 10
    for each in runs:
        judged = {question.id: judgments(question, rulebook, headed) for question in each.questions}
        ranked = {
            question.id: {number: 1 / rank for rank, number in enumerate(ranking.numbers, 1)}
            for question, ranking in zip(each.questions, each.rankings, strict=True)
        }
        means = ir_measures.calc_aggregate([hit, reciprocal], judged, ranked)
        ours = dict(zip(NAMES, each.scores.mean(axis=0), strict=True))
        assert [means[hit], means[reciprocal]] == pytest.approx([ours["hit@5"], ours["mrr@10"]])


def test_the_drawn_questions_hold_what_is_hard() -> None:
    rulebook, questions = drawn()
    headed = heading_numbers(rulebook)
    assert sum(len(item) > 1 for question in questions for item in question.deciding) > COUNT / 5
    assert sum(item[0] in headed for question in questions for item in question.deciding) > COUNT / 10
    [words] = run(questions, {"bm25": baselines(rulebook, BagOfWords().encode)["bm25"]}, headed)
    shown = [with_item_names(ranking.numbers, q, headed) for q, ranking in zip(questions, words.rankings, strict=True)]
    assert sum(number.endswith("~") for numbers in shown for number in numbers) > COUNT / 20
