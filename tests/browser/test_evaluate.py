"""ui/page/evaluate.py: the tab's steps as functions, and the tab in a real browser."""

import csv
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import pytest
from evaluate_tab import SET, Note, choose, toy
from own_rules import OFFICIAL, ToyJudge
from pages import both_devices
from playwright.sync_api import Page, expect
from small_set import small_runs

from eval.measure import Measurement, ProgressBar
from eval.records import Question
from eval.scores.summary import summarize
from index.errors import QuestionSetError
from index.progress import Progress
from index.records import PlainRulebook, Rulebook
from judge.lookup.reader import RuleReader
from ui import strings
from ui.page.evaluate import measured
from ui.page.features import PageFeatures
from ui.server.web import serve


@contextmanager
def quiet(title: str, unit: str) -> Iterator[Progress]:
    """A bar that is not drawn."""
    yield lambda done, total: None


def test_a_measuring_gives_the_report_and_two_files(rulebook: Rulebook, plain: PlainRulebook, tmp_path: Path) -> None:
    (tmp_path / "set.jsonl").write_text(SET, "utf-8")
    asked: list[tuple[int, list[str], str]] = []

    def evaluate(
        questions: Sequence[Question], systems: Sequence[str], edition: str, bar: ProgressBar, note: Note
    ) -> Measurement:
        asked.append((len(questions), list(systems), edition))
        note("left out <nothing>")
        runs = small_runs(rulebook)
        return Measurement(RuleReader.from_rulebooks(rulebook, plain), tuple(runs), summarize(runs, edition))

    shown, report, table = measured(
        evaluate, "x", "file", str(tmp_path / "set.jsonl"), ["rrf", "judge"], quiet, lambda: tmp_path
    )
    assert asked == [(3, ["judge", "rrf"], "x")]
    assert shown.startswith('<p class="problem">left out &lt;nothing&gt;</p><div class="report">')
    assert Path(report["value"]).read_text("utf-8").startswith("<!doctype html>")
    rows = list(csv.DictReader(Path(table["value"]).read_text("utf-8").splitlines()))
    assert [row["id"] for row in rows] == ["q 1", "q2", "q3"] * 2
    assert (report["visible"], table["visible"]) == (True, True)


@pytest.mark.parametrize(
    ("content", "systems", "says"),
    [
        pytest.param(None, ["judge"], strings.NO_SET, id="no-file"),
        pytest.param(SET, [], strings.NO_SYSTEM, id="no-system"),
        pytest.param("", ["judge"], "found no question", id="empty"),
        pytest.param('{"id": "<q>"}', ["judge"], 'found no column "question" among id', id="column"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, content: str | None, systems: list[str], says: str) -> None:
    if content is not None:
        (tmp_path / "set.jsonl").write_text(content, "utf-8")

    def never(
        questions: Sequence[Question], systems: Sequence[str], edition: str, bar: ProgressBar, note: Note
    ) -> Measurement:
        raise QuestionSetError("this is not reached")

    name = None if content is None else str(tmp_path / "set.jsonl")
    shown, report, table = measured(never, "x", "file", name, systems, quiet, lambda: tmp_path)
    assert says.replace('"', "&quot;") in shown
    assert shown.startswith('<p class="problem">')
    assert (report["visible"], table["visible"], report["value"]) == (False, False, None)


@pytest.fixture(scope="module")
def url() -> str:
    """A page with an Evaluate tab over the toy rules."""
    ready: Queue[str] = Queue()
    served = (ToyJudge(OFFICIAL), "127.0.0.1", 0, ready.put, PageFeatures(evaluate=toy))
    threading.Thread(target=serve, args=served, daemon=True).start()
    return ready.get(timeout=60)


@both_devices
def test_a_set_is_measured_and_downloaded(page: Page, url: str, tmp_path: Path) -> None:
    page.goto(url)
    choose(page, SET)
    page.click("#measure")
    report = page.locator("#measured .report")
    expect(report.locator(".made")).to_contain_text("3 questions (1 unanswerable)")
    expect(page.locator("#measured .problem")).to_have_text("left out <nothing>")
    expect(report.locator("table").first.locator("tr")).to_have_count(5)
    expect(report.locator(".plots figure")).to_have_count(3)
    worst = report.locator(".worst")
    expect(worst).to_have_count(1)
    worst.locator("summary", has_text="900.2a").click()
    expect(worst.locator("details[open] .text")).to_contain_text("A long gust")
    for button, name, start in (
        ("#get-report", "report.html", "<!doctype html>"),
        ("#get-table", "rankings.csv", "system,id"),
    ):
        with page.expect_download() as download:
            page.click(button)
        download.value.save_as(tmp_path / name)
        assert (tmp_path / name).read_text("utf-8").startswith(start)
    assert page.evaluate("document.querySelector('#evaluate-tab').scrollWidth <= innerWidth")


def test_fewer_systems(page: Page, url: str) -> None:
    page.goto(url)
    choose(page, SET)
    for name in ("judge", "dense", "rrf"):
        page.locator("#which-systems").get_by_label(name).uncheck()
    page.click("#measure")
    expect(page.locator("#measured h2").last).to_have_text("The worst questions of bm25")


def test_a_bad_set_is_said_in_one_line_and_a_good_one_follows(page: Page, url: str) -> None:
    page.goto(url)
    choose(page, '{"id": 1}')
    page.click("#measure")
    expect(page.locator("#measured .problem")).to_contain_text('found no column "question" among id; add it.')
    expect(page.locator("#get-report")).to_be_hidden()


def test_the_chat_is_as_it_was(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("tab", name=strings.EVALUATE_TAB).click()
    expect(page.locator("#measure")).to_be_visible()
    page.get_by_role("tab", name=strings.ASK_TAB).click()
    page.fill("#ask textarea", "Does my kite stay up?")
    page.press("#ask textarea", "Enter")
    expect(page.locator("#chat details.rule")).to_have_count(3)
    assert page.evaluate("document.querySelector('#ask').getBoundingClientRect().bottom <= innerHeight")
