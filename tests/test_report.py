"""The page: what it shows of the worst questions, that it is escaped, and that it asks for nothing."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from small_set import small_runs

from eval.export import ReportError
from eval.report import body, page, worst, write_report
from eval.summary import summarise
from index.plain_edition import plain_rulebook
from index.records import PlainRulebook, Rulebook
from judge.judge import Judge
from judge.prompts import PLAIN_LABEL, PLAIN_ONLY_LABEL, UNOFFICIAL


@pytest.fixture
def judge(rulebook: Rulebook, plain: PlainRulebook) -> Judge:
    """Our small rules as an official edition, only to be read."""
    return Judge.from_rulebooks(rulebook, plain)


def _page(judge: Judge, systems: int = 2, made: str = "") -> str:
    runs = small_runs(judge.rulebook)[-systems:]
    return page(summarise(runs, "2030-01-01"), runs, judge, made)


def test_worst_come_first_and_perfect_ones_not_at_all(rulebook: Rulebook) -> None:
    judge, none = small_runs(rulebook)
    assert [judge.questions[row].id for row in worst(judge)] == ["q 1"]
    assert [none.questions[row].id for row in worst(none)] == ["q 1", "q2"]
    assert [none.questions[row].id for row in worst(none, 1)] == ["q 1"]


def test_the_worst_question_shows_what_should_have_been_and_what_was(judge: Judge) -> None:
    [section] = re.findall(r'<section class="worst">.*?</section>', _page(judge))
    assert "Is &lt;b&gt;bold&lt;/b&gt; &amp; &quot;brave&quot; {enough} | $here?" in section
    assert "q 1 · combat · difficulty 3 · short · nDCG@10 0.387" in section
    assert "Should have been found (all of these)" in section
    assert "They &lt;say&gt; so." in section
    rules = re.findall(r"<summary><strong>(.*?)</strong> <span>(.*?)</span><small>(.*?)</small>", section)
    assert [(number, note) for number, _, note in rules] == [
        ("702.19b", "rank 2"),
        ("510.1c", "says the same as 702.19b"),
        ("702.2b", "not in the first 3"),
        ("104.2", "rank 1"),
        ("510.1c", "rank 2"),
        ("702.19b", "rank 3"),
    ]


def test_a_rule_opens_to_its_text_and_our_wording(judge: Judge, plain: PlainRulebook) -> None:
    shown = _page(judge)
    rule = judge.find("702.19b")
    assert f'<p class="text">{rule.text}</p>' in shown
    assert f"<small>{PLAIN_LABEL}</small>{plain.by_number['702.19b'].plain}</p>" in shown
    assert PLAIN_ONLY_LABEL not in shown
    alone = Judge.from_rulebooks(plain_rulebook(plain), plain)
    assert f"<small>{PLAIN_ONLY_LABEL}</small>{plain.by_number['702.19b'].plain}</p>" in _page(alone)
    assert '<p class="text">' not in _page(alone)


def test_a_rule_that_is_not_there_is_said(plain: PlainRulebook) -> None:
    assert "found no rule &quot;104.2&quot;" in _page(Judge.from_rulebooks(plain_rulebook(plain), plain))


def test_it_asks_for_nothing(judge: Judge) -> None:
    shown = _page(judge, made="version 9, 2030-02-02")
    assert "prefers-color-scheme: dark" in shown
    assert "version 9, 2030-02-02" in shown
    assert UNOFFICIAL in shown
    assert not any(word in shown for word in ("http", "src=", "url(", "<script", "{{", "$body", "$style"))


def test_the_intervals_stand_under_the_means(judge: Judge) -> None:
    assert "<td>0.500<small>0.000–1.000</small></td>" in _page(judge)


def test_another_system_alone(judge: Judge) -> None:
    shown = _page(judge, systems=1)
    assert "The worst questions of none" in shown
    assert "<p>Nothing.</p>" in shown


def test_nothing_is_wrong(judge: Judge) -> None:
    run = small_runs(judge.rulebook)[0]
    perfect = replace(run, questions=run.questions[1:], rankings=run.rankings[1:], scores=run.scores[1:])
    assert "as good as can be" in body(summarise([perfect], "x"), [perfect], judge)


def test_it_is_written(judge: Judge, tmp_path: Path) -> None:
    runs = small_runs(judge.rulebook)
    write_report(tmp_path / "report.html", summarise(runs, "x"), runs, judge)
    assert (tmp_path / "report.html").read_text("utf-8").startswith("<!doctype html>")
    with pytest.raises(ReportError, match="cannot be written"):
        write_report(tmp_path, summarise(runs, "x"), runs, judge)
