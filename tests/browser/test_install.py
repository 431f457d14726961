"""ui/page/install.py and banner.py: an official text is installed while the page goes on answering."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fake_encoder import BagOfWords
from own_rules import OFFICIAL, PLAIN, ToyJudge
from pages import QUESTION, ask, both_devices, start
from playwright.sync_api import FilePayload, Page, expect
from small_rules import SMALL_RULES
from small_site import Site, page_of, text_of

from index.encoder.encoder import Vectors
from index.errors import DocumentError
from judge.judge import Answerer
from judge.library import Library
from ui import strings
from ui.html.page import notice_html, progress_html
from ui.html.view import edition_line
from ui.page.features import PageFeatures, Report
from ui.page.install import Installation, InstallStep, from_file, from_web

NAME = "Rules%2020300101.txt"


class Gated(BagOfWords):
    """The fake encoder, which waits until its gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Event()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, once the gate is open."""
        self.gate.wait()
        return super().encode(texts)


def watched(installation: Installation) -> list[str]:
    """The stages that are seen until it is over."""
    return [step.stage for step in installation.watch()]


def test_an_installation_is_seen_and_its_judge_used() -> None:
    used, seen, go_on = list[Answerer](), list[InstallStep](), threading.Event()
    installation = Installation(used.append)

    def work(report: Report) -> ToyJudge:
        report("encode", 1, 3)
        go_on.wait()
        return ToyJudge(OFFICIAL)

    installation.start(work)
    installation.start(lambda report: pytest.fail("two at a time"))
    for step in installation.watch():
        seen.append(step)
        if step.stage == "encode":
            assert installation.underway
            go_on.set()
    assert seen[-1] == InstallStep("encode", 1, 3)
    assert [judge.reader.edition for judge in used] == [OFFICIAL]
    assert (installation.underway, installation.problem, watched(installation)) == (False, "", [])


def test_a_problem_is_kept_until_the_next_start() -> None:
    def fails(report: Report) -> ToyJudge:
        raise DocumentError("found no rules; expected some; choose another file.")

    installation = Installation(lambda judge: None)
    installation.start(fails)
    watched(installation)
    assert installation.problem == "found no rules; expected some; choose another file."
    installation.start(lambda report: ToyJudge())
    watched(installation)
    assert installation.problem == ""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_after_a_crash_nobody_waits() -> None:
    installation = Installation(lambda judge: None)

    def crashes(report: Report) -> ToyJudge:
        raise ZeroDivisionError

    installation.start(crashes)
    watched(installation)
    for thread in threading.enumerate():
        if thread.name == "installation":
            thread.join()
    assert installation.problem == strings.NOT_INSTALLED


def test_the_stages_of_a_file_and_of_the_web(home: Path, site: Site) -> None:
    text, told = SMALL_RULES.encode(), list[tuple[str, int, int]]()
    page = site.serve({"/en/rules": page_of(NAME), f"/en/{NAME}": text_of(text)})

    def report(stage: str, done: int, total: int) -> None:
        told.append((stage, done, total))

    judge = from_web(Library(home), BagOfWords(), page)(report)
    assert judge.reader.edition.id == "2030-01-01"
    assert told[:2] == [("look", 0, 0), ("read", len(text), len(text))]
    assert told[-1][0] == "encode" and told[-1][1] == told[-1][2] > 0
    told.clear()
    from_file(Library(home), BagOfWords())(text, "rules.txt", report)
    assert told == [("read", 0, 0)]  # the index is there already


def test_a_step_as_it_is_shown() -> None:
    assert progress_html("look") == f'<p><span role="status">{strings.STAGES["look"]}</span></p>'
    assert progress_html("download", 500) == f'<p><span role="status">{strings.STAGES["download"]}</span></p>'
    shown = progress_html("download", 312_400, 960_000)
    assert '<progress value="312400" max="960000" aria-label="Downloading the rules"></progress>' in shown
    assert "<span>312 of 960 KB</span>" in shown
    assert "<span>1,024 of 4,109 texts</span>" in progress_html("encode", 1024, 4109)


def test_the_notice_says_what_went_wrong_and_what_is_switched_off() -> None:
    assert '<strong role="alert">&lt;b&gt;</strong>' in notice_html("<b>")
    assert strings.NO_WEB not in notice_html()
    assert strings.NO_WEB in notice_html(web=False)


@both_devices
def test_the_text_is_taken_from_the_web_while_the_page_answers(page: Page, home: Path, site: Site) -> None:
    encoder, second_half, text, other = Gated(), threading.Event(), SMALL_RULES.encode(), b"bread and butter\n" * 20_000
    address = site.serve({"/en/rules": page_of(NAME), f"/en/{NAME}": text_of(other, gate=second_half)})
    library = Library(home)
    page.goto(start(ToyJudge(PLAIN), PageFeatures(fetch=from_web(library, encoder, address))))
    expect(page.locator("#ask textarea")).to_be_enabled()
    page.click("#from-web")
    banner = page.locator("#banner")
    expect(banner).to_contain_text(strings.STAGES["download"])
    assert 0 < float(page.locator("#banner progress").get_attribute("value") or 0) < len(other)
    second_half.set()
    expect(page.locator("#banner strong")).to_contain_text('found "bread and butter" at line 1')
    assert library.editions() == ["plain"]
    expect(page.locator("#from-web")).to_be_enabled()

    site.serve({f"/en/{NAME}": text_of(text)})
    page.click("#from-web")
    expect(banner).to_contain_text(strings.STAGES["encode"])
    expect(banner).to_contain_text("0 of ")
    expect(page.locator("#from-web")).to_be_disabled()
    ask(page, QUESTION)
    expect(page.locator("#chat .answer")).to_contain_text(strings.PLAIN_ONLY_LABEL)
    other_page = page.context.new_page()  # who comes meanwhile sees it too
    other_page.goto(page.url)
    expect(other_page.locator("#banner")).to_contain_text(strings.STAGES["encode"])
    encoder.gate.set()
    for each in (page, other_page):
        expect(each.locator("#head")).to_contain_text("effective January 1, 2030")
        expect(each.locator("#notice")).to_be_hidden()
        expect(each.locator("#chat .asked")).to_have_text(QUESTION)
        each.get_by_role("tab", name=strings.BROWSE_TAB).click()
        expect(each.locator("#browse .edition")).to_contain_text("effective January 1, 2030")
    page.get_by_role("tab", name=strings.ASK_TAB).click()
    ask(page, "what does 702.19b say")
    expect(page.locator("#chat p.edition > span").last).to_contain_text("effective January 1, 2030")


def test_who_comes_later_reads_the_installed_text(page: Page) -> None:
    judge = ToyJudge(PLAIN)
    page.goto(start(judge, PageFeatures(install=lambda data, name, report: replace(judge, edition=OFFICIAL))))
    ask(page, QUESTION)
    toys: FilePayload = {"name": "toys.txt", "mimeType": "text/plain", "buffer": b"toys"}
    page.locator('#notice input[type="file"]').set_input_files(toys)
    expect(page.locator("#head")).to_contain_text(edition_line(OFFICIAL))
    later = page.context.new_page()
    later.goto(page.url)
    expect(later.locator("#notice")).to_be_hidden()
    later.get_by_role("tab", name=strings.BROWSE_TAB).click()
    expect(later.locator("#browse .edition")).to_have_text(edition_line(OFFICIAL))


def test_what_goes_wrong_on_the_web_is_one_line(page: Page, home: Path, site: Site) -> None:
    address = site.serve({"/en/rules": page_of("/<b>.pdf")})
    page.goto(start(ToyJudge(PLAIN), PageFeatures(fetch=from_web(Library(home), BagOfWords(), address))))
    ask(page, QUESTION)
    page.click("#from-web")
    problem = page.locator("#banner strong")
    expect(problem).to_contain_text(f"found no link to a .txt file on {address}, expected the rules' text there")
    expect(page.locator("#from-web")).to_be_enabled()
    expect(page.locator("#chat .asked")).to_have_text(QUESTION)
    expect(page.locator("#head")).to_contain_text(edition_line(PLAIN))


def test_without_a_network_the_page_says_so(page: Page, home: Path) -> None:
    page.goto(start(ToyJudge(PLAIN), PageFeatures(install=from_file(Library(home), BagOfWords()))))
    expect(page.locator("#banner")).to_contain_text(strings.NO_WEB)
    expect(page.locator("#upload")).to_be_visible()
    expect(page.locator("#from-web")).to_have_count(0)
