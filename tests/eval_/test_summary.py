"""The summary: the keys that programs read, means, groups, and paired figures."""

import json
import math

import pytest
from small_set import QUESTIONS, small_runs

from eval.records import Question
from eval.run import run
from eval.scores.measures import NAMES
from eval.scores.summary import HEADLINE, main_system, summarize
from index.records import Rulebook
from judge.records import Ranking

DESIGNED = ("hit@1", "hit@5", "hit@10", "all@5", "all@10", "recall@5", "recall@10", "mrr@10", "ndcg@10")


def test_means_leave_out_what_must_be_declined(rulebook: Rulebook) -> None:
    summary = summarize(small_runs(rulebook), "2030-01-01")
    judge = summary["systems"]["judge"]
    assert (summary["questions"], summary["answerable"], summary["edition"]) == (3, 2, "2030-01-01")
    assert list(judge) == [*NAMES, "ms_p50", "ms_p95"]
    assert [judge[name] for name in DESIGNED[:8]] == [0.5, 1, 1, 0.5, 0.5, 0.75, 0.75, 0.75]
    assert set(summary["systems"]["none"].values()) == {0}


def test_what_the_design_names_is_there(rulebook: Rulebook) -> None:
    summary = summarize(small_runs(rulebook), "2030-01-01")
    assert {"questions", "edition", "systems"} < set(summary)
    assert set(DESIGNED) < set(summary["systems"]["judge"])


def test_it_is_json_without_gaps(rulebook: Rulebook) -> None:
    summary = summarize(small_runs(rulebook), "2030-01-01")
    assert json.loads(json.dumps(summary, allow_nan=False)) == summary


def test_groups_hold_the_answerable_questions_by_label(rulebook: Rulebook) -> None:
    groups = summarize(small_runs(rulebook), "x")["groups"]
    assert {field: {label: group["questions"] for label, group in each.items()} for field, each in groups.items()} == {
        "category": {"combat": 1, "other": 1},
        "difficulty": {"1": 1, "3": 1},
        "style": {"short": 2},
    }
    assert [groups["difficulty"][each]["systems"]["judge"]["recall@10"] for each in "13"] == [1, 0.5]
    assert set(groups["style"]["short"]["intervals"]["none"]) == set(HEADLINE)


def test_groups_without_labels_are_none() -> None:
    questions = [Question("q1", "?", (("100.1",),))]
    assert summarize(run(questions, {"a": lambda q, k: Ranking(("100.1",))}, frozenset()), "x")["groups"] == {}


def test_the_first_is_held_against_the_others(rulebook: Rulebook) -> None:
    rows = {each["measure"]: each for each in summarize(small_runs(rulebook), "x")["paired"]}
    assert list(rows) == list(HEADLINE)
    assert (rows["hit@5"]["system"], rows["hit@5"]["other"], rows["hit@5"]["difference"]) == ("judge", "none", 1)
    assert (rows["hit@1"]["low"], rows["hit@1"]["high"]) == (0, 1)
    assert rows["hit@5"]["p"] == 0.5
    assert summarize(small_runs(rulebook)[1:], "x")["paired"] == []


def test_intervals_are_around_the_means(rulebook: Rulebook) -> None:
    summary = summarize(small_runs(rulebook), "x")
    for name, means in summary["systems"].items():
        for measure, (low, high) in summary["intervals"][name].items():
            assert low <= means[measure] <= high


def test_times_are_percentiles() -> None:
    ticks = iter(number * number / 1000 for number in range(100))
    [only] = run(QUESTIONS, {"a": lambda q, k: Ranking(())}, frozenset(), clock=lambda: next(ticks))
    times = summarize([only], "x")["systems"]["a"]
    assert [times["ms_p50"], times["ms_p95"]] == pytest.approx([5, 8.6])
    assert not math.isnan(times["ms_p95"])


def test_the_main_system_is_judge_or_the_first() -> None:
    assert (main_system(["bm25", "judge"]), main_system(["bm25", "dense"])) == ("judge", "bm25")
