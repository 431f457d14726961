"""The page: its worst questions, escaping, and that it loads nothing else."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from small_set import small_runs

from eval.report.export import ReportError
from eval.report.report import body, page, write_report
from eval.report.worst import worst_rows
from eval.scores.summary import summarize
from index.plain.edition import plain_rulebook
from index.records import PlainRulebook, Rulebook
from judge.lookup.reader import RuleReader
from judge.messages import PLAIN_LABEL, PLAIN_ONLY_LABEL, UNOFFICIAL


@pytest.fixture
def rules(rulebook: Rulebook, plain: PlainRulebook) -> RuleReader:
    """Our small rules as an official edition, only to be read."""
    return RuleReader.from_rulebooks(rulebook, plain)


def _page(rules: RuleReader, systems: int = 2, provenance: str = "") -> str:
    runs = small_runs(rules.rulebook)[-systems:]
    return page(summarize(runs, "2030-01-01"), runs, rules, provenance)


def test_worst_questions_come_first_without_perfect_ones(rulebook: Rulebook) -> None:
    judge, none = small_runs(rulebook)
    assert [judge.questions[row].id for row in worst_rows(judge)] == ["q 1"]
    assert [none.questions[row].id for row in worst_rows(none)] == ["q 1", "q2"]
    assert [none.questions[row].id for row in worst_rows(none, 1)] == ["q 1"]


def test_worst_questions_show_wanted_and_found_rules(rules: RuleReader) -> None:
    [section] = re.findall(r'<section class="worst">.*?</section>', _page(rules), re.DOTALL)
    assert "Is &lt;b&gt;bold&lt;/b&gt; &amp; &#34;brave&#34; {enough} | $here?" in section
    assert "q 1 · combat · difficulty 3 · short · nDCG@10 0.387" in section
    assert "Should have been found (all of these)" in section
    assert "They &lt;say&gt; so." in section
    shown = re.findall(r"<summary><strong>(.*?)</strong> <span>(.*?)</span><small>(.*?)</small>", section)
    assert [(number, note) for number, _, note in shown] == [
        ("702.19b", "rank 2"),
        ("510.1c", "says the same as 702.19b"),
        ("702.2b", "not in the first 3"),
        ("104.2", "rank 1"),
        ("510.1c", "rank 2"),
        ("702.19b", "rank 3"),
    ]


def test_rules_open_to_text_and_plain_wording(rules: RuleReader, plain: PlainRulebook) -> None:
    shown = _page(rules)
    rule = rules.find("702.19b")
    assert f'<p class="text">{rule.text}</p>' in shown
    assert f"<small>{PLAIN_LABEL}</small>{plain.by_number['702.19b'].plain}</p>" in shown
    assert PLAIN_ONLY_LABEL not in shown
    alone = RuleReader.from_rulebooks(plain_rulebook(plain), plain)
    assert f"<small>{PLAIN_ONLY_LABEL}</small>{plain.by_number['702.19b'].plain}</p>" in _page(alone)
    assert '<p class="text">' not in _page(alone)


def test_missing_rules_are_explained(plain: PlainRulebook) -> None:
    assert "found no rule &#34;104.2&#34;" in _page(RuleReader.from_rulebooks(plain_rulebook(plain), plain))


def test_the_page_loads_nothing_else(rules: RuleReader) -> None:
    shown = _page(rules, provenance="version 9, 2030-02-02")
    assert "prefers-color-scheme: dark" in shown
    assert "version 9, 2030-02-02" in shown
    assert UNOFFICIAL in shown
    assert not any(word in shown for word in ("http", "src=", "url(", "<script", "{{", "{%"))


def test_intervals_are_shown_below_the_means(rules: RuleReader) -> None:
    assert "<td>0.500<small>0.000–1.000</small></td>" in _page(rules)


def test_without_judge_the_first_system_is_shown(rules: RuleReader) -> None:
    shown = _page(rules, systems=1)
    assert "The worst questions of none" in shown
    assert "<p>Nothing.</p>" in shown


def test_perfect_runs_have_no_worst_questions(rules: RuleReader) -> None:
    run = small_runs(rules.rulebook)[0]
    perfect = replace(run, questions=run.questions[1:], rankings=run.rankings[1:], scores=run.scores[1:])
    assert "every ranking is perfect" in body(summarize([perfect], "x"), [perfect], rules)


def test_the_report_is_written(rules: RuleReader, tmp_path: Path) -> None:
    runs = small_runs(rules.rulebook)
    write_report(tmp_path / "report.html", summarize(runs, "x"), runs, rules)
    assert (tmp_path / "report.html").read_text("utf-8").startswith("<!doctype html>")
    with pytest.raises(ReportError, match="cannot be written"):
        write_report(tmp_path, summarize(runs, "x"), runs, rules)
